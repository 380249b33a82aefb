"""What a read is asked for: the options of `spark.read.format("mysql_binlog")`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from binwriter.errors import OptionError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass
from binwriter.integration.spark import option_reader as read
from binwriter.integration.spark.column_types import DateRule
from binwriter.integration.spark.declared import declared_table
from binwriter.integration.spark.option_reader import OptionReader

CHANGES, EVENTS = "changes", "events"
_SMALLEST_SPLIT = 1 << 16
_LARGEST = 1 << 50
DEFAULT_SPLIT = 1 << 30


@dataclass(frozen=True)
class ReadOptions:
    """paths: as given. view: CHANGES or EVENTS. table: (database, table), its images are structs; None: JSON text.

    specs: the table's columns from option schema, None: as its Table_maps say. database: only this one's changes; of
    events those that have this default database or change its tables.
    start_position (first file), stop_position (last file): bytes, rows events from and before there.
    start_time, stop_time: microseconds since 1970 UTC, events from and before then.
    include_gtids, exclude_gtids: sets of GTIDs as text. split_size: bytes of a larger file that one task reads.
    body: whether events have their body as JSON. verify: whether checksums are looked at.
    starting: where a stream begins: earliest or latest. max_bytes: that one micro-batch reads, about.
    """

    paths: tuple[str, ...]
    view: str = CHANGES
    table: tuple[str, str] | None = None
    specs: tuple[ColumnSpec, ...] | None = None
    database: str | None = None
    start_position: int | None = None
    stop_position: int | None = None
    start_time: int | None = None
    stop_time: int | None = None
    include_gtids: str | None = None
    exclude_gtids: str | None = None
    split_size: int = DEFAULT_SPLIT
    dates: DateRule = DateRule.ERROR
    body: bool = False
    verify: bool = True
    starting: str = "earliest"
    max_bytes: int | None = None


def read_options(given: Mapping[str, str]) -> ReadOptions:
    """Raises OptionError for an unknown option or a value that it cannot have."""
    options = OptionReader(given)
    schema = options.take("schema", read.text, "")
    table = options.take("table", read.table_name, None)
    specs = None
    if schema:
        table, declared, _ = declared_table(schema, table)
        specs = tuple(column.spec for column in declared.columns)
    result = ReadOptions(
        paths=paths_of(given),
        view=options.take("view", read.choice(CHANGES, EVENTS), CHANGES),
        table=table,
        specs=specs,
        database=options.take("database", read.text, None),
        start_position=options.take("start_position", read.number(0), None),
        stop_position=options.take("stop_position", read.number(0), None),
        start_time=options.take("start_datetime", read.moment, None),
        stop_time=options.take("stop_datetime", read.moment, None),
        include_gtids=options.take("include_gtids", read.text, None),
        exclude_gtids=options.take("exclude_gtids", read.text, None),
        split_size=options.take("split_size", read.size(_SMALLEST_SPLIT, _LARGEST), DEFAULT_SPLIT),
        dates=DateRule(options.take("zero_dates", read.choice(*(rule.value for rule in DateRule)), "error")),
        body=options.take("body", read.flag, False),
        verify=options.take("verify_binlog_checksum", read.flag, True),
        starting=options.take("starting_offset", read.choice("earliest", "latest"), "earliest"),
        max_bytes=options.take("max_bytes_per_trigger", read.size(1, _LARGEST), None),
    )
    options.finish()
    if result.view == EVENTS and table is not None:
        raise OptionError("option table: the view events shows all of them; filter by info, or use the view changes")
    return result


def paths_of(given: Mapping[str, str]) -> tuple[str, ...]:
    """The paths of load(): one, or Spark's list of several."""
    values = {name.lower(): value for name, value in given.items()}
    several = values.get("paths") or values.get("__paths__")
    paths = tuple(json.loads(several)) if several else ()
    if "path" in values:
        paths = (values["path"], *paths)
    if not paths:
        raise OptionError("mysql_binlog: load() needs a folder, an index file, a log file or a pattern")
    return paths
