"""transaction_length counts its own event: right at the borders where its width changes, too."""

from __future__ import annotations

from uuid import UUID

import pytest

from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import AnonymousGtid, Gtid, TaggedGtid, build_body, with_transaction_length
from binwriter.formats.header import framed_size

UUID_1 = UUID("3e11fa47-71ca-11e1-9e33-c80aa9429562")
BODIES = [
    Gtid(0, UUID_1, 1, 0, 1, 1700000000000000, immediate_server_version=90704),
    AnonymousGtid(1, UUID(int=0), 0, 0, 1, 5, original_commit_timestamp=4, immediate_server_version=90704),
    TaggedGtid(0, UUID_1, 1, "blue", 1, 3, 1795230053555492, immediate_server_version=90704),
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
@pytest.mark.parametrize("checksum", ChecksumAlgorithm)
@pytest.mark.parametrize("border", [1, 251, 1 << 14, 1 << 16, 1 << 21, 1 << 24, 1 << 28])
def test_it_agrees_with_the_bytes(body: Gtid | TaggedGtid, checksum: ChecksumAlgorithm, border: int) -> None:
    for rest in range(max(border - 100, 0), border + 2):
        sized = with_transaction_length(body, rest, checksum)  # type: ignore[type-var]
        size = framed_size(len(build_body(sized)), checksum, EventType.GTID)
        assert sized.transaction_length == size + rest


@pytest.mark.parametrize(("rest", "size"), [(120, 77), (250, 79), (70000, 80)])
def test_sizes_of_real_gtid_events(rest: int, size: int) -> None:
    """Findings part 7: 77 bytes with CRC if the length needs 1 byte, 79 with 3 bytes, 80 with 4."""
    assert with_transaction_length(BODIES[0], rest).transaction_length == rest + size
