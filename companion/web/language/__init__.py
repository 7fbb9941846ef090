"""The languages, and how a `Text` becomes a sentence in one of them."""
