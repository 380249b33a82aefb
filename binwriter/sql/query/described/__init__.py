"""What clients are told of the columns of a result."""
