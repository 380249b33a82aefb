"""All checks over all files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from binwriter.binlog.files.encrypted import EncryptedFile, as_plain
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.sources import STDIN
from binwriter.errors import LogFileError, OptionError, reason_of
from binwriter.formats.records import dataclass
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.file_checks import FILE_CHECKS
from binwriter.inspection.verify.finding import Check, Finding
from binwriter.inspection.verify.framing import FRAMING_CHECKS
from binwriter.inspection.verify.groups import GROUP_CHECKS, GroupStructure
from binwriter.inspection.verify.gtids import GTID_CHECKS, Gtids
from binwriter.inspection.verify.leaps import WORTH_IT, Leaps, can_leap
from binwriter.inspection.verify.rebuild import Rebuild, RebuildCounts
from binwriter.inspection.verify.scan import Scanner, size_of
from binwriter.inspection.verify.series import SERIES_CHECKS, RotateTarget, follows, targets
from binwriter.inspection.verify.statements import STATEMENT_CHECKS
from binwriter.inspection.verify.table_checks import TABLE_CHECKS, RowData, TableDescription
from binwriter.inspection.verify.values import VALUE_CHECKS

_ALL: tuple[type[Check], ...] = (
    *FRAMING_CHECKS,
    *FILE_CHECKS,
    *GROUP_CHECKS,
    *TABLE_CHECKS,
    *STATEMENT_CHECKS,
    *VALUE_CHECKS,
    *GTID_CHECKS,
    *SERIES_CHECKS,
    Rebuild,
)

# name -> what it makes sure of
CHECKS: dict[str, str] = {check.name: check.summary for check in _ALL}

# Fed events, in this order: the structure of groups is what others build on.
_FED: tuple[type[Check], ...] = (
    *GROUP_CHECKS,
    *FILE_CHECKS,
    *TABLE_CHECKS,
    *STATEMENT_CHECKS,
    *VALUE_CHECKS,
    *GTID_CHECKS,
    RotateTarget,
)
# They run even if nobody wants their findings, because others need what they find out.
_NEEDED = frozenset({GroupStructure.name, Gtids.name, TableDescription.name})

_NEVER = 1 << 63

# Called with the file and the bytes of it that are done.
Progress = Callable[[str, int], None]


@dataclass
class Counts:
    """What went by. events: those inside Transaction_payload events not counted. groups: complete ones."""

    files: int = 0
    events: int = 0
    groups: int = 0
    bytes: int = 0


class Verifier:
    """One verification of any number of files.

    only: names of the checks that are wanted, all by default; skip: names of those that are not.
    rebuild: also build every event again and compare (`rebuilt` counts). fast: let runs of plain healthy groups go by
    at memory speed, if the packages for it are installed; the findings are the same. None: in files from 2 MiB on.
    keyring: of encrypted logs, which are looked at event by event. Raises OptionError for an unknown name.
    """

    def __init__(
        self,
        *,
        only: Collection[str] | None = None,
        skip: Collection[str] = (),
        rebuild: bool = False,
        fast: bool | None = None,
        keyring: Keyring | None = None,
    ) -> None:
        self._keyring = keyring
        for name in (*(only or ()), *skip):
            if name not in CHECKS:
                raise OptionError(f"there is no check {name!r}; there are: {', '.join(CHECKS)}")
        self._wanted = {name for name in CHECKS if (only is None or name in only) and name not in skip}
        self.counts = Counts()
        self._checks = [check() for check in _FED if check.name in self._wanted | _NEEDED]
        self._rebuild = Rebuild() if rebuild else None
        if self._rebuild is not None:
            self._wanted.add(Rebuild.name)
            self._checks.append(self._rebuild)
        self._by_type: dict[int, tuple[Check, ...]] = {}
        self._last_leaps: Leaps | None = None
        self._leap_from = _NEVER if fast is False or rebuild or not can_leap() else 0 if fast else WORTH_IT

    @property
    def rebuilt(self) -> dict[str, RebuildCounts]:
        """By event type: how many were built again, and how; empty without `rebuild`."""
        return self._rebuild.counts if self._rebuild is not None else {}

    def verify(self, paths: Sequence[str | Path], progress: Progress | None = None) -> Iterator[Finding]:
        """The findings, file by file. paths: log files, index files, folders, `-`.

        Raises LogFileError for a path that cannot be opened or read.
        """
        for finding in self._all_findings([str(path) for path in paths], progress):
            if finding.check in self._wanted:
                yield finding

    def _all_findings(self, paths: Sequence[str], progress: Progress | None) -> Iterator[Finding]:
        before: LogFacts | None = None
        for target in targets(paths):
            yield from target.findings
            if target.exists:
                log = LogFacts("<stdin>" if target.path == STDIN else target.path)
                if before is not None and follows(log.file, before.file):
                    before.previous = None
                    log.previous = before
                yield from self._file(target.path, log, progress)
                before = log

    def _file(self, path: str, log: LogFacts, progress: Progress | None) -> Iterator[Finding]:
        if path == STDIN:
            yield from self._stream(sys.stdin.buffer, log, progress)
            return
        with ExitStack() as opened:
            try:
                stream = opened.enter_context(Path(path).open("rb"))
            except (OSError, ValueError) as error:
                raise LogFileError(f"cannot open {path}: {reason_of(error)}") from error
            yield from self._stream(opened.enter_context(as_plain(stream, path, self._keyring)), log, progress)

    def _stream(self, stream: BinaryIO, log: LogFacts, progress: Progress | None) -> Iterator[Finding]:
        for check in self._checks:
            yield from check.begin_file(log)
        done = (lambda position: progress(log.file, position)) if progress is not None else None
        leaps = self._leaps(stream, log)
        try:
            for item in Scanner(stream, log, done, leaps):
                if isinstance(item, Finding):
                    yield item
                else:
                    healthy = True
                    for finding in self._event(log, item):
                        healthy = False
                        yield finding
                    if healthy and leaps is not None:
                        leaps.learn(item)
        except OSError as error:
            raise LogFileError(f"cannot read {log.file}: {reason_of(error)}") from error
        for check in self._checks:
            yield from check.end_file(log)
        self.counts.files += 1
        self.counts.events += log.events
        self.counts.groups += log.groups
        self.counts.bytes += log.position

    def _leaps(self, stream: BinaryIO, log: LogFacts) -> Leaps | None:
        size = size_of(stream)
        is_file = hasattr(stream, "fileno") and not isinstance(getattr(stream, "raw", None), EncryptedFile)
        if size is None or size < self._leap_from or not is_file:
            return None
        try:
            descriptor = stream.fileno()
        except OSError:
            return None
        rows = RowData.name in self._wanted
        self._last_leaps = Leaps(descriptor, log, self._checks, rows=rows, before=self._last_leaps)
        return self._last_leaps

    def _event(self, log: LogFacts, seen: Seen) -> Iterator[Finding]:
        log.learn(seen)
        kind = seen.type
        checks = self._by_type.get(kind)
        if checks is None:
            checks = self._by_type[kind] = tuple(check for check in self._checks if _wants(check, kind))
        for check in checks:
            yield from check.event(log, seen)


def _wants(check: Check, event_type: int) -> bool:
    if type(check).event is Check.event:
        return False
    return check.types is None or event_type in check.types


def verify_files(
    paths: Sequence[str | Path],
    *,
    only: Collection[str] | None = None,
    skip: Collection[str] = (),
    rebuild: bool = False,
    fast: bool | None = None,
) -> Iterator[Finding]:
    """The findings in these files, in order; none if all is well. Parameters and errors as in `Verifier`."""
    return Verifier(only=only, skip=skip, rebuild=rebuild, fast=fast).verify(paths)


__all__ = ["CHECKS", "Counts", "Progress", "Verifier", "verify_files"]
