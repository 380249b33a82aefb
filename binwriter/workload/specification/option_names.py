"""Names that specifications and the command line share. Imports nothing: the command line reads it at every start."""

# Options of mysqld that change the files of a workload.
SERVER_OPTIONS = (
    "binlog-checksum",
    "binlog-row-event-max-size",
    "binlog-row-image",
    "binlog-row-metadata",
    "binlog-transaction-compression",
    "binlog-transaction-compression-level-zstd",
    "binlog-transaction-dependency-history-size",
    "gtid-mode",
    "log-bin",
    "max-binlog-size",
    "server-id",
    "server-uuid",
)
# Keys of the table `server` that are none of mysqld's options.
SERVER_KEYS = ("version", "gtid-tag")

# Keys of a specification that are options of the command line too: name -> (metavar, help).
WORKLOAD_OPTIONS = {
    "transactions": ("N", "how many transactions, such as 1e6 (default: 10000)"),
    "size": ("SIZE", "how many bytes of log instead, such as 10GiB"),
    "mix": ("MIX", "weights of the operations: insert=70,update=20,delete=10"),
    "rows-per-transaction": ("A-B", "rows of each transaction, changed by one statement"),
    "statements-per-transaction": ("A-B", "statements of each transaction"),
    "rows-per-statement": ("A-B", "rows of each statement"),
    "pick": ("HOW", "which rows are changed: uniform, zipf (old ones most) or latest"),
    "initial-rows": ("N", "rows loaded into each table first (default: 0)"),
    "dependencies": ("HOW", "last_committed: serial, or write-set"),
    "database": ("NAME", "made and used if the schema names no database (default: test)"),
    "files": ("N", "at least so many files"),
    "locale": ("NAME", "names, places and texts in this language: de_DE, ja, pt_BR (needs the extra fields)"),
    "seed": ("N", "another seed gives other values and choices (default: 0)"),
}
ARRIVAL_OPTIONS = {
    "rate": ("N", "transactions a second, for the timestamps (default: 1000)"),
    "start": ("TIME", "time of the first transaction (default: 2025-01-01T00:00:00Z)"),
}
