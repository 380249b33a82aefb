"""The profile of 9.7 against the format description that a 9.7.4 wrote."""

from __future__ import annotations

from pathlib import Path

from binwriter.formats.constants import BINLOG_MAGIC
from binwriter.formats.events import FormatDescription
from binwriter.formats.header import unframe
from binwriter.formats.servers import PROFILES, knows_checksums, version_tuple


def test_profile_writes_the_real_format_description(shared_dir: Path) -> None:
    data = (shared_dir / "oracle" / "captured" / "08_types" / "binlog.000001").read_bytes()
    header, body, _ = unframe(data[len(BINLOG_MAGIC) : 127], checksum=None)
    profile = PROFILES["9.7"]
    assert FormatDescription.of(profile, header.timestamp).build() == body


def test_versions() -> None:
    assert version_tuple("5.7.18-log") == (5, 7, 18)
    assert version_tuple("9.7") == (9, 7, 0)
    assert not any(knows_checksums(version) for version in ("5.5.20-log", "5.6.0"))
    assert all(knows_checksums(version) for version in ("5.6.1-m5", "9.7.4", "10.5.15-MariaDB"))
    assert all(profile.name == name for name, profile in PROFILES.items())
