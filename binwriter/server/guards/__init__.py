"""What may refuse a statement before it runs."""
