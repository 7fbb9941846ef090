"""Several servers of the same tables: what they tell each other, and how one machine runs them."""
