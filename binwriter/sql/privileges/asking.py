"""One statement that asks for privileges: the levels at which it may ask, and the error of each.

Errors and their words as a 9.7.4 gives them (tests/golden/privileges): tables and columns are denied to the user at the
host where the client is, databases, routines and files to the account.
"""

from __future__ import annotations

from collections.abc import Collection

from binwriter.catalog.rights import Rights
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.privileges import ORDER, alternatives, as_worded
from binwriter.sql.binding.accounts import has_system_user, rights_of_definer
from binwriter.sql.binding.database import Database
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.words import ParsedStatement

_SHOWN = {"GRANT OPTION": "GRANT"}
_ROWS = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "DROP"})
_INNODB = (
    "BUFFER_PAGE BUFFER_PAGE_LRU BUFFER_POOL_STATS CMP CMP_RESET CMPMEM CMPMEM_RESET CMP_PER_INDEX CMP_PER_INDEX_RESET"
    " METRICS TRX TABLES TABLESTATS INDEXES COLUMNS VIRTUAL TABLESPACES TEMP_TABLE_INFO SESSION_TEMP_TABLESPACES"
    " CACHED_INDEXES FT_CONFIG FT_BEING_DELETED FT_DELETED FT_INDEX_CACHE FT_INDEX_TABLE FIELDS FOREIGN FOREIGN_COLS"
    " TABLESPACES_BRIEF DATAFILES"
)
_OF_TABLES_OF_SERVER = {**{f"INNODB_{one}": "PROCESS" for one in _INNODB.split()}, "FILES": "PROCESS"}
PRIVATE, PERFORMANCE = "information_schema", "performance_schema"


