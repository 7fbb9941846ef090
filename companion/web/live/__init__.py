"""Keeps an open phone up to date: its stream and the messages on it."""
