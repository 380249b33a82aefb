"""From a log to Arrow columns, at memory speed where the fast path serves, exactly everywhere.

    for batch in read_changes("binlog.000001"):          # row changes, one table a batch
        database, table = table_of(batch.schema)
    index = index_events("binlog.000001")                # every event as a line of numbers
    for start, stop in index.splits(256 << 20):          # whole transactions: work for several processes
        read_changes("binlog.000001", start=start, stop=stop)

What a batch of changes has is said at `changes.change_schema`, what an index has at `event_index.EventIndex`.
"""

from binwriter.bulk.decode.change_schema import CHANGE_FIELDS, change_schema, table_of
from binwriter.bulk.decode.changes import read_changes
from binwriter.bulk.decode.event_index import EventIndex, index_events

__all__ = ["CHANGE_FIELDS", "EventIndex", "change_schema", "index_events", "read_changes", "table_of"]
