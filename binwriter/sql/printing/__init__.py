"""Expressions and queries as a server writes them anew: in definitions of tables and views."""
