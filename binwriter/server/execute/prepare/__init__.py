"""Prepared statements: their texts, where parameters stand, of which types they are."""
