"""The Jinja environment, and the functions that templates call most."""
