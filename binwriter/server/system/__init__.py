"""Tables of performance_schema and information_schema that show the server itself: variables, sessions, the log."""
