"""Builds the views of the pages: slots of pieces, which stay the same objects until they change."""
