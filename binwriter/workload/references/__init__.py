"""Which rows the rows of a workload refer to: foreign keys, columns that refer on, keys made of references."""
