"""JSON columns: binary JSON both ways, its changes in place, and the diffs that partial updates log."""
