"""Stored programs: procedures, functions, triggers and events, and prepared statements."""
