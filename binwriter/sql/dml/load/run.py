"""LOAD DATA: the fields of a file as rows, and what statement form needs of the file.

Source: MySQL manual, "LOAD DATA Statement"; errors, warnings and events as captured on 9.7.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind, Table
from binwriter.errors import EncodeError, MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_name
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import column_names
from binwriter.sql.command_table import changes
from binwriter.sql.ddl.table.column_types import charset_collation
from binwriter.sql.dml import column_values
from binwriter.sql.dml.completed_rows import InsertTarget
from binwriter.sql.dml.context_events import context_events
from binwriter.sql.dml.insert import always_assigned
from binwriter.sql.dml.load.file import FileReader, Line, plain_fields, plain_lines, shown_bytes
from binwriter.sql.dml.load.ill_formed import decoded_leniently, has_bytes
from binwriter.sql.dml.load.rows import FieldStore, LoadedRow
from binwriter.sql.dml.load.source import complain_of_separators, loaded_file, through_view
from binwriter.sql.dml.load.text import logged_text, printed_values
from binwriter.sql.dml.load.xml import XmlReader
from binwriter.sql.dml.locked import DELETES, Locked, locked_tables
from binwriter.sql.dml.plain_rows import takes_plain_rows, write_plain_texts
from binwriter.sql.dml.row_writer import RowWriter, write_rows
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.scope import Source
from binwriter.sql.syntax.load import LOAD, LoadDataSyntax, LoadFormat
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import LoadedFile, RowOperation
from binwriter.storage.table_data import TableData

_PIECE = 8192
_LEFT_OUT = (3819, 1369)  # ER_CHECK_CONSTRAINT_VIOLATED, ER_VIEW_CHECK_FAILED: the line is not looked at any more
_PACKET = 16384  # bytes that a client sends at a time
_LINES = 10_000  # that are read at a time
_DUPLICATES = {"": 0, "IGNORE": 1, "REPLACE": 2}


@changes("load")
def run_load(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs LOAD DATA. Raises MySQLError; rows done until then stay in `run.changes`."""
    tree = parsed.node
    assert isinstance(tree, exp.Insert)
    syntax: LoadDataSyntax = tree.meta[LOAD]
    run.ignore = syntax.conflict == "IGNORE"
    run.values.warns_once = False
    node = tree.this
    insert: exp.Insert | None = None
    if run.database.catalog.view(syntax.schema or run.context.database or "", syntax.table):
        listed = tuple(column_names(node, run.database, run.context))
        insert, syntax = through_view(parsed, node, syntax, listed, run)
        node = insert.this.this
    data = run.database.table_of(node, run.context)
    if insert is not None:
        names = {node.alias_or_name.lower(): data.definition}
        run.constraints.take_view_checks(run, insert, names, replaces=syntax.conflict == "REPLACE")
    complain_of_separators(run, syntax.format)
    given: LoadDataSyntax = tree.meta[LOAD]
    load = _Load(syntax, run, data, given)
    if insert is not None:
        load.named = listed if given.targets is None else tuple(target.name for target in given.targets)
    load.refuse_fixed_variables()
    load.look_at_missing()
    content = loaded_file(run, syntax)
    table = load.table
    replaces = syntax.conflict == "REPLACE"
    run.locked.extend(locked_tables(run, [Locked(table, DELETES if replaces else frozenset())]))
    if content:
        run.loaded = load.described(content)
    if replaces or not load.write_plain(content):
        write_rows(run, load.target, load.rows(content), expected=0, replace=replaces)
    run.reports_insert_id = False


