"""What of a server writes its log: a session's share, the writer, failures, files that expire."""
