"""The web: the only place that speaks HTTP. Routes, and html; no rule and no SQL."""
