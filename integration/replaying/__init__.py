"""Logs applied by a real server: by a client, a connection of ours, by replication; and what its tables hold then."""
