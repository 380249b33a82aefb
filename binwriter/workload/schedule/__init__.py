"""When transactions commit, which rows they change, and what that says of their write sets."""
