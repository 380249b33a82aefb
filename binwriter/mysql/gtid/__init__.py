"""GTIDs: sets of them, and which a server has executed, purged and given away."""
