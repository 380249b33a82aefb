"""Calls of stored programs by a session."""
