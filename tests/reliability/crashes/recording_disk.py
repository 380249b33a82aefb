"""A disk that writes down every step, and what a crash at any of them leaves of the files.

`RecordingDisk` does what `binwriter.disk.Disk` does and keeps the steps. `Replay` applies a beginning of them to a file
system in memory that knows what was synced; its states are written to a folder by `materialise`.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO

from binwriter import disk


class Step(Enum):
    CREATE = "create"
    WRITE = "write"
    ALLOCATE = "allocate"
    TRUNCATE = "truncate"
    SYNC = "sync"
    RENAME = "rename"
    REMOVE = "remove"
    MAKE_FOLDER = "make folder"
    REMOVE_FOLDER = "remove folder"
    SYNC_FOLDER = "sync folder"
    ACKNOWLEDGED = "acknowledged"  # no step of the disk: a client has got its answer


@dataclass(frozen=True)
class Recorded:
    """One step. file: which file, whatever its name; path, target: below the recorder's root. value: data or size."""

    step: Step
    file: int = -1
    path: Path = Path()
    target: Path = Path()
    offset: int = 0
    value: Any = None


class RecordingDisk(disk.Disk):
    """root: what happens outside of it is done and not kept."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.steps: list[Recorded] = []
        self._numbers: dict[int, int] = {}  # of files, by inode

    def keep(self, step: Step, path: Path | None = None, **what: Any) -> None:
        if path is None:
            self.steps.append(Recorded(step, **what))
        elif path.is_relative_to(self.root):
            self.steps.append(Recorded(step, path=path.relative_to(self.root), **what))

    def acknowledged(self, value: Any) -> None:
        self.keep(Step.ACKNOWLEDGED, value=value)

    def _number(self, file: BinaryIO) -> int:
        inode = os.fstat(file.fileno()).st_ino
        return self._numbers.setdefault(inode, len(self._numbers))

    def create(self, path: Path, flags: int = 0) -> BinaryIO:
        file = super().create(path, flags)
        self._numbers[os.fstat(file.fileno()).st_ino] = len(self.steps) + 1_000_000  # an inode may be used again
        self.keep(Step.CREATE, path, file=self._number(file))
        return file

    def write(self, file: BinaryIO, data: memoryview | bytes) -> None:
        offset = os.lseek(file.fileno(), 0, os.SEEK_CUR)
        super().write(file, data)
        written = os.pread(file.fileno(), len(data), offset)  # what lies there: it may have been encrypted
        self.keep(Step.WRITE, file=self._number(file), offset=offset, value=written)

    def allocate(self, file: BinaryIO, start: int, size: int) -> None:
        super().allocate(file, start, size)
        self.keep(Step.ALLOCATE, file=self._number(file), value=start + size)

    def truncate(self, file: BinaryIO, size: int) -> None:
        super().truncate(file, size)
        self.keep(Step.TRUNCATE, file=self._number(file), value=os.fstat(file.fileno()).st_size)

    def sync(self, file: BinaryIO) -> None:
        self.keep(Step.SYNC, file=self._number(file))  # that it was done is all that matters here

    def rename(self, source: Path, target: Path) -> None:
        super().rename(source, target)
        self.keep(Step.RENAME, source, target=target.relative_to(self.root))

    def remove(self, path: Path) -> None:
        there = path.exists()
        super().remove(path)
        if there:
            self.keep(Step.REMOVE, path)

    def make_folder(self, path: Path) -> None:
        super().make_folder(path)
        self.keep(Step.MAKE_FOLDER, path)

    def remove_folder(self, path: Path) -> None:
        super().remove_folder(path)
        self.keep(Step.REMOVE_FOLDER, path)

    def sync_folder(self, path: Path) -> None:
        self.keep(Step.SYNC_FOLDER, path)


class Loss(Enum):
    """What a crash takes. KILL: the process dies, the system goes on. The others are power cuts.

    SYNCED: only what was synced remains. NAMES: names are as they were, contents as synced. CONTENTS: the other way
    round. SOME: each file has a beginning of what was written to it, names are some of those that were not synced.
    """

    KILL = "kill"
    SYNCED = "synced"
    NAMES = "names"
    CONTENTS = "contents"
    SOME = "some"


@dataclass
class _Content:
    written: bytearray = field(default_factory=bytearray)
    synced: bytes = b""
    lengths: list[bytes] = field(default_factory=list)  # after each write since it was synced


class Replay:
    """The files below the root after some steps; paths are below it."""

    def __init__(self) -> None:
        self.contents: dict[int, _Content] = {}
        self.names: dict[Path, int] = {}
        self.folders: set[Path] = {Path()}
        self.synced_names: dict[Path, int] = {}
        self.waiting: list[dict[Path, int]] = []  # the names after each change since the last sync of a folder
        self.acknowledged: Any = None

    def apply(self, one: Recorded, share: float = 1.0) -> None:
        """share: of a write, how much of it is done."""
        content = self.contents.setdefault(one.file, _Content()) if one.file >= 0 else _Content()
        match one.step:
            case Step.CREATE:
                self._name({**self.names, one.path: one.file})
            case Step.WRITE:
                data = one.value[: int(len(one.value) * share)]
                content.written.extend(bytes(max(0, one.offset - len(content.written))))
                content.written[one.offset : one.offset + len(data)] = data
                content.lengths.append(bytes(content.written))
            case Step.ALLOCATE:
                content.written.extend(bytes(max(0, min(one.value, 1 << 20) - len(content.written))))
            case Step.TRUNCATE:
                del content.written[one.value :]
                content.written.extend(bytes(one.value - len(content.written)))
                content.lengths.append(bytes(content.written))
            case Step.SYNC:
                content.synced = bytes(content.written)
                content.lengths.clear()
            case Step.RENAME:
                moved = {
                    one.target / path.relative_to(one.path) if path.is_relative_to(one.path) else path: file
                    for path, file in self.names.items()
                }
                self._name({**moved, **({one.target: self.names[one.path]} if one.path in self.names else {})})
            case Step.REMOVE | Step.REMOVE_FOLDER:
                self._name({path: file for path, file in self.names.items() if not path.is_relative_to(one.path)})
                self.folders -= {one.path}
            case Step.MAKE_FOLDER:
                self.folders.add(one.path)
            case Step.SYNC_FOLDER:
                inside = {path for path in (*self.names, *self.synced_names) if path.parent == one.path}
                kept = {path: file for path, file in self.synced_names.items() if path not in inside}
                self.synced_names = kept | {path: self.names[path] for path in inside if path in self.names}
                self.waiting.clear()
            case Step.ACKNOWLEDGED:
                self.acknowledged = one.value

    def _name(self, names: dict[Path, int]) -> None:
        self.names = names
        self.waiting.append(names)

    def files(self, loss: Loss, seed: int = 0) -> dict[Path, bytes]:
        """What is there after the crash."""
        chance = random.Random(seed)
        names = self.names if loss in (Loss.KILL, Loss.NAMES) else self.synced_names
        if loss is Loss.SOME:
            names = chance.choice([self.synced_names, *self.waiting])
        found = {}
        for path, number in names.items():
            content = self.contents.get(number, _Content())
            if loss in (Loss.KILL, Loss.CONTENTS):
                found[path] = bytes(content.written)
            elif loss is Loss.SOME:
                one = chance.choice([content.synced, *content.lengths])
                cut = chance.randint(len(content.synced), len(one)) if len(one) > len(content.synced) else len(one)
                found[path] = one[:cut]
            else:
                found[path] = content.synced
        return found

    def materialise(self, folder: Path, loss: Loss, seed: int = 0) -> None:
        """Makes `folder` anew as the crash leaves it."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in self.folders:
            (folder / path).mkdir(parents=True, exist_ok=True)
        for path, content in self.files(loss, seed).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)


class OtherWrites:
    """What is written below a folder past the layer of `binwriter.disk`: found by Python's audit events."""

    def __init__(self, root: Path) -> None:
        self.root, self.found, self._on = str(root), set[str](), True
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._on or event not in ("open", "os.rename", "os.remove", "os.truncate", "os.rmdir"):
            return
        path = str(arguments[0])
        writes = event != "open" or (isinstance(arguments[2], int) and arguments[2] & 3)
        if path.startswith(self.root) and writes and not self._in_layer():
            self.found.add(f"{event} {path}")

    def _in_layer(self) -> bool:
        frame = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename == disk.__file__:
                return True
            frame = frame.f_back  # type: ignore[assignment]
        return False

    def end(self) -> set[str]:
        self._on = False
        return self.found
