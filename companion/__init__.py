"""A referee and score keeper on phones for board games played with real components."""
