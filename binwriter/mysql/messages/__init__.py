"""Errors and warnings: symbol, number, SQLSTATE and text, by version."""
