"""Parts of statements that several kinds of statements have."""
