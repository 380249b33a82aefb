"""Readers of CREATE TABLE and ALTER TABLE."""
