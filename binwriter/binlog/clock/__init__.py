"""Which transactions depend on which: logical clock, write sets and the history of keys."""
