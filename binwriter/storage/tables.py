"""Tables in memory: rows, scan orders, unique checks, undo."""

from __future__ import annotations

from binwriter.catalog.tables import Table
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.storage.table_data import TableData


class Storage:
    """The rows of all tables of a server, by schema and name. The catalog says which tables there are.

    now: the clock of the statement that runs, in microseconds. closings: how often all tables were closed.
    """

    def __init__(self) -> None:
        self.now = self.closings = 0
        self._tables: dict[tuple[str, str], TableData] = {}

    def create(self, table: Table) -> TableData:
        """An empty table; replaces one of the same name."""
        data = TableData(table)
        data.created = self.now
        self._tables[table.schema, table.name] = data
        return data

    def put(self, data: TableData) -> None:
        """A table with its rows, under the name of its definition."""
        data.created, data.untouched = self.now, data.version
        self._tables[data.definition.schema, data.definition.name] = data

    def find(self, schema: str, name: str) -> TableData | None:
        """The rows of a table, None when there is none."""
        return self._tables.get((schema, name))

    def drop(self, schema: str, name: str) -> None:
        """Forgets a table, if it is there."""
        self._tables.pop((schema, name), None)

    def opened_anew(self, schema: str, name: str) -> None:
        """A definition has changed, or FLUSH TABLES: the engine reads again what it keeps of the rows."""
        if (data := self.find(schema, name)) is not None:
            data.statistics.opened_anew(len(data))

    def all_opened_anew(self) -> None:
        """The same of every table."""
        self.closings += 1
        for data in self._tables.values():
            data.statistics.opened_anew(len(data))

    def truncate(self, schema: str, name: str) -> None:
        """Empties a table and resets its AUTO_INCREMENT counter. ER_NO_SUCH_TABLE when there is none."""
        self.data(schema, name).truncate()

    def rename(self, schema: str, name: str, new_schema: str, new_name: str) -> TableData:
        """Gives a table another name; rows and counter stay. ER_NO_SUCH_TABLE when there is none."""
        data = self.data(schema, name)
        del self._tables[schema, name]
        data.definition = replace(data.definition, schema=new_schema, name=new_name)
        self._tables[new_schema, new_name] = data
        return data

    def all(self) -> list[TableData]:
        """Every table."""
        return list(self._tables.values())

    def data(self, schema: str, name: str) -> TableData:
        """The rows of a table. ER_NO_SUCH_TABLE when there is none."""
        try:
            return self._tables[schema, name]
        except KeyError:
            raise mysql_error("ER_NO_SUCH_TABLE", schema, name) from None
