"""Scenarios and scripts of SQL: how they are written, and how they run."""
