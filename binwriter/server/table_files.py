"""The files of a server's tables in its folder, for those that look for them: names and sizes of new ones, no rows.

A folder for each database; in it, what an engine names its files (MySQL manual, "File-Per-Table Tablespaces", "The
MyISAM Storage Engine" and the others' pages). Names that are there already stay as they are, and only files that were
made here, which begin with `_OURS` or have nothing in them, are ever removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter import disk
from binwriter.catalog.schema_tables import Tables
from binwriter.catalog.tables import Table
from binwriter.mysql.identifiers import file_name
from binwriter.sql.system.spaces import PAGE, PAGES, fulltext_names, option_of, page_size, shared_space, space_files

if TYPE_CHECKING:
    from binwriter.server.server import Server
    from binwriter.storage.table_data import TableData

_OURS = b"binwriter made this file for its name: the rows are in memory"
_INNODB = "InnoDB"
_UNDO_SIZE = 16 << 20
# What engines name the files of a table, beside the definition (.sdi) that InnoDB alone keeps in its own file.
_ENDINGS = {
    "MyISAM": (".MYD", ".MYI"),
    "CSV": (".CSV", ".CSM"),
    "ARCHIVE": (".ARZ",),
    "MRG_MYISAM": (".MRG",),
}
_LETTERS_OF_DEFINITION = 16  # of the table's name, before the number
_FIRST_NUMBER = 360  # of a definition, behind those of a fresh server's own tables

Files = dict[Path, int]  # the size of each


class TableFiles:
    """The files that a server's catalog asks for, made and removed as the catalog changes (`follow`).

    What is there at first has its files from before, or none.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._folder = server.directory
        self._seen: dict[str, tuple[Tables, int]] = {}
        self._made: dict[str, Files] = {}
        self._spaces: tuple[dict[str, str], dict[str, tuple[str, bool]]] = {}, {}
        self._shared: Files = {}
        self._makes = False
        self.follow()
        self._makes = True

    def follow(self) -> None:
        """Behind a statement: what has changed since the last one."""
        catalog = self._server.catalog
        seen = self._seen
        if len(seen) > len(catalog.schemas) or any(name not in catalog.schemas for name in seen):
            for name in [name for name in seen if name not in catalog.schemas]:
                self._leave(name)
        for name, schema in catalog.schemas.items():
            tables = schema.tables
            before = seen.get(name)
            if before is None or before[0] is not tables or before[1] != tables.changes:
                seen[name] = tables, tables.changes
                self._keep(name, tables)
        if (catalog.tablespaces, catalog.undo_tablespaces) == self._spaces:
            return
        self._spaces = dict(catalog.tablespaces), dict(catalog.undo_tablespaces)
        shared = {self._folder / name: PAGES * PAGE for name in catalog.tablespaces.values() if name[:1] != "\0"}
        shared.update({self._folder / file: _UNDO_SIZE for file, _ in catalog.undo_tablespaces.values() if file})
        self._shared = self._changed(self._shared, shared)

    def _keep(self, name: str, tables: Tables) -> None:
        folder = self._folder / file_name(name)
        wanted: Files = {}
        for table in list(tables.values()):
            data = self._server.front_end.database.storage.find(name, table.name)
            if data is not None:
                wanted.update(self._of_table(folder, table, data))
        if self._makes:
            with suppress(OSError):
                disk.current().make_folder(folder)
        self._made[name] = self._changed(self._made.get(name, {}), wanted)

    def _leave(self, name: str) -> None:
        """The database is gone, and its folder, unless something else is in it."""
        del self._seen[name]
        self._changed(self._made.pop(name, {}), {})
        with suppress(OSError):
            (self._folder / file_name(name)).rmdir()

    def _of_table(self, folder: Path, table: Table, data: TableData) -> Iterator[tuple[Path, int]]:
        base = file_name(table.name)
        if table.engine.name != _INNODB:
            for ending in _ENDINGS.get(table.engine.name, ()):
                yield folder / f"{base}{ending}", 0
            short = file_name(table.name[:_LETTERS_OF_DEFINITION])
            yield folder / f"{short}_{_FIRST_NUMBER + data.born}.sdi", 0
        elif not shared_space(table) and not data.discarded:
            home = self._elsewhere(table) or folder
            for name in space_files(table):
                yield home / f"{name.partition('/')[2]}.ibd", PAGES * page_size(table)
            for name in fulltext_names(table, _FIRST_NUMBER + data.born):
                yield folder / f"{name.partition('/')[2]}.ibd", PAGES * PAGE

    def _elsewhere(self, table: Table) -> Path | None:
        """The folder that DATA DIRECTORY says, below the one that the server may write files to."""
        given, allowed = option_of(table, "DATA DIRECTORY").strip("'"), self._server.files
        if not given or allowed is None or not self._server.front_end.database.files.writes:
            return None
        folder = Path(given) / file_name(table.schema)
        if not folder.resolve().is_relative_to(allowed.resolve()):
            return None
        with suppress(OSError):
            disk.current().make_folder(folder)
        return folder

    def _changed(self, before: Files, now: Files) -> Files:
        """Makes and removes what is between two states."""
        if not self._makes:
            return now
        for path in before.keys() - now.keys():
            with suppress(OSError):
                if _is_ours(path):
                    disk.current().remove(path)
        for path in now.keys() - before.keys():
            with suppress(OSError), disk.current().create(path) as file:
                if now[path]:
                    disk.current().write(file, _OURS)
                    disk.current().truncate(file, now[path])
        return now


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(len(_OURS))
    return start in (_OURS, b"")
