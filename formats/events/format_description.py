"""Format_description event: which server wrote the file, and the post-header length of every event type it knows."""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.declaration import Declared, csfield, defaulted
from binwriter.formats.primitives import ByteTuple, FixedText, Present, remaining
from binwriter.formats.servers import ServerProfile, knows_checksums


def _count(context: Any) -> int:
    """The lengths go on to the end, but for the checksum byte of a server that has one."""
    return remaining(context._io) - knows_checksums(context.server_version)


class FormatDescription(Declared):
    """The first event of every file (findings part 7, "FDE body").

    server_version: at most 50 bytes. create_timestamp: seconds; server time in the first file after start or reset,
    0 in files made by rotation. header_length: 19. post_header_lengths: bytes, of event types 1, 2, ...
    checksum_algorithm: 1 CRC32, 0 none; None when the server knows no checksums (before 5.6.1).
    """

    binlog_version: int = csfield(cs.Int16ul)
    server_version: str = csfield(FixedText(50))
    create_timestamp: int = csfield(cs.Int32ul)
    header_length: int = csfield(cs.Int8ul)
    post_header_lengths: tuple[int, ...] = csfield(ByteTuple(_count))
    checksum_algorithm: int | None = defaulted(
        Present(cs.Int8ul, lambda context: knows_checksums(context.server_version)), default=None
    )

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

    def post_header_length(self, event_type: int) -> int:
        """Bytes of that type's post-header, 0 for a type this server does not know."""
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
