"""The Jinja environment, and what every template calls again and again."""
