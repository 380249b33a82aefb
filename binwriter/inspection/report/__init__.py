"""What stands in a log, in sums: who writes what, how much, when. `summarize` reads; `page` shows it."""
