"""The stream reader: follows the logs of a folder while they are written and rotated.

An offset is a file's name and a position in it, always the end of a whole transaction. A file that is still in use is
read up to its last whole transaction; so is one that a crash left unfinished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.types import StructType

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.recovery import GroupTracker
from binwriter.bulk.decode.part import read_part
from binwriter.errors import LogFileError, OptionError
from binwriter.formats.constants import BINLOG_MAGIC, HeaderFlag
from binwriter.formats.header import HEADER_LENGTH, EventHeader
from binwriter.integration.spark.causes import in_own_words
from binwriter.integration.spark.folders import folder_files, index_files, local_path, log_files
from binwriter.integration.spark.read.change_batches import LogPart
from binwriter.integration.spark.read.reader import Part, View, part_reader

_FIRST = len(BINLOG_MAGIC)


class FollowingReader(DataSourceStreamReader):
    """Micro-batches of whole transactions. Reads with the options of the batch reader, but no filters are pushed."""

    def __init__(self, view: View, schema: StructType) -> None:
        self.view = view
        self.reader = part_reader(view, schema)

    @in_own_words()
    def initialOffset(self) -> dict[str, Any]:  # noqa: N802 (Spark's name)
        files = self._files()
        if self.view.options.starting == "latest" and files:
            return self._end(files[-1], _FIRST)
        return {"file": files[0].name if files else "", "position": _FIRST}

    @in_own_words()
    def latestOffset(self, start: dict[str, Any] | None = None, limit: Any = None) -> dict[str, Any]:  # noqa: N802
        """PySpark 4.2 and later say where the batch begins and how much it may read; earlier ones do not."""
        files = self._files()
        if start is None:
            return self._end(files[-1], _FIRST) if files else {"file": "", "position": _FIRST}
        most = getattr(limit, "max_bytes", None)
        remaining = self._remaining(files, start)
        offset, taken = start, 0
        for path, position in remaining:
            if most is not None and taken >= most:
                break
            end = self._whole_end(path, position, None if most is None else position + most - taken)
            taken += end - position
            offset = {"file": path.name, "position": end}
            if most is not None and end < self._whole_end(path, end):
                break
        return offset

    def getDefaultReadLimit(self) -> Any:  # noqa: N802 (Spark's name)
        from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxBytes

        most = self.view.options.max_bytes
        return ReadAllAvailable() if most is None else ReadMaxBytes(most)

    @in_own_words()
    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> Sequence[InputPartition]:
        parts = []
        for path, position in self._remaining(self._files(), start):
            last = path.name == end["file"]
            stop = int(end["position"]) if last else self._whole_end(path, position)
            if stop > position:
                parts.append(Part(LogPart(path, position, stop, is_first=False, is_last=False)))
            if last:
                break
        return parts

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        with in_own_words():
            yield from self.reader.read(partition.value)

    # --- files

    def _files(self) -> list[Path]:
        """Those that are there now; names must be unique, for offsets have no folders."""
        paths = self.view.options.paths
        if len(paths) != 1:
            raise OptionError("a stream follows one folder, index file or pattern")
        path = local_path(paths[0])
        if path.is_dir():
            files = folder_files(path)
        elif path.suffix == ".index":
            files = index_files(path) if path.exists() else []
        else:
            files = log_files(paths)
        return [file for file in files if file.exists()]

    def _remaining(self, files: Sequence[Path], start: dict[str, Any]) -> list[tuple[Path, int]]:
        """The files from the offset on, each with the position to go on from."""
        names = [path.name for path in files]
        if not start["file"]:
            return [(path, _FIRST) for path in files]
        if start["file"] not in names:
            raise LogFileError(f"{start['file']}: the file to go on from is gone; it has been purged or renamed")
        place = names.index(start["file"])
        return [(files[place], int(start["position"])), *((path, _FIRST) for path in files[place + 1 :])]

    def _end(self, path: Path, position: int) -> dict[str, Any]:
        return {"file": path.name, "position": self._whole_end(path, position)}

    def _whole_end(self, path: Path, start: int, enough: int | None = None) -> int:
        return whole_end(path, start, enough, verify=self.view.options.verify)


def whole_end(path: Path, start: int, enough: int | None = None, *, verify: bool = True) -> int:
    """The end of the last transaction that the file has as a whole. start: the end of one, or the file's beginning.

    enough: the first end at or behind that position will do. verify: look at checksums. Raises CorruptLogError naming
    file and position for damage that is no unfinished end, LogFileError if the file cannot be read.
    """
    tracker, end = GroupTracker(), start
    for event in _whole_events(path, start, verify):
        tracker.add(event)
        if not tracker.inside:
            end = event.end
            if enough is not None and end >= enough:
                break
    return end


def _whole_events(path: Path, start: int, verify: bool) -> Iterator[LogEvent]:
    """The events from there on. Only a log that is in use may end within an event."""
    try:
        size = path.stat().st_size
        # looked at before the events are: a log that is closed meanwhile was in use when its end was not there
        in_use = size < _FIRST + HEADER_LENGTH or _in_use(path)
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {error}") from error
    if size >= _FIRST + HEADER_LENGTH:
        yield from read_part(path, start, None, verify=verify, stop_at_truncation=in_use)


def _in_use(path: Path) -> bool:
    with path.open("rb") as stream:
        head = stream.read(_FIRST + HEADER_LENGTH)[_FIRST:]
    return len(head) < HEADER_LENGTH or bool(EventHeader.parse(head).flags & HeaderFlag.BINLOG_IN_USE)
