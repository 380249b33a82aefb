"""Large files: runs of plain, healthy groups go by at memory speed (`binwriter.bulk.scan`), all else as ever.

Between two groups, when no check has anything open, a kernel looks at what follows and stops before the first group
that it does not know to be healthy. The checks are told the sum of what went by (`Check.end_run`), and go on, event by
event, from there. So whatever is wrong is found and said by them. Needs the package extra `fast`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from binwriter.binlog.files.runs import Run
from binwriter.formats.events import FormatDescription
from binwriter.formats.records import replace
from binwriter.inspection.verify.facts import LogFacts, Seen
from binwriter.inspection.verify.finding import Check

if TYPE_CHECKING:
    from binwriter.bulk.scan import PlainScanner

# Bytes: a smaller file is read before the kernels are loaded.
WORTH_IT = 2 << 20
# After so many attempts in vain only every so many groups are tried.
_PATIENCE = 16
_RARELY = 16


def can_leap() -> bool:
    """Whether what it needs is installed, and not switched off."""
    if not all(importlib.util.find_spec(name) for name in ("numpy", "pyarrow")):
        return False
    from binwriter.bulk.ways import has_kernels

    return has_kernels()


class Leaps:
    """The runs of one file. descriptor: of the file, which must be one that has positions. before: those of a file that
    the same checks have looked at; what is healthy in one is so in the next, if the same server wrote it."""

    def __init__(
        self, descriptor: int, log: LogFacts, checks: Sequence[Check], *, rows: bool, before: Leaps | None = None
    ) -> None:
        self._descriptor, self._log, self._checks, self._rows = descriptor, log, checks, rows
        self._before: Leaps | None = before if before is None or before._scanner is not None else before._before
        self._scanner: PlainScanner | None = None
        self._description: FormatDescription | None = None
        self._in_vain = 0

    def leap(self, position: int, progress: Callable[[int], None] | None) -> int:
        """Where the next event for the checks begins: behind a run of groups, or `position` itself."""
        log = self._log
        if log.group is not None or log.is_relay or not log.always_gtid or not self._is_time():
            return position
        scanner = self._of(log)
        run = Run(end=position)
        if scanner is None or not all(check.begin_run(log, run) for check in self._checks):
            return position
        scanner.run(position, run, progress)
        for check in self._checks:
            check.end_run(log, run)
        self._in_vain = 0 if run.groups else self._in_vain + 1
        if run.groups:
            log.skip(run)
        return run.end

    def learn(self, seen: Seen) -> None:
        """Takes in an event that no check has said anything about."""
        if self._scanner is not None and seen.intact and not seen.is_nested:
            self._scanner.learn(seen.event)

    def _is_time(self) -> bool:
        if self._in_vain > _PATIENCE:
            self._in_vain += 1
        return self._in_vain <= _PATIENCE or self._in_vain % _RARELY == 0

    def _of(self, log: LogFacts) -> PlainScanner | None:
        """The scanner for events as the description in force has them; None if the kernel does not know such."""
        if self._description is not log.description:
            from binwriter.bulk.scan import PlainScanner, can_scan

            self._description, self._scanner = log.description, None
            if log.description is not None and log.size is not None and can_scan(log.description):
                known = None if self._before is None else self._before._known(log.description)
                self._before = None
                self._scanner = PlainScanner(self._descriptor, log.size, log.description, rows=self._rows, known=known)
        return self._scanner

    def _known(self, description: FormatDescription) -> PlainScanner | None:
        """What has learnt of events as this description has them, if its last one was alike."""
        last = self._description
        alike = last is not None and replace(last, create_timestamp=0) == replace(description, create_timestamp=0)
        return self._scanner if alike else None
