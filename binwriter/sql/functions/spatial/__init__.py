"""Spatial functions by family."""
