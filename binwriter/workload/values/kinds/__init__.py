"""Settings of a column's generator as people write them, one module a family of kinds."""
