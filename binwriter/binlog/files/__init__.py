"""Binary log files: written, indexed, read, recovered, and chosen from."""
