"""Readers of stored programs and what stands in them."""
