"""Presence and wake-ups of the phones that watch a table."""
