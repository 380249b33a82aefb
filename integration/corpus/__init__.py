"""Public collections of SQL, run on a real server and on binwriter side by side."""
