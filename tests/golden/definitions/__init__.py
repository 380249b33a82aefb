"""Definitions of tables drawn by chance, as a 9.7.4 answered, logged and showed them."""
