"""Databases and what is in them: tables, views, libraries; the catalog of a server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from binwriter.catalog import resource_groups
from binwriter.catalog.accounts import SERVERS_OWN, Accounts
from binwriter.catalog.grants import Grants
from binwriter.catalog.schema_tables import Tables
from binwriter.catalog.tables import ForeignKey, Table
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import ReferenceSystem


@dataclass(frozen=True, slots=True)
class View:
    """A view. columns: the names of its list, empty if it has none; query: the text of its SELECT.

    The query's unqualified names are found in made_in, which is schema where it is ''.
    definer: the account whose rights it has, None for the reader's.
    made_by: the account that DEFINER names, also where the reader's rights count. client, connection: the character set
    of the client that made it, and its connection's collation.
    stars: where * stands in the select list, the columns that it meant when the view was made, (name, table alias);
    None for what is no *.
    duality: it is a JSON duality view, whose only column has documents. titles: of its items, what the server calls
    those whose text makes no name; '' of others, and empty where there is none.
    """

    schema: str
    name: str
    query: str
    columns: tuple[str, ...] = ()
    algorithm: str = "UNDEFINED"
    check_option: str = ""
    definer: tuple[str, str] | None = None
    stars: tuple[tuple[str, str] | None, ...] = ()
    made_by: tuple[str, str] = ("root", "localhost")
    client: str = "utf8mb4"
    connection: str = "utf8mb4_0900_ai_ci"
    created: int = 0  # microseconds
    printed: str = ""  # the query as the server writes it, from when the view was made
    made_in: str = ""
    made_strictly: bool = True  # under a strict sql_mode: texts of functions may be NULL then
    duality: bool = False
    titles: tuple[str, ...] = ()

    @property
    def home(self) -> str:
        """The database of names that have none."""
        return self.made_in or self.schema


@dataclass(frozen=True, slots=True)
class Library:
    """CREATE LIBRARY: language in upper case, body without its quotes. created, modified: in microseconds."""

    name: str
    language: str
    comment: str
    body: str
    creator: tuple[str, str] = ("root", "localhost")
    sql_mode: str = ""
    created: int = 0
    modified: int = 0


@dataclass
class Schema:
    """A database: its name, default collation id, tables and views by name; DEFAULT ENCRYPTION='Y', READ ONLY = 1.

    libraries: by name in lower case.
    """

    name: str
    collation: int = 255
    tables: Tables = field(default_factory=Tables)
    views: dict[str, View] = field(default_factory=dict)
    encrypted: bool = False
    read_only: bool = False
    libraries: dict[str, Library] = field(default_factory=dict)


ReferenceSystems = dict[int, ReferenceSystem | None]
UndoTablespaces = dict[str, tuple[str, bool]]  # name -> data file, whether it is active
_SERVERS_UNDO = ("innodb_undo_001", "innodb_undo_002")


class Catalog:
    """All databases of a server, its accounts (user, host), and names of what has nothing in it here.

    Names are case sensitive (lower_case_table_names=0). schemas: those that SQL has made. beside: what it has made in
    databases that are always there, `mysql` and `sys`, beside the server's own objects.
    """

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}
        self.beside: dict[str, Schema] = {}
        self.accounts = Accounts()
        self.grants = Grants()
        for account in self.accounts:
            if account in SERVERS_OWN:
                self.grants.grant_to_servers_own(account)
            else:
                self.grants.grant_everything(account)
        self.foreign_servers: set[str] = set()
        self.undo_tablespaces: UndoTablespaces = dict.fromkeys(_SERVERS_UNDO, ("", True))
        # tables of `mysql` whose definitions statements changed: they are in `beside`, or gone
        self.taken: set[tuple[str, str]] = set()
        self.channels: dict[str, bool] = {}  # of replication, by name: whether it was started
        self.version = 0  # of the server whose system tables it has, as its profile numbers it; 0: the newest
        self.reference_systems: ReferenceSystems = {}  # those that were made here, and (None) dropped
        self.tablespaces: dict[str, str] = {}  # name -> data file
        self.views_renamed = False  # whether a view was renamed ever: one may read itself (`view_queries`)

    @cached_property
    def resource_groups(self) -> resource_groups.ResourceGroups:
        """Those that statements make, and the server's own."""
        return resource_groups.ResourceGroups()

    def schema(self, name: str) -> Schema:
        """The database of that name; MySQLError ER_BAD_DB_ERROR when there is none."""
        database = self.place(name)
        if database is None:
            raise mysql_error("ER_BAD_DB_ERROR", name)
        return database

    def place(self, name: str) -> Schema | None:
        """The database in which objects of that name are, if SQL has made any there."""
        return self.schemas.get(name) or self.beside.get(name)

    def every_place(self) -> Iterator[Schema]:
        """All databases in which SQL has made objects."""
        yield from self.schemas.values()
        yield from self.beside.values()

    def find(self, schema: str, table: str) -> Table | None:
        database = self.place(schema)
        return database.tables.get(table) if database else None

    @property
    def parents(self) -> frozenset[tuple[str, str]]:
        """The tables that foreign keys refer to: (schema, name)."""
        return frozenset(parent for schema in self.every_place() for parent in schema.tables.by_parent)

    def is_parent(self, schema: str, table: str) -> bool:
        """Whether foreign keys refer to the table."""
        return any((schema, table) in database.tables.by_parent for database in self.every_place())

    def children(self, schema: str, table: str) -> Iterator[tuple[Table, ForeignKey]]:
        """The foreign keys that refer to a table, with the tables that have them, in the order of `ForeignKey.born`."""
        parent = (schema, table)
        pairs = [
            (database.tables[name], key)
            for database in self.every_place()
            for name in database.tables.by_parent.get(parent, ())
            for key in database.tables[name].foreign_keys
            if key.parent == parent
        ]
        return iter(sorted(pairs, key=lambda child: child[1].born))

    def view(self, schema: str, name: str) -> View | None:
        database = self.place(schema)
        return database.views.get(name) if database else None

    def table(self, schema: str, table: str) -> Table:
        """The table; MySQLError ER_BAD_DB_OF_TABLE or ER_NO_SUCH_TABLE when there is none."""
        database = self.place(schema)
        definition = database.tables.get(table) if database is not None else None
        if definition is None:
            raise mysql_error("ER_BAD_DB_OF_TABLE" if database is None else "ER_NO_SUCH_TABLE", schema, table)
        return definition

    def __iter__(self) -> Iterator[Table]:
        for schema in self.every_place():
            yield from schema.tables.values()
