"""A finished game as a picture or as data for other programs. Nothing leaves before the end."""