class _Load:
    """One LOAD DATA: where its fields go."""

    def __init__(self, syntax: LoadDataSyntax, run: DmlRun, data: TableData, given: LoadDataSyntax) -> None:
        self.syntax, self.run, self.data = syntax, run, data
        charset = self._collation()  # an unknown one is an error before anything is read
        self.given_as = given  # into a view: with the view's name and columns
        self.named: tuple[str, ...] = ()  # into a view: as fields of LOAD XML are called
        self.table: Table = data.definition
        source = Source.of_table(self.table.name, self.table)
        for target in syntax.targets or ():
            if target.variable:
                name = target.name.lower()
                known = run.context.session.user_variables.get(name)
                facts, keeps = run.context.facts, run.context.variables.profile.user_vars_when_named
                facts.variables_of_file[name] = charset.id if known is None or keeps else known.collation
                if known is None and keeps:
                    facts.user_variables_set.add(name)
        self.slots: list[int | str] = []  # a column's index, or the name of a user variable
        if syntax.targets is None:
            self.slots += [index for index, column in enumerate(self.table.columns) if column.spec.visible]
        for target in syntax.targets or ():
            self.slots.append(target.name if target.variable else self._column(target.name))
        self.fields = FieldStore(run, self.table, self.slots, charset)
        self.fields.asked = self._note_block
        assigned = [
            (self._column(item.column), self._value(self._column(item.column), item.value, source))
            for item in syntax.assignments
        ]
        columns = {slot for slot in self.slots if isinstance(slot, int)} | {index for index, _ in assigned}
        # invisible columns, and those that a view has not, count as written too where no list is given (captured:
        # tests/golden/images, load_without_a_list_row)
        marked = None if given.targets is None else frozenset(columns) | always_assigned(self.table)
        if marked is not None:
            marked |= run.marked_by_triggers(self.table, RowOperation.WRITE)
        self.fields.fixed, self.fields.is_xml, self.fields.given = self.fixed, syntax.is_xml, frozenset(columns)
        # what SET gives a generated column counts for nothing
        self.fields.assignments = [item for item in assigned if not self.table.columns[item[0]].generated]
        fed = () if syntax.is_xml else self.fields.fed
        self.target = InsertTarget(data, tuple(sorted(columns)), marked, self.table.name, needs_values=False, fed=fed)

    def _column(self, name: str) -> int:
        index = self.table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        return index

    def _value(self, index: int, node: exp.Expression, source: Source) -> Callable[[Row], ColumnValue]:
        run, column = self.run, self.table.columns[index]
        if is_default_keyword(node):
            zero_counts = not run.context.has_mode("NO_AUTO_VALUE_ON_ZERO")
            keyword, table = column_values.keyword_value, self.table
            return lambda row: None if column.counts_left_out and zero_counts else keyword(run, column, table, row)
        evaluate = assignment_to(run.compile(node, source), column.spec)
        counter = self.table.auto_increment_column
        waits = self.fields.passes_nulls and run.has_triggers(self.table, RowOperation.WRITE, "BEFORE")
        waits &= not (column.spec.nullable or column.spec.type is ColumnType.GEOMETRY)

        def value(row: Row) -> ColumnValue:
            if counter is not None and row[counter] is None:  # it waits for its value, and is seen as 0
                row = (*row[:counter], 0, *row[counter + 1 :])
            result = evaluate(run.context, (row,))
            if result is None and column.auto_increment:
                return None
            if result is None and waits:
                return None
            return column_values.stored(run, column, result, null_is_error=run.strict())

        return value

    def described(self, content: bytes) -> LoadedFile:
        """What the events of statement form need."""
        run = self.run
        schema = None if self.table.schema == run.context.database else self.table.schema
        listed = tuple(self.table.columns[slot].name for slot in self.slots if isinstance(slot, int))
        text, begin, end = self.syntax.given
        if run.context.server.policy.rewrites_load:
            quotes = run.context.variables.behaviour.quotes_load_variables
            cuts = run.context.server.policy.cuts_concurrent
            quote = '"' if run.context.has_mode("ANSI_QUOTES") else "`"
            given = self.given_as
            if given.assignments and run.context.server.policy.prints_load_values:
                names = {
                    column.name.lower(): ".".join(map(quoted, (self.table.schema, self.table.name, column.name)))
                    for column in self.table.columns
                }
                given = printed_values(given, names)
            text, begin, end = logged_text(
                given, schema, listed, quotes_variables=quotes, cuts_concurrent=cuts, quote=quote
            )
        return LoadedFile(
            run.database.files.next_number(),
            content,
            text,
            begin,
            end,
            _DUPLICATES[self.syntax.conflict],
            self._block(),
            self.table.engine,
            int(run.context.variables.settings.max_allowed_packet),
        )

    def _block(self) -> int:
        """The bytes that are read at a time, in whole pieces of a buffer; SET changes nothing (captured:
        load_buffers_in_pieces_statement, load_blocks_of_packets_statement)."""
        size = int(self.run.context.variables.global_variables.at_start("read_buffer_size"))
        return _PACKET if self.syntax.local else -(-size // _PIECE) * _PIECE

    def rows(self, content: bytes) -> Iterator[LoadedRow]:
        """Row after row; a line that was too long is complained of when its row is in, not of one that a view or a
        CHECK leaves out (captured: loaded_rows_left_out_row)."""
        yield from self._given(self._reader(content))

    def _given(self, reader: FileReader | XmlReader) -> Iterator[LoadedRow]:
        context = self.run.context
        lines = reader.lines()
        for line in lines:
            told = len(context.diagnostics)
            yield self.fields.row(line)
            left_out = any(known.code in _LEFT_OUT for known in context.diagnostics[told:])
            if line.too_long and not left_out:
                number = context.row_number
                try:
                    context.error_or_warning("ER_WARN_TOO_MANY_RECORDS", number, as_error=self.run.strict())
                except MySQLError:
                    if context.variables.behaviour.ends_at_long_lines:
                        raise
                    self._store_in_vain(next(lines, None), number + 1)
                    raise

    def _note_block(self) -> None:
        """The file's first block is logged now."""
        run, loaded = self.run, self.run.loaded
        if run.context.facts.used_at_block is None and loaded is not None:
            run.context.facts.used_at_block = run.context.facts.uses()
            run.loaded = replace(loaded, context=context_events(run))

    def _store_in_vain(self, line: Line | None, number: int) -> None:
        """A line that was too long ends the statement when the fields of the next one are stored (captured:
        load_data_nulls)."""
        if line is None:
            return
        self.run.context.row_number = number
        self.fields.store_in_vain(self.slots, line.fields)

    def write_plain(self, content: bytes) -> bool:
        """Writes the rows of a plain file, many at a time. False, and nothing is done, for any other."""
        slots, format_ = self.slots, self._format
        listed = [slot for slot in slots if isinstance(slot, int)]
        if self.syntax.is_xml or self.syntax.assignments or len(set(listed)) < len(slots) or not listed:
            return False
        if any(self.table.columns[slot].generated for slot in listed) or not takes_plain_rows(self.run, self.target):
            return False
        text = self._decoded(content)
        lines = None if has_bytes(text) else plain_lines(text, format_)
        if lines is None:
            return False
        writer = RowWriter(self.run, self.target, expected=0, replace=False)
        once = replace(format_, skip=0)
        interrupts.step()
        ends_open = not text.endswith(once.line_terminated)
        asking = self._asking_for_more(content, len(lines), ends_open=ends_open)
        stops = {*range(0, len(lines), _LINES), *asking, *(line + 1 for line in asking), len(lines)}
        for before, end in pairwise(sorted(stops)):
            interrupts.step()
            some = lines[before:end]
            is_cut = end == len(lines) and ends_open
            # a file that ends behind a separator lacks the last field, as the exact way says
            lacks = is_cut and some[-1].endswith(once.terminated)
            fields = None if lacks or before in asking else plain_fields(some, once, len(slots))
            if fields is not None:
                columns = dict(zip(listed, fields, strict=True))
                write_plain_texts(writer, columns, len(some), before, partial(self._row_of, fields))
                continue
            part = once.line_terminated.join(some) + ("" if is_cut else once.line_terminated)
            reader = self._reader_of(part, once, asking.get(before))
            for number, given in enumerate(self._given(reader), before + 1):
                writer.write(number, given)
        writer.end()
        return True

    def _asking_for_more(self, content: bytes, lines: int, *, ends_open: bool) -> dict[int, int | None]:
        """The lines of a plain file whose fields ask for what follows the first block, or the file's end: by then the
        block is logged (captured: zones_of_loaded_rows_statement). Counted from 0 behind those that are skipped; with
        the bytes of the line that are in the block."""
        asking: dict[int, int | None] = {lines - 1: None} if lines and ends_open else {}
        if lines and len(content) > self._block():
            end = self._format.line_terminated.encode()
            whole = content.count(end, 0, self._block()) - self._format.skip
            begun = content.rfind(end, 0, self._block())
            within = self._block() - (begun + len(end) if begun >= 0 else 0)
            asking[min(max(whole, 0), lines - 1)] = within if whole >= 0 else 0
        return asking

    def _reader_of(self, text: str, format_: LoadFormat, block: int | None = None) -> FileReader:
        """Of a part of a file that is read already."""
        self.fields.charset = collation_by_name("utf8mb4_bin")
        return FileReader(text.encode(), format_, len(self.slots), self.fields.charset, block=block)

    def _row_of(self, fields: Sequence[Sequence[str | None]], at: int) -> LoadedRow:
        return self.fields.row(Line(tuple(column[at] for column in fields)))

    def _reader(self, content: bytes) -> FileReader | XmlReader:
        format_, charset = self._format, self._collation()
        if charset.mbminlen > 1:
            charset, content = collation_by_name("utf8mb4_bin"), self._decoded(content).encode()
        self.fields.charset = charset
        if not self.syntax.is_xml:
            return FileReader(content, format_, len(self.slots), charset, self._sizes(), self._block())
        return XmlReader(content, format_.line_terminated, self._names(), format_.skip, charset)

    def _names(self) -> list[str]:
        """Of fields in LOAD XML: as they are written."""
        if self.named:
            return list(self.named)
        if self.syntax.targets is not None:
            return [target.name for target in self.syntax.targets]
        return [self.table.columns[slot].name for slot in self.slots if isinstance(slot, int)]

    @property
    def _format(self) -> LoadFormat:
        """Lines that end with nothing end where a field does (MySQL manual, "LOAD DATA Statement"; captured:
        load_lines_of_fields)."""
        format_ = self.syntax.format
        if not format_.escape_given and self.run.context.has_mode("NO_BACKSLASH_ESCAPES"):
            format_ = replace(format_, escaped="")
        return replace(format_, line_terminated=format_.terminated) if not format_.line_terminated else format_

    @property
    def fixed(self) -> bool:
        """Rows of fixed length: fields have neither an end nor quotes."""
        return not self.syntax.format.terminated and not self.syntax.format.enclosed

    def refuse_fixed_variables(self) -> None:
        """ER_LOAD_FROM_FIXED_SIZE_ROWS_TO_VAR, which a server says before it opens the file."""
        if self.fixed and not self.syntax.is_xml and any(isinstance(slot, str) for slot in self.slots):
            raise mysql_error("ER_LOAD_FROM_FIXED_SIZE_ROWS_TO_VAR")

    def look_at_missing(self) -> None:
        """Columns that must be given and are not, before anything is read. ER_NO_DEFAULT_FOR_FIELD of a geometry.

        Up to 5.6 a server warns of the others, whatever sql_mode says and triggers do (captured:
        captured-old/5.6.21/load_forms_row).
        """
        set_by_triggers = self.run.assigned_by_triggers(self.table, RowOperation.WRITE)
        warns = self.run.context.variables.behaviour.asks_defaults_first
        for index, column in enumerate(self.table.columns):
            required = column.default_kind is DefaultKind.NONE and not column.spec.nullable
            if not required or index in self.fields.given:
                continue
            if column.spec.type is not ColumnType.GEOMETRY:
                if warns and not column.counts_left_out and column.spec.type is not ColumnType.ENUM:
                    self.run.context.warn("ER_NO_DEFAULT_FOR_FIELD", column.name)
            elif index not in set_by_triggers:
                raise mysql_error("ER_NO_DEFAULT_FOR_FIELD", column.name)

    def _sizes(self) -> tuple[int, ...]:
        """Of rows of fixed length, how many bytes each column takes. ER_BLOBS_AND_NO_TERMINATED."""
        if not self.fixed:
            return ()
        columns = [self.table.columns[slot] for slot in self.slots if isinstance(slot, int)]
        is_long = any(column.spec.type in (ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY) for column in columns)
        if is_long and not self.syntax.format.line_terminated:
            raise mysql_error("ER_BLOBS_AND_NO_TERMINATED")
        return tuple(shown_bytes(column) for column in columns)

    def _decoded(self, content: bytes) -> str:
        charset = self._collation()
        if charset.id == BINARY_COLLATION_ID:
            return content.decode("utf-8", "surrogateescape")
        try:
            return charset.decode_keeping(content)
        except (CorruptLogError, EncodeError, UnicodeDecodeError):
            if charset.mbminlen > 1:
                raise UnsupportedError(f"LOAD DATA of a file that is not {charset.charset}") from None
            return decoded_leniently(content, charset)

    def _collation(self) -> Collation:
        variables = self.run.context.variables
        if self.syntax.charset:
            return charset_collation(self.syntax.charset, self.run.context)
        return self.run.context.default_collation(str(variables.get("character_set_database")))
