"""How MySQL writes and reads values: reals, JSON, geometries, names in backquotes."""