@dataclass(frozen=True, slots=True)
class Asking:
    """rights: of whoever sends the statement. Every question raises MySQLError if the answer is no."""

    rights: Rights
    parsed: ParsedStatement
    database: Database
    context: StatementContext

    @property
    def behaviour(self) -> Behaviour:
        return self.context.variables.behaviour

    def with_rights(self, rights: Rights) -> Asking:
        return replace(self, rights=rights)

    def place(self, schema: str | None) -> str:
        """The database that is meant. ER_NO_DB_ERROR."""
        schema_meant = schema or self.context.database
        if not schema_meant:
            raise mysql_error("ER_NO_DB_ERROR")
        return schema_meant

    # --- the server

    def server(self, words: str) -> None:
        """One of these for the whole server; written as the message has them."""
        if not self.rights.may(*alternatives(words)):
            raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", as_worded(words, self.behaviour))

    def login(self, words: str) -> None:
        """One of these, as servers before 8.0 say it of some statements: as if the client had not come in."""
        if self.behaviour.accounts_by_8_0:
            self.server(words)
        elif not self.rights.may(*alternatives(words)):
            raise self.rights.denied_login()

    def file(self) -> None:
        """FILE, as statements say it that read a file."""
        if not self.rights.may("FILE"):
            raise self.rights.denied_login()

    def system_user(self, account: tuple[str, str] | None) -> None:
        """Who has SYSTEM_USER, and what runs with its rights, is touched only by others who have it."""
        if not self.behaviour.accounts_by_8_0:
            return
        if account is not None and has_system_user(account, self.database.catalog):
            self.server("SYSTEM_USER")

    def definer(self, account: tuple[str, str] | None) -> None:
        """An object is to have the rights of this account."""
        if account is None or account == self.rights.account:
            return
        if self.behaviour.registers_set_user_id:  # so the results of 8.0.40's own tests (trigger)
            self.server("SUPER or SET_USER_ID")
        else:
            self.server("SUPER or SET_ANY_DEFINER")
            if self.behaviour.accounts_by_8_0 and account not in self.database.catalog.accounts:
                self.server("SUPER or ALLOW_NONEXISTENT_DEFINER")
        self.system_user(account)

    # --- databases, routines

    def schema(self, wanted: Collection[str], schema: str | None) -> None:
        place = self.place(schema)
        if not self.rights.in_schema(place).issuperset(wanted):
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", *self.rights.account, place)

    def schemas(self, wanted: Collection[str], name: str) -> None:
        """All of these for the databases that the name of a grant means."""
        if not self.rights.in_schemas(name).issuperset(wanted):
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", *self.rights.account, name)

    def schema_hidden(self, place: str) -> MySQLError:
        """As SHOW CREATE DATABASE says it: to the user at the host where the client is."""
        return mysql_error("ER_DBACCESS_DENIED_ERROR", self.rights.account[0], self.rights.host, place)

    def routine(self, privilege: str, kind: str, schema: str | None, name: str) -> None:
        place = self.place(schema)
        if privilege in self.rights.in_schema(place) or privilege in self.rights.on_routine(kind, place, name):
            return
        behaviour = self.behaviour
        denies = behaviour.denies_unknown_routines if privilege == "EXECUTE" else behaviour.denies_dropped_routines
        if not denies and self.database.programs.find(ProgramKind(kind), place, name) is None:
            return
        raise self.routine_denied(privilege.lower(), place, name)

    def routine_denied(self, command: str, schema: str, name: str) -> MySQLError:
        return mysql_error("ER_PROCACCESS_DENIED_ERROR", command, *self.rights.account, f"{schema}.{name}")

    # --- tables

    def is_temporary(self, schema: str | None, name: str) -> bool:
        return self.database.temporary.find(schema or self.context.database or "", name) is not None

    def table(
        self, wanted: Collection[str], schema: str | None, name: str, *, some_columns: bool = True, shown: str = ""
    ) -> None:
        """All of these for a table, or for columns of it. shown: the command's name in the message, if not theirs."""
        place = self.place(schema)
        if place.lower() == PRIVATE and set(wanted) <= {"SELECT"}:
            needed = _OF_TABLES_OF_SERVER.get(name.upper())
            if needed is not None:
                self.server(needed)
            return
        if place.lower() == PRIVATE or (place.lower() == PERFORMANCE and not _ROWS.issuperset(wanted)):
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", *self.rights.account, place)
        missing = self.rights.missing(wanted, place, name, some_columns=some_columns)
        if missing and not (missing == ["SELECT"] and is_for_all(place, name)):
            raise self.table_denied(shown or missing, name)

    def any_of(self, wanted: Collection[str], schema: str | None, name: str, shown: str) -> None:
        """One of these for a table. ANY is denied to the account."""
        place = self.place(schema)
        if place.lower() == PRIVATE or is_for_all(place, name):
            return
        if all(self.rights.missing((privilege,), place, name) for privilege in wanted):
            if shown == "ANY":
                raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", shown, *self.rights.account, name)
            raise self.table_denied(shown, name)

    def some(self, schema: str | None, name: str, shown: str = "SELECT") -> None:
        """SELECT, or any privilege that was granted for the table itself."""
        place = self.place(schema)
        if place.lower() in (PRIVATE, PERFORMANCE) or self.is_temporary(place, name):
            return
        if "SELECT" not in self.rights.in_schema(place) and not self.rights.on_table(place, name):
            raise self.table_denied(shown, name)

    def table_denied(self, command: str | Collection[str], name: str) -> MySQLError:
        if not isinstance(command, str):
            command = self.behaviour.privileges_apart.join(
                _SHOWN.get(privilege, privilege) for privilege in ORDER if privilege in command
            )
        return mysql_error("ER_TABLEACCESS_DENIED_ERROR", command, self.rights.account[0], self.rights.host, name)

    def column_denied(self, command: str, column: str, table: str) -> MySQLError:
        user, host = self.rights.account[0], self.rights.host
        return mysql_error("ER_COLUMNACCESS_DENIED_ERROR", command, user, host, column, table)

    def rights_of(self, definer: tuple[str, str] | None) -> Rights | None:
        """Those of an object's definer, None for everything; the asker's own where it has none."""
        return self.rights if definer is None else rights_of_definer(definer, self.database.catalog, self.context)


# Tables of performance_schema that everybody may read (MySQL manual, "Performance Schema Status Variable Tables" ...).
_FOR_ALL = frozenset(
    [
        "global_status",
        "session_status",
        "global_variables",
        "session_variables",
        "persisted_variables",
        "variables_info",
        "processlist",
        "keyring_component_status",
        "session_account_connect_attrs",
        "session_connect_attrs",
    ]
)


def is_for_all(schema: str, name: str) -> bool:
    return schema.lower() == PERFORMANCE and name.lower() in _FOR_ALL
