"""Definitions: one module an object."""
