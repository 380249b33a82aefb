"""Reading logs on Spark: options, parts of files, batches of the two views, streams."""
