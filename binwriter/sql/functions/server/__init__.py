"""Functions that ask the server and the session."""
