"""Index files: whoever reads one gives typed errors or findings, whatever bytes it has.

Beside it lie two logs and one that the index of the seeds does not name.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path

from binwriter.binlog.files.index import LogIndex
from binwriter.binlog.files.recovery import recover
from binwriter.cli.inspecting.files import LogFiles
from binwriter.errors import BinwriterError
from binwriter.inspection.verify import verify_files
from binwriter.integration.spark.folders import index_files
from binwriter.integration.spark.read.reader import parts_of
from tests.reliability.fuzz.samples import TESTS

SHARE = 0.3
_LOGS = TESTS / "golden" / "rotation" / "stopped"


def seeds() -> Iterable[bytes]:
    yield b"./binlog.000001\n./binlog.000002\n"
    yield b"binlog.000001\nbinlog.000003\n"
    yield b"./binlog.000002\r\n./binlog.000001\r\n\n"
    yield b"../x/binlog.000001\n/nowhere/binlog.000002\n./binlog.000001\n./binlog.000001"
    yield b"\xff\xfe./binlog.000001\n\0\n"
    yield b"."
    yield b"./" + b"9" * 300 + b".000001\n./binlog." + b"9" * 300 + b"\n"


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """For this process; it goes with it."""
    folder = tempfile.TemporaryDirectory(prefix="binwriter-fuzz-")
    for path in sorted(_LOGS.glob("binlog.00000[123]")):
        shutil.copy(path, folder.name)
    return folder


def run(data: bytes) -> None:
    index = Path(_folder().name) / "binlog.index"
    index.write_bytes(data)
    for read in (_read, _shown, _verified, _recovered, _of_spark):
        try:
            read(index)
        except BinwriterError:
            continue


def _read(index: Path) -> None:
    found = LogIndex(index.parent, "binlog")
    found.read()
    found.paths()
    found.highest_number()


def _shown(index: Path) -> None:
    for events in LogFiles([str(index)], verify=True):
        for event in events:
            event.body  # noqa: B018 (it parses)


def _verified(index: Path) -> None:
    for finding in islice(verify_files([index], fast=False), 1000):
        str(finding)


def _recovered(index: Path) -> None:
    recover(LogIndex(index.parent, "binlog"))


def _of_spark(index: Path) -> None:
    list(parts_of(index_files(index), 1 << 16))
