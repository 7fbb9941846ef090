"""Builds the views of the pages: slots of pieces whose fingerprints tell whether they changed."""
