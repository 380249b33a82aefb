"""Random stored programs: a real server and binwriter side by side."""
