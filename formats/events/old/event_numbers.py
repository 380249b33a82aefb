"""Event type numbers of the trees in which row-based replication was developed, which differ from those of releases.

They called themselves 5.1.1-a_drop5p3 to 5.2.2-a_drop6p13 and had 22 types: Table_map and the first rows events stood
before Xid (manual, Format_description_event, "event type permutation"). MySQL's own test data has such files.
"""

from __future__ import annotations

from collections.abc import Mapping

from binwriter.formats.constants import EventType
from binwriter.formats.patterns import pattern

_TREES = pattern(r"5\.1\.[1-5]-a_drop5|5\.1\.4-a_drop6|5\.2\.[0-2]-a_drop6")
_TYPE_COUNT = 22
_DIFFERENT = {
    16: EventType.TABLE_MAP,
    17: EventType.PRE_GA_WRITE_ROWS,
    18: EventType.PRE_GA_UPDATE_ROWS,
    19: EventType.PRE_GA_DELETE_ROWS,
    20: EventType.XID,
    21: EventType.BEGIN_LOAD_QUERY,
    22: EventType.EXECUTE_LOAD_QUERY,
}
_SAME: dict[int, EventType] = {}


def renumbered_types(server_version: str, type_count: int) -> Mapping[int, EventType]:
    """Type by number in the header, for the numbers that mean another type in a log of this server; mostly none."""
    return _DIFFERENT if type_count == _TYPE_COUNT and _TREES.match(server_version) else _SAME
