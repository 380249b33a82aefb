"""Statements of one shape are read once; from then on only their literals are."""
