"""What the names in a statement stand for, and what follows from it before it runs."""
