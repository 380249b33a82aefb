"""Files of finished tasks become a log: named, listed in the index, all or none.

A file `_binwriter.json` in the folder says which publications there were. One that is begun says so there before the
first file gets its name; whoever comes next after a crash takes those files away again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Any

from binwriter import disk
from binwriter.binlog.files.index import LogIndex, file_name, is_log_name
from binwriter.binlog.files.recovery import scan
from binwriter.bulk.work import BulkSettings
from binwriter.errors import LogFileError
from binwriter.formats.records import dataclass
from binwriter.integration.spark.write.task_files import Base, WrittenFile, settle

MANIFEST = "_binwriter.json"
SUCCESS = "_SUCCESS"
_TEMPORARY = "_temporary-"
# Publications that the manifest remembers; a stream looks at the last one only.
_REMEMBERED = 20


@dataclass(frozen=True)
class Publication:
    """One job, or one batch of a stream. base: where it began; after: where the next one begins. files: names."""

    id: str
    base: Base
    after: Base
    files: tuple[str, ...]
    done: bool = True


@dataclass
class LogFolder:
    """The folder of a log that jobs write."""

    path: Path
    basename: str
    settings: BulkSettings
    publications: list[Publication] = field(default_factory=list)

    @property
    def index(self) -> LogIndex:
        return LogIndex(self.path, self.basename)

    @property
    def _manifest(self) -> Path:
        return self.path / MANIFEST

    def load(self) -> LogFolder:
        """Reads the manifest. LogFileError if it cannot be read."""
        try:
            entries = json.loads(self._manifest.read_text(encoding="utf-8")).get(self.basename, [])
            self.publications = [_publication(entry, self.basename) for entry in entries]
        except FileNotFoundError:
            self.publications = []
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LogFileError(f"cannot read {self._manifest}: {error}") from error
        return self

    def _save(self) -> None:
        try:
            known = json.loads(self._manifest.read_text(encoding="utf-8"))
        except FileNotFoundError:
            known = {}
        known[self.basename] = [asdict(each) for each in self.publications[-_REMEMBERED:]]
        disk.write_whole(self._manifest, [json.dumps(known, indent=1).encode()])

    @property
    def finished(self) -> list[Publication]:
        return [each for each in self.publications if each.done]

    def has_log(self) -> bool:
        """Whether there is a log of this base name, ours or not."""
        return self.index.exists() or (self.path.is_dir() and self.index.highest_number() > 0)

    def base(self, publication_id: str | None = None, *, overwrite: bool = False) -> Base:
        """Where a publication of that id begins: again where it began, if it is the last one (a batch that is run
        again); else behind what is there. LogFileError for a log that cannot be gone on with."""
        if overwrite:
            self._check_own()
            return Base()
        finished = self.finished
        if finished:
            last = finished[-1]
            return last.base if last.id == publication_id else last.after
        if self.publications or not self.has_log():
            return Base()
        return self._after_foreign()

    def _check_own(self) -> None:
        if self.has_log() and not self.publications:
            raise LogFileError(f"{self.path}: there is a log that the data source did not write; it is not overwritten")

    def _after_foreign(self) -> Base:
        """Behind a log that others made: its GTIDs are read from its last file."""
        names = self.index.read() if self.index.exists() else []
        gno = 1
        if names:
            state = scan(self.path / names[-1])
            if state.in_use:
                raise LogFileError(f"{self.path / names[-1]} is in use: a server or another job writes it")
            gno = state.executed.next_gno(self.settings.server_uuid, self.settings.tag)
        return Base(1, self.index.highest_number() + 1, gno, gno)

    # --- publishing

    def publish(
        self, publication_id: str, files: Sequence[WrittenFile], *, overwrite: bool, expected: Base
    ) -> Publication:
        """Makes the files, in this order, the log or its continuation.

        expected: the base by which they were written. LogFileError if another job published meanwhile, or files
        cannot be written: then nothing of it can be seen, once the next job has looked.
        """
        self.recover()
        base = self.base(publication_id, overwrite=overwrite)
        if base != expected:
            raise LogFileError(f"{self.path}: another job has published meanwhile; nothing of this one was")
        earlier = [] if overwrite else [each for each in self.publications if each.id != publication_id]
        replaced = [each for each in self.publications if each not in earlier]
        names = [file_name(self.basename, base.file_number + number) for number in range(len(files))]
        results = []
        for number, (file, name) in enumerate(zip(files, names, strict=True)):
            following = names[number + 1] if number + 1 < len(names) else None
            results.append(settle(file, 1 if number == 0 else base.file_number + number, name, following))
        after = Base(base.publication + 1, base.file_number + len(files), base.gno, base.xid)
        if files:
            last_gno = max(file.plan.first_gno + file.result.gtids for file in files)
            last_xid = max(file.plan.first_xid + file.result.gtids for file in files)
            after = replace(after, gno=max(base.gno, last_gno), xid=max(base.xid, last_xid))
        publication = Publication(publication_id, base, after, tuple(names), done=False)
        kept = self._kept_names(replaced)
        try:
            (self.path / SUCCESS).unlink(missing_ok=True)
            self._take_away(replaced)
            self.publications = [*earlier, publication]
            self._save()
            for file, name in zip(files, names, strict=True):
                Path(file.path).replace(self.path / name)
            self.index.write([*kept, *names])
            publication = replace(publication, done=True)
            self.publications = [*earlier, publication]
            self._save()
            (self.path / SUCCESS).touch(mode=disk.FILE_MODE)
        except OSError as error:
            raise LogFileError(f"cannot publish in {self.path}: {error}") from error
        return publication

    def _kept_names(self, replaced: Sequence[Publication]) -> list[str]:
        gone = {name for each in replaced for name in each.files}
        present = self.index.read() if self.index.exists() else []
        if replaced and replaced == self.publications and not replaced[0].base.publication:
            return []  # all of the log, and the manifest may have forgotten its first files
        return [name for name in present if name not in gone]

    def _take_away(self, replaced: Sequence[Publication]) -> None:
        if not replaced:
            return
        kept = self._kept_names(replaced)
        gone = {name for each in replaced for name in each.files}
        gone |= {name for name in (self.index.read() if self.index.exists() else []) if name not in kept}
        self.index.write(kept)
        for name in gone:
            (self.path / name).unlink(missing_ok=True)

    def recover(self) -> None:
        """Takes away what a publication left that did not come to its end."""
        self.load()
        begun = [each for each in self.publications if not each.done]
        if not begun:
            return
        names = {name for each in begun for name in each.files}
        try:
            if self.index.exists():
                self.index.write([name for name in self.index.read() if name not in names])
            for name in names:
                (self.path / name).unlink(missing_ok=True)
            self.publications = self.finished
            self._save()
        except OSError as error:
            raise LogFileError(f"cannot clean {self.path}: {error}") from error

    # --- temporary files

    def temporary(self, job: str) -> Path:
        """The folder for the job's files until they are published."""
        return self.path / f"{_TEMPORARY}{job}"

    def clean(self, job: str) -> None:
        """Takes the job's temporary files away, those of attempts that lost included. job: may be a pattern."""
        for folder in self.path.glob(f"{_TEMPORARY}{job}"):
            for _ in range(3):  # an attempt that is still running may add one
                shutil.rmtree(folder, ignore_errors=True)
                if not folder.exists():
                    break


def _publication(entry: dict[str, Any], basename: str) -> Publication:
    if strange := [name for name in entry["files"] if not is_log_name(name, basename)]:
        raise ValueError(f"{strange[0]!r} is no file of this log")  # it would be deleted one day
    base, after = Base(**entry["base"]), Base(**entry["after"])
    return Publication(entry["id"], base, after, tuple(entry["files"]), bool(entry["done"]))
