"""Statements that administer tables, locks, logs and sessions, as they are written."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import TableSyntax

if TYPE_CHECKING:
    from binwriter.catalog.histograms import Request
    from binwriter.catalog.resource_groups import Wanted
    from binwriter.sql.text.words import ParsedStatement


@dataclass(frozen=True, slots=True)
class AdminSyntax(TableSyntax):
    """command: the name of its kind. tables: (schema or None, name). local: LOCAL, NO_WRITE_TO_BINLOG. modes,
    aliases: of LOCK TABLES, READ or WRITE for each table, and the name that it is given. words: the words behind the
    first, in upper case, as far as the kind needs them; argument: a name or text. condition: the text behind WHERE.
    statement: the one that EXPLAIN is asked about. histograms: what ANALYZE is to do to them.
    """

    command: str
    tables: tuple[tuple[str | None, str], ...] = ()
    local: bool = False
    modes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    argument: str = ""
    condition: str = ""
    statement: ParsedStatement | None = None
    histograms: Request | None = None


@dataclass(frozen=True, slots=True)
class ForeignServerSyntax(AdminSyntax):
    """CREATE, ALTER, DROP SERVER: its name is the argument. given: by columns of mysql.servers. exists: IF EXISTS."""

    wrapper: str = ""
    given: dict[str, str | int] = field(default_factory=dict)
    exists: bool = False


@dataclass(frozen=True, slots=True)
class KeyCacheSyntax(AdminSyntax):
    """CACHE INDEX, LOAD INDEX INTO CACHE: the cache is the argument. keys: of each table, as they are named.
    partitioned: partitions are."""

    keys: tuple[tuple[str, ...], ...] = ()
    partitioned: bool = False


@dataclass(frozen=True, slots=True)
class ResourceGroupSyntax(AdminSyntax):
    """CREATE, ALTER, DROP, SET RESOURCE GROUP: its name is the argument. forces: FORCE. threads: of SET .. FOR."""

    wanted: Wanted | None = None
    forces: bool = False
    threads: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoTablespaceSyntax(AdminSyntax):
    """CREATE, ALTER, DROP UNDO TABLESPACE. words: the verb, and ACTIVE or INACTIVE. file: of ADD DATAFILE."""

    file: str = ""
    engine: str | None = None
