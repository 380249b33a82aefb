"""Databases, rows and accounts that outlive the server's process: a file beside the log, and the log behind it."""
