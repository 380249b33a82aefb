"""Tables that outlive a server."""
