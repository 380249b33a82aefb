"""JSON functions."""
