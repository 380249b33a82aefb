"""What people have as a schema - dumps, servers, folders of Parquet files - and what a workload makes of it."""
