"""Bodies and numbers of events that only servers before 5.1 and development trees knew."""
