"""Documents from templates, as binary JSON."""
