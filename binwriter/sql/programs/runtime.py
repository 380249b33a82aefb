"""Stored programs inside of a statement: calls of functions, and the triggers of a row change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.rights import Rights
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.behaviour import ProgramConditions
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding.accounts import rights_of_definer
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.columns import column_type, reader, type_of_column
from binwriter.sql.expressions.compile import is_constant
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, Kind, without_number
from binwriter.sql.privileges.check import rights_inside
from binwriter.sql.programs import name_const
from binwriter.sql.programs.entered import Entered
from binwriter.sql.programs.frames import Frame, TriggerRow, stays_as_it_is
from binwriter.sql.programs.host import Value
from binwriter.sql.programs.interpreter import Interpreter
from binwriter.sql.programs.item_names import item_name
from binwriter.sql.programs.savepoints import InnerSavepoints
from binwriter.sql.programs.substatements import SubstatementHost, run_substatement
from binwriter.sql.programs.surroundings import Definer, RunOther, SetVariables
from binwriter.sql.store.documents import named_without_table
from binwriter.sql.syntax.programs import ProgramKind, Return, parts_of
from binwriter.sql.text.meta_keys import DEFINED_BY, IN_VIEW
from binwriter.sql.text.modes import ANSI_QUOTES, with_double_quotes
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import native_function
from binwriter.statement.values import FunctionCall, RowOperation

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.dml.run import DmlRun, Row

_NO_COLUMNS: frozenset[int] = frozenset()
_EVENTS = {RowOperation.WRITE: "INSERT", RowOperation.UPDATE: "UPDATE", RowOperation.DELETE: "DELETE"}


# SET of system variables, carried out on the session


_DENIED = ("ER_TABLEACCESS_DENIED_ERROR", "ER_COLUMNACCESS_DENIED_ERROR", "ER_PROCACCESS_DENIED_ERROR")


@dataclass
class TopStatement:
    """The statement of the session inside of which functions and triggers run.

    run: its books. levels: the tables in use by it and by each statement inside of it, outermost first. logs_calls:
    function calls are logged by themselves. wrote: something inside the present call is worth logging; wrote_t:
    a statement that writes a T-table, though it may have found no row. joined_by_temporary: a temporary T-table was
    written, so that its engine takes part; it has nothing to commit until such a table is dropped.
    """

    run: DmlRun
    levels: list[frozenset[tuple[str, str]]]
    logs_calls: bool = False
    calls: list[FunctionCall] = field(default_factory=list)
    program_calls: int = 0
    ran_program: bool = False
    ran_program_first: bool = False
    wrote: bool = False
    wrote_t: bool = False
    joined_by_temporary: bool = False


class ProgramRuntime:
    """The programs that run inside of one statement of a session."""

    def __init__(
        self,
        front_end: Definer,
        database: Database,
        context: StatementContext,
        set_variables: SetVariables,
        run_other: RunOther,
    ) -> None:
        self.front_end = front_end
        self.database = database
        self.context = context
        self.set_variables = set_variables
        self.run_other = run_other
        self.top: TopStatement | None = None
        self.active: list[Program] = []
        self.lenient_arguments = (
            False  # DO warns of what does not fit a parameter (captured: clusters/names_of_results)
        )
        self.savepoints = InnerSavepoints()
        self._constants: dict[int, list[ColumnValue]] = {}  # of calls in WHERE

    # --- functions --------------------------------------------------------------------------------------------------

    def function(self, schema: str | None, name: str) -> Program | None:
        return self.database.programs.find(ProgramKind.FUNCTION, schema or self.context.database, name)

    @contextmanager
    def _of_view(self, view: tuple[str, str], viewer: str | None) -> Iterator[None]:
        """The rights of a view's definer are in force while a function runs that the view calls, and what those do not
        allow is the view's matter, ER_VIEW_INVALID (captured: functions_in_views_run_as)."""
        context = self.context
        before = context.definer, context.rights
        if viewer is not None:
            user, _, host = viewer.rpartition("@")
            context.definer = viewer
            context.rights = rights_of_definer((user, host), self.database.catalog, context)
        try:
            yield
        except MySQLError as error:
            if error.symbol in _DENIED:
                raise mysql_error("ER_VIEW_INVALID", *view) from None
            raise
        finally:
            context.definer, context.rights = before

    def compile_call(
        self,
        program: Program,
        arguments: Sequence[CompiledExpression],
        clause: str = "",
        node: exp.Expression | None = None,
        *,
        beforehand: bool = False,
    ) -> CompiledExpression:
        """A call of a stored function as an expression. node: its place in the statement.

        In WHERE a deterministic function of constants is called once; beforehand: before there is any row.
        """
        if self.context.makes_view:
            # whoever makes a view asks for its functions' definers (captured: clusters/definers_of_functions_in_views)
            rights_inside(program, self.context.rights, self.database.catalog, self.context)
        if len(arguments) != len(program.parameters):
            raise mysql_error(
                "ER_SP_WRONG_NO_OF_ARGS",
                "FUNCTION",
                program.qualified_name,
                len(program.parameters),
                len(arguments),
            )
        first = self.context.session.is_first_run
        if native_function(program.name.upper()) is not None and (first is None or first(program.usage, "")):
            # as its text is read, which a session does once (captured: clusters/routines_of_sys)
            note = mysql_warning("ER_NATIVE_FCT_NAME_COLLISION", program.name, level="Note")
            self.context.diagnostics.append(note)
        assert program.returns is not None
        returns = program.returns
        convert = reader(returns.spec)

        place = node.meta if node is not None else {}
        view, viewer = place.get(IN_VIEW), place.get(DEFINED_BY)
        once = program.characteristics.deterministic and clause == "where clause" and is_constant(*arguments)
        at_top = once and node is not None and self.top is not None and not self.active
        kept: list[ColumnValue] = self._constants.setdefault(id(node), []) if at_top else []

        def evaluate(context: StatementContext, row: Any) -> Any:
            if kept:
                return kept[0]
            values = [(argument.eval(context, row), argument.type) for argument in arguments]
            try:
                if view is None:
                    stored = self.call_function(program, values, name)
                else:
                    with self._of_view(view, viewer):
                        stored = self.call_function(program, values, name)
            except MySQLError:
                context.function_failed = True
                raise
            result = stored if convert is None or stored is None else convert(context, stored)
            if once:
                kept.append(result)
            return result

        name = item_name(node, program.name, done=self.context.variables.behaviour.titles_done_items)
        schema = f"{quoted(program.schema)}." if node is not None and isinstance(node.parent, exp.Dot) else ""
        text = f"{schema}{quoted(program.name)}({','.join(given.text for given in arguments)})"
        # (captured: results_of_functions_as_texts, zeros_of_functions)
        type_ = replace(column_type(returns.spec), coercibility=Coercibility.LITERAL)
        if returns.zerofill or type_.kind is Kind.YEAR:
            bare = type_.kind in (Kind.INT, Kind.YEAR)
            type_ = replace(type_, zeros=type_of_column(returns).zeros, sent_bare=bare)
        if at_top and beforehand:
            evaluate(self.context, ())
        made = CompiledExpression(type_, evaluate, text)
        # a column takes the text of a member, not its number (captured: cluster members_returned)
        return replace(made, stored=without_number(made).eval) if type_.member else made

    def call_function(self, program: Program, arguments: Sequence[Value], name: str) -> ColumnValue:
        """Runs a function. Returns its value as a column of the returned type stores it; name: of that column."""
        if program in self.active:
            error = mysql_error("ER_SP_NO_RECURSION")
            if self.context.variables.behaviour.tells_of_recursion:
                missing = mysql_error("ER_SP_DOES_NOT_EXIST", "FUNCTION", f"{program.schema}.{program.name}")
                error.later = (Diagnostic("Error", missing.code, missing.message),)
            raise error
        context, frame = self.context, Frame(program)
        _check_logged_as_statement(program, context)
        forgiven = self.lenient_arguments or (self.top is not None and self.top.run.ignore)
        for parameter, (value, type_) in zip(program.parameters, arguments, strict=True):
            lenient = forgiven and not self.active  # IGNORE: captured, zones_of_programs_statement
            cell, row = frame.declare(parameter.name, parameter.column), context.row_number
            cell.assign(value, type_, context, lenient=lenient, row=row)
        logged = self.top is not None and self.top.logs_calls
        ansi = context.has_mode(ANSI_QUOTES)  # the caller's mode, not the function's
        returns = program.returns
        assert returns is not None
        row_of_result = context.row_number if context.variables.behaviour.results_have_rows else 1

        def store(returned: Value) -> Value:
            if stays_as_it_is(returns, returned[0]):
                return returned
            result = Frame(program).declare("", _named(returns, name))
            try:
                result.assign(*returned, context, row=row_of_result)
            except MySQLError as error:
                raise _of_result(error, name, program) from None
            return result.value, returned[1]

        with self.entered(program, frame):
            if logged:
                returned = self._logged_call(program, frame, store, ansi=ansi)
            else:
                returned = Interpreter(SubstatementHost(self), frame, store).run()
            if returned is None:
                raise mysql_error("ER_SP_NORETURNEND", program.name)
        return returned[0]  # type: ignore[no-any-return]

    def _logged_call(
        self, program: Program, frame: Frame, store: Callable[[Value], Value], *, ansi: bool
    ) -> Value | None:
        """A call that becomes an event of its own if anything in it would have been logged.

        ansi: its name stands in double quotes.
        """
        top, context = self.top, self.context
        assert top is not None
        arguments = []
        for parameter in program.parameters:
            cell = frame.cell(parameter.name)
            assert cell is not None
            is_bit = cell.column.spec.type is ColumnType.BIT
            arguments.append(name_const.literal(cell.read(context), cell.type, context, is_bit=is_bit))
        named = f"SELECT {quoted(program.schema)}.{quoted(program.name)}("
        if ansi:
            named = with_double_quotes(named)
        text = named.encode() + b",".join(arguments) + b")"
        context.facts.user_variables_read.clear()
        context.facts.user_variables_set.clear()
        top.program_calls += 1
        ddl_before = context.facts.temporary_ddl
        top.wrote, top.wrote_t, top.logs_calls, top.run.first_insert_id = False, False, False, 0
        error: MySQLError | None = None
        try:
            return Interpreter(SubstatementHost(self), frame, store).run()
        except MySQLError as raised:
            error = raised
            raise
        finally:
            top.logs_calls = True
            if top.wrote:
                from binwriter.sql.dml.context_events import context_events

                transactional = top.run.transactional_write or top.wrote_t or top.joined_by_temporary
                ddl = context.facts.temporary_ddl > ddl_before
                call = FunctionCall(text, context_events(top.run), error, transactional, ddl, context.uses())
                top.calls.append(call)
                context.facts.last_insert_id_used = False
                context.facts.rand_used = None
            context.facts.user_variables_read.clear()

    def run_change(self, parsed: ParsedStatement) -> None:
        """A statement that changes rows, inside of another: see `run_substatement`."""
        run_substatement(self, parsed)

    def entered(self, program: Program, frame: Frame) -> Entered:
        """The statement's context as the program's own statements see it."""
        return Entered(self, program, frame)

    # --- triggers -----------------------------------------------------------------------------------------------------

    def fire(
        self, run: DmlRun, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None
    ) -> Row | None:
        """Runs the triggers of a row change. Returns NEW as they left it; see `DmlRun.nulled`, too."""
        chain = self.database.programs.firing(table, _EVENTS[operation], timing)
        run.nulled = _NO_COLUMNS
        if not chain:
            return new
        old_row = TriggerRow(table, list(old)) if old is not None else None
        new_row = TriggerRow(table, list(new)) if new is not None else None
        for trigger in chain:
            self._fire_one(trigger, old_row, new_row)
        if new_row is None:
            return None
        if timing == "BEFORE" and new_row.written:
            new_row.fill_passed()
            run.nulled = frozenset(index for index in new_row.written if new_row.values[index] is None)
        return tuple(new_row.values)

    def _fire_one(self, trigger: Program, old: TriggerRow | None, new: TriggerRow | None) -> None:
        context, host, frame = self.context, SubstatementHost(self), Frame(trigger, old, new)
        diagnostics = list(context.diagnostics)
        with self.entered(trigger, frame):
            if trigger.runs_as is not None and context.rights is not None:
                _require_trigger(trigger, context.rights, self.database.catalog, context)
            Interpreter(host, frame).run()
        if context.variables.behaviour.program_conditions is ProgramConditions.ALL:
            diagnostics += context.diagnostics[len(diagnostics) :]
        context.diagnostics[:] = diagnostics  # what a trigger was warned of is not the client's business

    def assigned(self, table: Table, operation: RowOperation) -> frozenset[int]:
        """The columns that the BEFORE triggers of an event set."""
        return self._named_in_new(table, operation, set_only=True)

    def marked(self, table: Table, operation: RowOperation) -> frozenset[int]:
        """The columns of NEW that its BEFORE triggers name at all: a server marks them as written (captured:
        images_views_and_triggers)."""
        return self._named_in_new(table, operation, set_only=False)

    def _named_in_new(self, table: Table, operation: RowOperation, *, set_only: bool) -> frozenset[int]:
        if operation is RowOperation.DELETE:
            return _NO_COLUMNS
        triggers = self.database.programs.firing(table, _EVENTS[operation], "BEFORE")
        if not triggers:  # asked several times a row
            return _NO_COLUMNS
        from binwriter.sql.binding.trigger_rows import columns_of_new

        return frozenset(
            table.index_of[name.lower()]
            for trigger in triggers
            for name in columns_of_new(trigger.body, set_only=set_only)
            if name.lower() in table.index_of
        )

    def instruction_done(self) -> None:
        """An instruction of a program has ended."""
        if self.top is not None:
            self.top.ran_program_first |= not self.top.run.changes
            self.top.ran_program = True

    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool:
        return bool(self.database.programs.firing(table, _EVENTS[operation], timing))


