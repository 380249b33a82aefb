"""What differs between server versions in the bytes: one profile each.

Sources: what the servers themselves wrote (old-servers.md section 5 for 5.1.27 to 8.0.40, findings part 7 for 9.7.4).
Not checked against a real server: profile 8.4 as a whole (its format description is that of a 9.0.1, which knows the
same event types), and in 5.6 to 8.0 what was never switched on there: gtid_mode=ON, binlog_checksum=NONE,
binlog_row_metadata=FULL, binlog_transaction_compression.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from functools import cache

from binwriter.formats.errors import UnknownServerVersionError
from binwriter.formats.records import dataclass

# The first servers that write a checksum byte and a CRC into their format description event.
_FIRST_WITH_CHECKSUMS = (5, 6, 1)
_FIRST_MARIADB_WITH_CHECKSUMS = (5, 3, 0)
_MARIADB_NAMES = ("MariaDB", "-maria-")


class GtidEvents(Enum):
    """Which groups begin with a GTID event, and whether a file begins with Previous_gtids."""

    NONE = "none"  # 5.1, 5.5
    GTID_MODE_ON = "with gtid_mode=ON"  # 5.6
    ALWAYS = "all; anonymous ones with gtid_mode=OFF"  # 5.7 and later


# The status variables of Query events that not every version knows: number and first profile that writes it.
_TABLE_MAP_FOR_UPDATE, _INVOKER, _UPDATED_DB_NAMES, _MICROSECONDS = 9, 11, 12, 13
_EXPLICIT_DEFAULTS, _DDL_XID, _UTF8MB4_COLLATION, _PRIMARY_KEY, _ENCRYPTION, _CASCADE = 16, 17, 18, 19, 20, 21

_VARIABLES_5_1_27 = frozenset({0, 1, 3, 4, 5, 6, 7, 8})
_VARIABLES_5_1_39 = _VARIABLES_5_1_27 | {_TABLE_MAP_FOR_UPDATE}
_VARIABLES_5_5 = _VARIABLES_5_1_39 | {_INVOKER}
_VARIABLES_5_6 = _VARIABLES_5_5 | {_UPDATED_DB_NAMES, _MICROSECONDS}
_VARIABLES_5_7 = _VARIABLES_5_6 | {_EXPLICIT_DEFAULTS}
_VARIABLES_8_0 = _VARIABLES_5_7 | {_DDL_XID, _UTF8MB4_COLLATION, _PRIMARY_KEY, _ENCRYPTION}
_VARIABLES_9_7 = _VARIABLES_8_0 | {_CASCADE}


@dataclass(frozen=True, slots=True, eq=False)
class ServerProfile:
    """How one server version writes its log. The defaults are those of 9.7. Profiles are compared by identity.

    name: what users choose it by. version: the string in the format description event (50 bytes at most).
    version_number: major * 10000 + minor * 100 + patch, as GTID events carry it.
    post_header_lengths: of event types 1, 2, ... in bytes (findings part 7, "FDE body").
    logging_policy: what it logs, in which form and where: a name of `binwriter.binlog.rules.policies`.
    status_variables: numbers of the Query status variables that it writes.
    table_map_for_update_in_begin: BEGIN carries status variable 9 of its statement (5.5 and later).
    begins_at_flush: BEGIN is made when the group is written, from the session as it is then (5.1, 5.5), else when the
    first event goes to the cache.
    boundaries_suppress_use: BEGIN, COMMIT and ROLLBACK have header flag 0x0008 (not in 5.1.27).
    names_strict_errors: an error that a strict mode made of a warning stands in its statement's event (not in 5.1.27).
    marks_table_map_version: statements and a statement's last rows event have header flag 0x0010 (5.1.27, 5.1.39).
    flags2_not_autocommit: flags2 has 0x00080000 while autocommit is off (5.1.27, 5.1.39).
    gtid_events, gtid_tags: see GtidEvents; event type 42. gtid_has_clock, gtid_has_commit_times: what a GTID event
    carries besides the GTID; commit times come with transaction length and server version.
    gtid_always_may_have_statements: GTID flag bit 0 is set for row groups too (5.6, 5.7.18).
    previous_gtids_ignorable: the Previous_gtids event has header flag 0x0080 (not in 5.6).
    rows_version: of rows events, 1 or 2; log_bin_use_v1_row_events may take it back to 1.
    fractional_seconds: TIME, DATETIME, TIMESTAMP have the types 19, 18, 17 (5.6 and later), else 11, 12, 7.
    exact_bit_length: Table_map has the flag 0x0001 and BIT's metadata counts bits (5.1.54 and later).
    optional_metadata: Table_map ends with TLV fields (8.0 and later).
    fills_null_bits: the unused bits of a row's NULL bitmap are set (before 8.0).
    marks_sql_foreign_keys: rows events have flag 0x10 (9.x). names_partitions: a rows event has the rows of one
    partition, and names it (8.0.16 and later).
    user_var_flags: the User_var event of an integer ends with a flags byte, and numbers have the connection's
    collation, not binary (5.5 and later).
    names_table_of_single_update: UPDATE of one table carries status variable 9 too (8.0 and later).
    names_database_dropped: DROP DATABASE carries status variable 12 (8.0 and later). names_truncated: TRUNCATE of an
    InnoDB table carries it unless statements are in row form (5.6, 5.7).
    zones_in_text: text that becomes a DATETIME may name an offset, so that the statement depends on the time zone
    (8.0.19 and later).
    rows_query_length: Rows_query begins with the length of its text, else with 0 (findings part 7; 5.6, 5.7).
    user_vars_when_named: User_var events stand for every variable that a statement names, else for those that it asks
    for when it runs (up to 5.7).
    names_database_altered: ALTER DATABASE carries status variable 12 (8.0 and later).
    names_event_table: CREATE, ALTER and DROP EVENT name the database mysql there too (5.6, 5.7).
    client_charset: of a client that speaks Unicode: utf8mb4, in 5.1 utf8.
    """

    name: str
    version: str
    version_number: int
    post_header_lengths: tuple[int, ...]
    binlog_version: int = 4
    logging_policy: str = "9.7"
    status_variables: frozenset[int] = _VARIABLES_9_7
    table_map_for_update_in_begin: bool = True
    begins_at_flush: bool = False
    boundaries_suppress_use: bool = True
    names_strict_errors: bool = True
    marks_table_map_version: bool = False
    flags2_not_autocommit: bool = False
    gtid_events: GtidEvents = GtidEvents.ALWAYS
    gtid_tags: bool = True
    gtid_has_clock: bool = True
    gtid_has_commit_times: bool = True
    gtid_always_may_have_statements: bool = False
    previous_gtids_ignorable: bool = True
    rows_version: int = 2
    fractional_seconds: bool = True
    exact_bit_length: bool = True
    optional_metadata: bool = True
    fills_null_bits: bool = False
    marks_sql_foreign_keys: bool = True
    names_partitions: bool = True
    user_var_flags: bool = True
    names_table_of_single_update: bool = True
    names_database_dropped: bool = True
    names_truncated: bool = False
    zones_in_text: bool = True
    rows_query_length: bool = False
    user_vars_when_named: bool = False
    names_database_altered: bool = True
    names_event_table: bool = False
    client_charset: str = "utf8mb4"

    @property
    def checksums(self) -> bool:
        """Events may have checksums, and the format description says so (5.6 and later)."""
        return knows_checksums(self.version)

    def writes_gtids(self, *, gtid_mode_on: bool) -> bool:
        """Whether groups begin with a GTID event and files with Previous_gtids."""
        return self.gtid_events is GtidEvents.ALWAYS or (self.gtid_events is GtidEvents.GTID_MODE_ON and gtid_mode_on)

    @property
    def version_numbers(self) -> str:
        """`9.7.4` of `9.7.4-2`, `5.5.20` of `5.5.20-log`."""
        return self.version.partition("-")[0]

    @property
    def series(self) -> str:
        """`5.1` of 5.1.27, `9.7` of 9.7.4."""
        return "{}.{}".format(*version_tuple(self.version))


# fmt: off
_LENGTHS_5_1 = (
    56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 83, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2,
)
_LENGTHS_5_5 = (
    56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 84, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2,
    0,
)
_LENGTHS_5_6 = (
    56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 92, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2,
    0, 0, 0, 10, 10, 10, 25, 25, 0,
)
_LENGTHS_5_7 = (
    56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 95, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2,
    0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0,
)
_LENGTHS_8_0 = (
    0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 98, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2,
    0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0,
)
_LENGTHS_8_4 = (
    0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 99, 0, 4, 26, 8, 0, 0, 0, 0, 0, 0, 2,
    0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0,
)
# fmt: on

_MYSQL_9_7 = ServerProfile("9.7", "9.7.4-2", 90704, _LENGTHS_8_4)

# From the newest back: each says what it does otherwise than the next newer one.
_MYSQL_8_4 = replace(
    _MYSQL_9_7,
    name="8.4",
    version="8.4.3",
    version_number=80403,
    logging_policy="8.0",
    status_variables=_VARIABLES_8_0,
    marks_sql_foreign_keys=False,
)
_MYSQL_8_0 = replace(
    _MYSQL_8_4,
    name="8.0",
    version="8.0.40",
    version_number=80040,
    post_header_lengths=_LENGTHS_8_0,
    gtid_tags=False,
)
_MYSQL_5_7 = replace(
    _MYSQL_8_0,
    name="5.7",
    version="5.7.18-log",
    version_number=50718,
    post_header_lengths=_LENGTHS_5_7,
    logging_policy="5.7",
    status_variables=_VARIABLES_5_7,
    gtid_has_commit_times=False,
    gtid_always_may_have_statements=True,
    optional_metadata=False,
    names_partitions=False,
    fills_null_bits=True,
    names_table_of_single_update=False,
    names_database_dropped=False,
    names_truncated=True,
    zones_in_text=False,
    rows_query_length=True,
    user_vars_when_named=True,
    names_database_altered=False,
    names_event_table=True,
)
_MYSQL_5_6 = replace(
    _MYSQL_5_7,
    name="5.6",
    version="5.6.21-log",
    version_number=50621,
    post_header_lengths=_LENGTHS_5_6,
    logging_policy="5.6",
    status_variables=_VARIABLES_5_6,
    gtid_events=GtidEvents.GTID_MODE_ON,
    gtid_has_clock=False,
    previous_gtids_ignorable=False,
)
_MYSQL_5_5 = replace(
    _MYSQL_5_6,
    name="5.5",
    version="5.5.20-log",
    version_number=50520,
    post_header_lengths=_LENGTHS_5_5,
    logging_policy="5.5",
    status_variables=_VARIABLES_5_5,
    gtid_events=GtidEvents.NONE,
    begins_at_flush=True,
    rows_version=1,
    fractional_seconds=False,
)
_MYSQL_5_1_54 = replace(
    _MYSQL_5_5,
    name="5.1.54",
    version="5.1.54-log",
    version_number=50154,
    post_header_lengths=_LENGTHS_5_1,
    logging_policy="5.1.54",
    table_map_for_update_in_begin=False,
    user_var_flags=False,
    client_charset="utf8",
)
_MYSQL_5_1_39 = replace(
    _MYSQL_5_1_54,
    name="5.1.39",
    version="5.1.39-log",
    version_number=50139,
    logging_policy="5.1.39",
    status_variables=_VARIABLES_5_1_39,
    marks_table_map_version=True,
    flags2_not_autocommit=True,
    exact_bit_length=False,
)
_MYSQL_5_1_27 = replace(
    _MYSQL_5_1_39,
    name="5.1.27",
    version="5.1.27-log",
    version_number=50127,
    logging_policy="5.1.27",
    status_variables=_VARIABLES_5_1_27,
    boundaries_suppress_use=False,
    names_strict_errors=False,
)

_ALL = (
    _MYSQL_5_1_27,
    _MYSQL_5_1_39,
    _MYSQL_5_1_54,
    _MYSQL_5_5,
    _MYSQL_5_6,
    _MYSQL_5_7,
    _MYSQL_8_0,
    _MYSQL_8_4,
    _MYSQL_9_7,
)
PROFILES: dict[str, ServerProfile] = {profile.name: profile for profile in _ALL}
NEWEST = _MYSQL_9_7


def profile_by_name(name: str) -> ServerProfile:
    """The profile of that name, or of exactly that version: `5.7` and `5.7.18` are the same one.

    UnknownServerVersionError for any other.
    """
    if name in PROFILES:
        return PROFILES[name]
    for profile in _ALL:
        if name in (profile.version, profile.version_numbers, f"{profile.version_numbers}-log"):
            return profile
    known = [
        profile.name if profile.name == exact else f"{profile.name} ({exact})"
        for profile in _ALL
        for exact in [profile.version_numbers]
    ]
    raise UnknownServerVersionError(f"no server version {name!r}; there are {', '.join(known)}")


def with_version_suffix(profile: ServerProfile, suffix: str) -> ServerProfile:
    """The same server as somebody else built it: `8.0.40` with suffix `-log` calls itself `8.0.40-log`."""
    return replace(profile, version=profile.version + suffix)


@dataclass(frozen=True, slots=True)
class CollationNames:
    """How a server names collations.

    utf8mb3: SHOW and INFORMATION_SCHEMA say utf8mb3, not utf8 (release notes of 8.0.28). utf8mb3_collations: and so do
    collations (8.0.30). uca_0900: utf8mb4_0900_ai_ci is utf8mb4's default (manual of 8.0, "What Is New").
    """

    utf8mb3: bool
    utf8mb3_collations: bool
    uca_0900: bool


@cache
def collation_names(version_number: int) -> CollationNames:
    return CollationNames(version_number >= 80028, version_number >= 80030, version_number >= 80001)


def version_tuple(version: str) -> tuple[int, int, int]:
    """`5.7.18-log` -> (5, 7, 18); missing parts are 0."""
    match = re.match(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?", version)
    major, minor, patch = match.groups(default="0") if match else ("0", "0", "0")
    return int(major), int(minor), int(patch)


def is_mariadb(version: str) -> bool:
    """Whether a server with this version string is a MariaDB."""
    return any(name in version for name in _MARIADB_NAMES)


def knows_checksums(version: str) -> bool:
    """Whether a server with this version string writes a checksum byte and a CRC into its format description."""
    return version_tuple(version) >= (_FIRST_MARIADB_WITH_CHECKSUMS if is_mariadb(version) else _FIRST_WITH_CHECKSUMS)
