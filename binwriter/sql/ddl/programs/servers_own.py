"""The routines of the sys schema: every server has them, and nobody has created them."""

from __future__ import annotations

from functools import lru_cache

from binwriter import data
from binwriter.catalog.tables import Column
from binwriter.formats.collations import collation_by_name
from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
from binwriter.sql.binding.programs import Parameter, Program
from binwriter.sql.context import RandState, ServerFacts, SessionFacts, StatementContext
from binwriter.sql.ddl.programs.routines import local_column
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.programs.creation import CreationContext
from binwriter.sql.syntax.program_definitions import CreateProgram, ParameterSyntax
from binwriter.sql.syntax.programs import ProgramKind

_FILE = "sys_routines.sql"
_END = "\n;;\n"
_COLLATION = "utf8mb4_0900_ai_ci"
_DEFINER = ("mysql.sys", "localhost")


@lru_cache(maxsize=1)
def _definitions() -> dict[tuple[str, str], str]:
    """The texts, by kind and name."""
    text = data.content(_FILE).decode()
    made = [part[part.index("CREATE ") :] for part in text.split(_END) if "CREATE " in part]
    return {(part.split()[1], part.split("sys.", 1)[1].split("(", 1)[0]): part for part in made}


@lru_cache(maxsize=128)
def servers_routine(kind: ProgramKind, name: str) -> Program | None:
    """The routine of that name in the sys schema, if binwriter has it."""
    text = _definitions().get((kind.value, name.lower()))
    if text is None:
        return None
    node = parse_statement(text).node
    assert isinstance(node, CreateProgram)
    context = StatementContext(
        SessionFacts(SessionVariables(GlobalVariables()), {}, 1, "@".join(_DEFINER), RandState(0, 0)),
        ServerFacts(sysdate=lambda: 0, new_uuid=lambda: ""),
        database="sys",
        start_microseconds=0,
    )
    collation = collation_by_name(_COLLATION).id

    def column(name: str, of: ParameterSyntax) -> Column:
        return local_column(name, of.type, of.collation, collation, context)

    return Program(
        node.kind,
        "sys",
        node.name,
        node.body,
        CreationContext.of(context.session.variables),
        collation,
        tuple(Parameter(column(one.name, one), one.mode) for one in node.parameters),
        None if node.returns is None else column("", node.returns),
        node.characteristics,
        definer=_DEFINER,
    )
