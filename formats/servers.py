"""What differs between server versions in the bytes: one profile each."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

# The first servers that write a checksum byte and a CRC into their format description event.
_FIRST_WITH_CHECKSUMS = (5, 6, 1)
_FIRST_MARIADB_WITH_CHECKSUMS = (5, 3, 0)
_MARIADB_NAMES = ("MariaDB", "-maria-")


@dataclass(frozen=True, slots=True)
class ServerProfile:
    """How one server version writes its log.

    name: what users choose it by. version: the string in the format description event (50 bytes at most).
    version_number: major * 10000 + minor * 100 + patch, as GTID events carry it.
    post_header_lengths: of event types 1, 2, ... in bytes (findings part 7, "FDE body").
    enable_cascade_triggers: Query events of plain DML in statement form carry status variable 21.
    gtid_tags: GTIDs may have a tag (event type 42).
    logging_policy: what it logs, in which form and where: a name of `binwriter.rules.policies`.
    """

    name: str
    version: str
    version_number: int
    post_header_lengths: tuple[int, ...]
    binlog_version: int = 4
    enable_cascade_triggers: bool = False
    gtid_tags: bool = False
    logging_policy: str = "9.7"


# fmt: off
_MYSQL_9_7 = ServerProfile(
    name="9.7",
    version="9.7.4",
    version_number=90704,
    post_header_lengths=(
        0, 13, 0, 8, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, 99, 0, 4, 26, 8, 0, 0, 0, 0, 0, 0, 2,
        0, 0, 0, 10, 10, 10, 42, 42, 0, 18, 52, 0, 10, 40, 0, 0,
    ),
    enable_cascade_triggers=True,
    gtid_tags=True,
)
# fmt: on

PROFILES: dict[str, ServerProfile] = {profile.name: profile for profile in (_MYSQL_9_7,)}


def with_version_suffix(profile: ServerProfile, suffix: str) -> ServerProfile:
    """The same server as somebody else built it: `9.7.4` with suffix `-2` calls itself `9.7.4-2` (Debian)."""
    return replace(profile, version=profile.version + suffix)


def version_tuple(version: str) -> tuple[int, int, int]:
    """`5.7.18-log` -> (5, 7, 18); missing parts are 0."""
    found = re.match(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?", version)
    major, minor, patch = found.groups(default="0") if found else ("0", "0", "0")
    return int(major), int(minor), int(patch)


def knows_checksums(version: str) -> bool:
    """Whether a server with this version string writes a checksum byte and a CRC into its format description."""
    is_mariadb = any(name in version for name in _MARIADB_NAMES)
    return version_tuple(version) >= (_FIRST_MARIADB_WITH_CHECKSUMS if is_mariadb else _FIRST_WITH_CHECKSUMS)
