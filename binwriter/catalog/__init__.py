"""What there is: columns, keys, tables, partitions, accounts. No rows."""
