"""Writing logs on Spark: options, transactions, the files of tasks, their publication."""
