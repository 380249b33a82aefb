"""Bodies of events from what a statement did and what was decided."""
