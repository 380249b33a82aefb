"""The trees of a statement in which parameters may stand, and what is asked of the values among them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.server.execution import Execution
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.functions.loadable import is_loaded
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.query.described.stored import of_column
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call, ProgramKind, SelectInto
from binwriter.sql.syntax.session import Set, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.types.parameters import Standing
from binwriter.statement.columns import ResultColumn


@dataclass(frozen=True)
class Programs:
    """The stored programs that a statement calls: their parameters' types are those of what is given to them."""

    runner: Execution
    context: StatementContext

    def find(self, kind: ProgramKind, schema: str | None, name: str) -> Program | None:
        """None where it is not there."""
        if not schema:
            return None
        return self.runner.front_end.database_of(self.context).programs.find(kind, schema, name)

    def column_of(self, standing: Standing) -> ResultColumn | None:
        """Of a parameter that is given to a stored program: that program's own."""
        call = standing.call
        if call is None:
            return None
        if isinstance(call, Call):
            program = self.find(ProgramKind.PROCEDURE, call.schema or self.context.database, call.name)
        else:
            dotted = isinstance(call.parent, exp.Dot) and call.arg_key == "expression"
            if not dotted and is_loaded(call.name, self.context):
                return None
            schema = call.parent.this.name if dotted and call.parent is not None else self.context.database
            program = self.find(ProgramKind.FUNCTION, schema, call.name)
        if program is None or standing.argument >= len(program.parameters):
            return None
        return of_column(program.parameters[standing.argument].column, None)


def trees_of(node: object) -> Iterator[tuple[exp.Expression, Standing]]:
    """Each with where it stands itself, which says what is asked of a value that is nothing else."""
    if isinstance(node, exp.Expression):
        yield node, Standing()
    elif isinstance(node, SelectInto):
        yield from trees_of(node.parsed.node)
    elif isinstance(node, Set):
        for item in node.assignments:
            if isinstance(item, SetUserVariable | SetVariable) and isinstance(item.value, exp.Expression):
                yield item.value.copy(), Standing()  # as a tree of its own: the parser's has a SELECT around it
    elif isinstance(node, Call):
        for place, argument in enumerate(node.arguments):
            yield argument.node.copy(), Standing(call=node, argument=place)
    elif isinstance(node, CreateTableSyntax):
        yield from trees_of(node.select)
    elif isinstance(node, AdminSyntax):
        if node.statement is not None:
            yield from trees_of(node.statement.node)
        elif node.condition:
            yield from trees_of(parse_statement(f"SELECT 1 FROM DUAL WHERE {node.condition}").node)
