"""What each family of statements does. One module a family."""
