"""The tests: folders as in companion/; what they share is in kit/."""
