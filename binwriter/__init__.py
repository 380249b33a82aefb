"""binwriter: the logging half of a MySQL server, without the server."""

__version__ = "0.1.0"
