"""Where the wings meet: server and sessions."""
