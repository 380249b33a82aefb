"""Format_description event: which server wrote the file, and the post-header length of every event type it knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import construct as cs

from binwriter.formats.conditional_fields import Present
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.declaration import Declared, csfield, defaulted
from binwriter.formats.events.old.event_numbers import renumbered_types
from binwriter.formats.events.old.start_v3 import StartV3
from binwriter.formats.header import stated_type_count
from binwriter.formats.primitives import ByteTuple, FixedText, RestOfText, remaining
from binwriter.formats.servers import ServerProfile, knows_checksums

# Post-header lengths of 4.0 and 4.1: a Query has no status variables yet.
_VERSION_3 = (56, 11, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0)


def _count(context: Any) -> int:
    """The lengths go on to the end, but for the checksum byte of a server that has one."""
    left = remaining(context._io)
    start = context._io.tell()
    stated = stated_type_count(bytes(context._io.getbuffer()[start : start + left]))
    if stated is not None and stated in (left, left - 1):
        return stated
    return left - knows_checksums(context.server_version)


class FormatDescription(Declared):
    """The first event of every file (findings part 7, "FDE body").

    server_version: at most 50 bytes; version_rest: what an old server left behind it that is not zero.
    create_timestamp: seconds; server time in the first file after start or reset, 0 in files made by rotation.
    header_length: 19. post_header_lengths: bytes, of event types 1, 2, ... as headers number them.
    checksum_algorithm: 1 CRC32, 0 none; None when the server knows no checksums (before 5.6.1).
    """

    post_headers: ClassVar[None] = None

    binlog_version: int = csfield(cs.Int16ul)
    server_version: str = csfield(FixedText(50))
    version_rest: bytes = defaulted(RestOfText("server_version", 50), default=b"", kw_only=True)
    create_timestamp: int = csfield(cs.Int32ul)
    header_length: int = csfield(cs.Int8ul)
    post_header_lengths: tuple[int, ...] = csfield(ByteTuple(_count))
    checksum_algorithm: int | None = defaulted(Present(cs.Int8ul), default=None)

    @classmethod
    def of(
        cls, profile: ServerProfile, create_timestamp: int, checksum: ChecksumAlgorithm = ChecksumAlgorithm.CRC32
    ) -> FormatDescription:
        """The event that this server writes."""
        return cls(
            binlog_version=profile.binlog_version,
            server_version=profile.version,
            create_timestamp=create_timestamp,
            header_length=19,
            post_header_lengths=profile.post_header_lengths,
            checksum_algorithm=int(checksum) if knows_checksums(profile.version) else None,
        )

    @classmethod
    def of_version_3(cls, start: StartV3) -> FormatDescription:
        """What a server of 4.0 or 4.1 would have written, had there been this event: the layouts of its log."""
        return cls(
            binlog_version=start.binlog_version,
            server_version=start.server_version,
            create_timestamp=start.create_timestamp,
            header_length=19,
            post_header_lengths=_VERSION_3,
        )

    @property
    def event_types(self) -> Mapping[int, EventType]:
        """The types of numbers that mean another type than in releases (see `event_numbers`)."""
        return renumbered_types(self.server_version, len(self.post_header_lengths))

    def post_header_length(self, event_type: int) -> int:
        """Bytes of the post-header of that type (its number in headers), 0 for one that this server does not know."""
        known = 0 < event_type <= len(self.post_header_lengths)
        return self.post_header_lengths[event_type - 1] if known else 0

    @property
    def checksum(self) -> ChecksumAlgorithm | None:
        """The algorithm in force for the events that follow, as `unframe` takes it.

        An undefined algorithm (255, a relay log's own description) means no checksums, as for 0.
        """
        if self.checksum_algorithm is None:
            return None
        return ChecksumAlgorithm.CRC32 if self.checksum_algorithm == ChecksumAlgorithm.CRC32 else ChecksumAlgorithm.NONE
