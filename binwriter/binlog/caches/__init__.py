"""The two caches of a session, its savepoints and XA transactions, and what each statement puts into them."""
