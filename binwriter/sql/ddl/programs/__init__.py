"""Stored programs: CREATE, ALTER and DROP carried out, and what a server logs for them."""
