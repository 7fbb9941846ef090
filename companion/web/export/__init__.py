"""Exports of a finished game: a picture, or data for other programs. Nothing before the end."""
