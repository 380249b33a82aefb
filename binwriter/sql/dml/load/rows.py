"""The fields of a line as the values of a row: how each is stored, what is missing, and what is said of both.

Source: MySQL manual, "LOAD DATA Statement"; errors and warnings as captured on 9.7.4 (tests/golden/loads).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from binwriter.catalog.tables import Column, Table
from binwriter.errors import EncodeError, MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.raw_bytes import SourcedText
from binwriter.sql.dml import column_values
from binwriter.sql.dml.load.file import Line
from binwriter.sql.dml.load.ill_formed import characters, has_bytes, with_question_marks, without_bytes, without_end
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.types import Kind
from binwriter.statement.facts import UserVariable
from binwriter.statement.values import RowOperation

Assignment = tuple[int, Callable[[Row], ColumnValue]]


class FieldStore:
    """Stores the fields of lines. slots: where each goes, a column's index or the name of a user variable.

    charset: of the fields. fixed: they are of rows of fixed length; is_xml: of LOAD XML. given: the columns that get
    values. fed: of those, the ones that get a field in the row. assignments: of SET.
    """

    def __init__(self, run: DmlRun, table: Table, slots: Sequence[int | str], charset: Collation) -> None:
        self.run, self.table, self.slots, self.charset = run, table, slots, charset
        self.fixed = self.is_xml = False
        self.given: frozenset[int] = frozenset()
        self.fed: set[int] = set()
        self.assignments: Sequence[Assignment] = ()
        self.asked: Callable[[], None] | None = None  # what is to be done when a field asks for a further block
        self._nulls: list[str] = []  # NOT NULL columns for which the row gives NULL
        self._passed: set[str] = set()  # those of which nothing is said unless SET gives them a value
        # nothing is said of them beside triggers of whatever kind (as a 9.7.4 answers, cluster nulls_of_files)
        triggers = any(run.has_triggers(table, operation) for operation in RowOperation)
        self.passes_nulls = triggers and not run.context.variables.behaviour.tells_nulls_first

    def row(self, line: Line) -> LoadedRow:
        """A line as a row."""
        return LoadedRow(self, line)

    def begin_row(self) -> None:
        """Nothing is known of the row yet."""
        self._nulls.clear()
        self._passed.clear()
        self.fed.clear()

    def text(self, field: str | bytes | None) -> str | bytes | None:
        """A field as characters; of one with other bytes those stand as lone surrogates, and of the character set
        binary it stays what it is."""
        if not isinstance(field, bytes):
            return field
        if self.charset.id == BINARY_COLLATION_ID:
            return field.decode("ascii") if field.isascii() else field
        try:
            return self.charset.decode_keeping(field)
        except (CorruptLogError, EncodeError, UnicodeDecodeError):
            return characters(field, self.charset)

    def set_variable(self, name: str, value: str | bytes | None) -> None:
        """A field that goes into a user variable; one that the statement has set to a value is not logged for it."""
        context = self.run.context
        variables = context.session.user_variables
        known = variables.get(name.lower())
        if isinstance(value, bytes):
            value = value.decode(errors="surrogateescape")
        value = value if value is None else without_bytes(value)
        if value is not None or not context.variables.behaviour.logs_nulls_of_files:
            context.facts.user_variables_set.add(name.lower())
        variables[name.lower()] = UserVariable(value, self.charset.id, name=known.name if known else name)

    def checked_field(self, line: Line, place: int, row: Row) -> ColumnValue:
        """A field of a line. A server stores the fields behind one that is an error, too, and only then gives up
        (captured: dialogues/loaded); LOAD XML evaluates SET as well. Of a row of fixed length it says that they are
        missing (captured: load_data_more_*)."""
        slots, fields = self.slots, line.fields
        if fields[place] is None:
            self.refuse_no_geometry(self.table.columns[int(slots[place])])
        try:
            return self.field(self.table.columns[int(slots[place])], fields[place], row)
        except MySQLError as first:
            said = self.run.context.diagnostics
            count = len(said)
            self.store_in_vain(slots[place + 1 :], fields[place + 1 :], row)
            if self.fixed and len(fields) < len(slots):
                self.add(mysql_error("ER_WARN_TOO_FEW_RECORDS", self.run.context.row_number))
            if self.is_xml:
                self._assign_in_vain(row)
            if line.failure is not None and first.symbol != "ER_INVALID_JSON_TEXT":
                self.add(line.failure)
            first.later = (*first.later, *said[count:])
            del said[count:]
            raise

    def store_in_vain(self, slots: Sequence[int | str], fields: Sequence[str | bytes | None], row: Row = ()) -> None:
        """Fields of a row that will not be: what is wrong with them is said."""
        for slot, value in zip(slots, fields, strict=False):
            try:
                if isinstance(slot, str):
                    self.set_variable(slot, self.text(value))
                else:
                    self.field(self.table.columns[slot], value, row)
            except MySQLError as error:
                self.add(error)

    def _assign_in_vain(self, row: Row) -> None:
        for _, value in self.assignments:
            try:
                value(row)
            except MySQLError as error:
                self.add(error)
                return

    def add(self, error: MySQLError) -> None:
        """Says of an error that is not the first."""
        self.run.context.diagnostics.append(Diagnostic("Error", error.code, error.message))

    def field(self, column: Column, given: str | bytes | None, row: Row) -> ColumnValue:
        """A field as its column keeps it. NULL where there must be none becomes the implicit default."""
        run, value = self.run, self.text(given)
        if value is None and column.auto_increment:
            return None
        if value is None and not column.spec.nullable:
            if column.spec.type is ColumnType.TIMESTAMP2:
                return column_values.now(run, column)
            if self.passes_nulls and not self.is_xml:
                self._passed.add(column.name)
                return self.passed_null(column)
            self._nulls.append(column.name)
            if self.is_xml or run.context.variables.behaviour.tells_nulls_first:
                self.complain_of_nulls()
            return column_values.empty(column)
        if self.charset.id == BINARY_COLLATION_ID and isinstance(value, str) and not self._takes_text(column):
            value = value.encode()
        if isinstance(value, str) and not value.isascii():
            return column_values.stored(run, column, self._of_set(column, value), null_is_error=False)
        return column_values.stored(run, column, value, null_is_error=False)

    def tell_of_assigned(self) -> None:
        """That columns were NULL before SET gave them a value is told behind all values, whatever they are now, but
        where BEFORE triggers look first (captured: loads_assigned_over_nulls_row, loads_of_nulls_assigned_row)."""
        before = {*self._nulls, *(() if self._looks_first else self._passed)}
        assigned = {index for index, _ in self.assignments} if before else set()
        for index, column in enumerate(self.table.columns):
            if index in assigned and column.name in before:
                self.run.context.error_or_warning("ER_BAD_NULL_ERROR", column.name, as_error=self.run.strict())

    @property
    def _looks_first(self) -> bool:
        return self.run.has_triggers(self.table, RowOperation.WRITE, "BEFORE")

    def passed_null(self, column: Column) -> ColumnValue:
        """NULL for a NOT NULL column as triggers of INSERT see it, or what it is without them."""
        return None if self._looks_first else column_values.empty(column)

    @staticmethod
    def _takes_text(column: Column) -> bool:
        """Of text that is bytes: what has wider characters, numbers and documents take the bytes."""
        kind = column_type(column.spec).kind
        if column.spec.type is ColumnType.JSON or kind in (Kind.INT, Kind.DECIMAL, Kind.REAL):
            return False
        return kind is not Kind.STRING or collation_by_id(column.spec.collation).mbminlen == 1

    def tell_of_missing(self, others: Sequence[int | str]) -> None:
        """That the line has no field for a column. others: what it has none for besides."""
        context = self.run.context
        try:
            context.error_or_warning("ER_WARN_TOO_FEW_RECORDS", context.row_number, as_error=self.run.strict())
        except MySQLError as error:
            if context.variables.behaviour.ends_at_long_lines:
                own = Diagnostic("Error", error.code, error.message)
                error.later = tuple(own for slot in others if isinstance(slot, int))
            raise

    def refuse_no_geometry(self, column: Column) -> None:
        """ER_WARN_NULL_TO_NOTNULL in any mode: no geometry is an empty one (captured: load_data_nulls)."""
        if column.spec.type is ColumnType.GEOMETRY and not column.spec.nullable:
            raise mysql_error("ER_WARN_NULL_TO_NOTNULL", column.name, self.run.context.row_number)

    def complain_of_nulls(self) -> None:
        """Of NULLs for NOT NULL columns, when all else of the row is in (captured: load_data_nulls)."""
        run = self.run
        names, self._nulls = self._nulls, []
        for name in names:
            run.context.error_or_warning("ER_WARN_NULL_TO_NOTNULL", name, run.context.row_number, as_error=run.strict())

    def _of_set(self, column: Column, value: str) -> str | bytes:
        """A field of the file's character set as it is stored: a column of the same set and one of bytes get its bytes,
        text of another set is converted, numbers and moments see ? for what is no character."""
        kind, ill_formed = column_type(column.spec).kind, has_bytes(value)
        if kind is not Kind.STRING or column.spec.type in (ColumnType.ENUM, ColumnType.SET):
            return with_question_marks(without_end(value, self.charset)) if ill_formed else value
        source = SourcedText.of(value, self.charset)
        collation = collation_by_id(column.spec.collation)
        if column.spec.collation == BINARY_COLLATION_ID or (ill_formed and collation.charset == self.charset.charset):
            return source.bytes()
        return source if self.charset.charset != "utf8mb4" or ill_formed else value


class LoadedRow:
    """The values of one line, in the form in which `write_rows` takes those of INSERT."""

    def __init__(self, fields: FieldStore, line: Line) -> None:
        self._fields, self._line = fields, line

    def __contains__(self, index: object) -> bool:
        return index in self._fields.given

    def items(self) -> Iterator[Assignment]:
        """In the order in which they are stored."""
        store, fields = self._fields, self._line.fields
        store.begin_row()
        run, columns = store.run, store.table.columns
        for place, slot in enumerate(store.slots):
            if place == self._line.asks and store.asked is not None:
                store.asked()
            if place >= len(fields) and self._line.failure is not None:
                raise self._line.failure
            if place >= len(fields):
                if isinstance(slot, str):
                    store.set_variable(slot, None)
                    continue
                column = columns[slot]
                if not store.fixed:
                    store.refuse_no_geometry(column)
                store.tell_of_missing(store.slots[place + 1 :])
                is_given = slot in store.slots[: len(fields)]
                yield slot, partial(column_values.missing, run, column, fixed=store.fixed or is_given)
            elif isinstance(slot, str):
                store.set_variable(slot, store.text(fields[place]))
            else:
                store.fed.add(slot)
                yield slot, partial(store.checked_field, self._line, place)
        for index, value in store.assignments:
            yield index, value
            if not columns[index].auto_increment:
                store.fed.discard(index)  # of its NULL is told
        store.tell_of_assigned()
        store.complain_of_nulls()
