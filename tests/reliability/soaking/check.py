"""What is done with the slices of a soak: verified by the project's verify, replayed into a real server, compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from binwriter.inspection.verify import verify_files
from tests.reliability.soaking.life import shown
from tests.reliability.soaking.operations import DATABASE, NOT_COMPARED

_MOST_SHOWN = 20


def ready_slices(folder: Path) -> Iterator[Path]:
    """The slices that are whole, in order."""
    for path in sorted((folder / "slices").iterdir()):
        if (path / "whole").exists():
            yield path


def files_of(one: Path) -> list[Path]:
    """The log files of a slice in order."""
    return sorted(path for path in one.iterdir() if path.suffix[1:].isdigit())


@dataclass
class Checker:
    """counts: files, events' bytes and slices checked. findings: one line each. replays: whether a server is there."""

    findings: list[str] = field(default_factory=list)
    files: int = 0
    size: int = 0
    slices: int = 0
    replayed: int = 0
    rows_compared: int = 0
    no_server: str | None = None

    def __post_init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Checker:
        """Starts a server, if an engine answers."""
        from binwriter.integration.mysql import running_server, unavailable_reason

        self.no_server = unavailable_reason()
        if self.no_server is None:
            self.server = self._stack.enter_context(running_server(own=True))
            # it takes groups with GTIDs and without
            self.server.execute("SET GLOBAL gtid_mode = OFF_PERMISSIVE", "SET GLOBAL gtid_mode = ON_PERMISSIVE")
            self.server.execute("SET GLOBAL event_scheduler = OFF")  # what events did is in the log
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def check(self, one: Path) -> None:
        """A slice: verified, replayed, compared."""
        files = files_of(one)
        self.slices += 1
        self.files += len(files)
        self.size += sum(path.stat().st_size for path in files)
        for finding in verify_files([str(path) for path in files]):
            if finding.severity.value != "note":
                self.findings.append(f"verify: {finding}")
        tables = json.loads((one / "tables.json").read_text())
        if self.no_server is None and files:
            self._replay(one, files, tables)

    def forget_prepared(self) -> None:
        """After a life that was killed: its prepared XA transactions would keep their locks for ever."""
        if self.no_server is None:
            for format_id, gtrid, _, data in self.server.execute("XA RECOVER CONVERT XID"):
                name = str(data).removeprefix("0x")
                self.server.execute(f"XA ROLLBACK x'{name[: 2 * gtrid]}', x'{name[2 * gtrid :]}', {format_id}")

    def _replay(self, one: Path, files: list[Path], tables: dict[str, list[list[str]]] | None) -> None:
        from binwriter.integration.replaying.client import replay, table_contents

        # what is applied is not this server's to log: it would only be slower
        result = replay(self.server, files, arguments=["--disable-log-bin"])
        self.findings.extend(f"replay of {one}: {line}" for line in result.errors[:_MOST_SHOWN])
        self.replayed += 1
        if tables is None:
            self.forget_prepared()
            return
        found = {
            table: sorted([shown(value) for value in row] for row in rows)
            for (_, table), rows in table_contents(self.server, [DATABASE]).items()
            if table not in NOT_COMPARED
        }
        self.rows_compared += sum(map(len, found.values()))
        for name in sorted(found.keys() | tables.keys()):
            if found.get(name) != tables.get(name):
                ours, theirs = tables.get(name), found.get(name)
                self.findings.append(f"tables after {one}: {name}: {_difference(ours, theirs)}")


def _difference(ours: list[list[str]] | None, theirs: list[list[str]] | None) -> str:
    if ours is None or theirs is None:
        return "only in the real server" if ours is None else "only in binwriter"
    left = [row for row in ours if row not in theirs][:3]
    right = [row for row in theirs if row not in ours][:3]
    return f"binwriter {left}, server {right}"
