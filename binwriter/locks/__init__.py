"""Locks between sessions: who runs, who waits for whom, and what a statement may see of others' transactions."""
