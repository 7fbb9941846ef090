"""Several servers of the same tables: their messages, and how one machine runs them."""