def _require_trigger(trigger: Program, rights: Rights, catalog: Catalog, context: StatementContext) -> None:
    """ER_TABLEACCESS_DENIED_ERROR: its definer may have triggers on the table no more, which is looked up now, whatever
    a session has taken with its database (captured: rights_of_views)."""
    now = rights if rights.roles else rights_of_definer(rights.account, catalog, context)
    if now is not None and now.missing(("TRIGGER",), trigger.schema, trigger.table, some_columns=False):
        raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", "TRIGGER", rights.account[0], rights.host, trigger.table)


def _named(column: Column, name: str) -> Column:
    """The returned column; errors about its value name it."""
    return replace(column, spec=replace(column.spec, name=name))


def _of_result(error: MySQLError, name: str, program: Program) -> MySQLError:
    """What is said of a value that is none of the returned type: the column is of a table without a name."""
    if error.symbol == "ER_DATA_TOO_LONG" and _returns_parameter(program):
        return mysql_error("WARN_DATA_TRUNCATED", name, 1)
    return named_without_table(error, name)


def _returns_parameter(program: Program) -> bool:
    """Whether it returns a VARCHAR parameter as a VARCHAR: characters are copied then, not stored (captured:
    clusters/names_of_results)."""
    made = {parameter.column.name.lower(): parameter.column.spec for parameter in program.parameters}
    nodes = [part.value.node for part in parts_of(program.body) if isinstance(part, Return)]
    given = [made.get(node.name.lower()) for node in nodes if isinstance(node, exp.Column)]
    wanted = program.returns.spec if program.returns is not None else None
    return len(given) == len(nodes) and all(
        spec is not None
        and wanted is not None
        and (ColumnType.VARCHAR, spec.type, spec.collation) == (spec.type, wanted.type, wanted.collation)
        for spec in given
    )


def _check_logged_as_statement(program: Program, context: StatementContext) -> None:
    """ER_BINLOG_UNSAFE_ROUTINE for a function that nobody vouches for, where statements are logged as text."""
    chosen = program.characteristics
    harmless = chosen.deterministic or chosen.data_access in ("NO SQL", "READS SQL DATA")
    by_statement = context.variables.settings.binlog_format is BinlogFormat.STATEMENT
    if not harmless and by_statement and not context.variables.settings.log_bin_trust_function_creators:
        raise mysql_error("ER_BINLOG_UNSAFE_ROUTINE")
