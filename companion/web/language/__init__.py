"""Which languages there are, and how a Text becomes a sentence in one of them."""
