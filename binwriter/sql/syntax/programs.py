"""Stored programs as they are written: the tree of a routine's body, and the definitions around it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.load import OutFile
from binwriter.sql.syntax.session import ProgramSyntax, SetNames, SetTransaction, SetUserVariable, SetVariable
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.text.words import ParsedStatement

# The name under which a frame has the value of the CASE that runs; no statement can spell it.
CASE_VALUE = "\0case"


@dataclass(frozen=True)
class Expression:
    """An expression of a body: its text and tree. start: its place in the statement that it is read in."""

    text: str
    node: exp.Expression
    start: int = 0

    @cached_property
    def as_truth(self) -> exp.Expression:
        """The tree whose value is 1 or 0."""
        return exp.Not(this=exp.Not(this=exp.Paren(this=self.node.copy())))

    @cached_property
    def as_case(self) -> exp.Expression:
        """The comparison of CASE's value with this one."""
        return exp.EQ(this=exp.column(CASE_VALUE), expression=exp.Paren(this=self.node.copy()))


# --- conditions -----------------------------------------------------------------------------------------------------


class ConditionClass(Enum):
    """The conditions of a handler that stand for many errors (MySQL manual, "DECLARE ... HANDLER Statement")."""

    SQLWARNING = "SQLWARNING"
    NOT_FOUND = "NOT FOUND"
    SQLEXCEPTION = "SQLEXCEPTION"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a handler waits for: exactly one of an error number, an SQLSTATE and a class is given."""

    code: int | None = None
    sqlstate: str | None = None
    kind: ConditionClass | None = None


# --- statements of a body -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sql:
    """A statement that could stand outside of a routine too. text: as it is logged."""

    parsed: ParsedStatement

    @property
    def text(self) -> str:
        return self.parsed.text


@dataclass(frozen=True, slots=True)
class Target:
    """What SELECT ... INTO, FETCH and OUT parameters fill: a local variable, or a user variable."""

    name: str
    user: bool = False


@dataclass(frozen=True)
class SelectInto(ProgramSyntax):
    """SELECT ... INTO. parsed: the query without its INTO. file: of OUTFILE and DUMPFILE, which have no targets.

    is_deprecated: the clause stands where a server warns of it.
    """

    parsed: ParsedStatement
    targets: tuple[Target, ...]
    text: str = ""
    file: OutFile | None = None
    is_deprecated: bool = False


@dataclass(frozen=True, slots=True)
class SetLocal:
    """SET of a local variable or parameter."""

    name: str
    value: Expression | None


@dataclass(frozen=True, slots=True)
class SetNew:
    """SET NEW.column in a BEFORE trigger. value None: DEFAULT."""

    column: str
    value: Expression | None


@dataclass(frozen=True, slots=True)
class SetOther:
    """SET of something that is no local variable. text: the whole SET statement."""

    assignment: SetUserVariable | SetVariable | SetNames | SetTransaction
    text: str


class ProgramKind(Enum):
    """MySQL's word for each kind in its errors."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    PROCEDURE = "PROCEDURE"
    FUNCTION = "FUNCTION"
    TRIGGER = "TRIGGER"
    EVENT = "EVENT"


@dataclass(frozen=True)
class Call(ProgramSyntax):
    """CALL. schema None: that of the caller. kind: an EVENT is called by the scheduler of events.

    receivers: of a prepared CALL, by argument: what the parameter that it consists of is, a user variable or the
    number of a client's parameter; None for other arguments.
    """

    schema: str | None
    name: str
    arguments: tuple[Expression, ...]
    text: str = ""
    kind: ProgramKind = ProgramKind.PROCEDURE
    receivers: tuple[str | int | None, ...] = ()

    def receiver(self, place: int) -> str | int | None:
        """Of an argument."""
        return self.receivers[place] if self.receivers else None


@dataclass(frozen=True)
class Branch:
    """One IF, ELSEIF or WHEN."""

    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class If:
    """IF and searched CASE. otherwise None: there is no ELSE."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...] | None = None
    is_case: bool = False


@dataclass(frozen=True)
class Case:
    """CASE value WHEN ..."""

    value: Expression
    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...] | None = None


class LoopKind(Enum):
    """When a loop looks at its condition."""

    LOOP = "LOOP"
    WHILE = "WHILE"
    REPEAT = "REPEAT"


@dataclass(frozen=True)
class Loop:
    """LOOP, WHILE and REPEAT."""

    kind: LoopKind
    body: tuple[Statement, ...]
    condition: Expression | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    label: str


@dataclass(frozen=True, slots=True)
class Iterate:
    label: str


@dataclass(frozen=True)
class Return:
    value: Expression


@dataclass(frozen=True, slots=True)
class OpenCursor:
    name: str


@dataclass(frozen=True, slots=True)
class FetchCursor:
    name: str
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class CloseCursor:
    name: str


@dataclass(frozen=True)
class Signal(ProgramSyntax):
    """SIGNAL, or RESIGNAL. condition: SQLSTATE or declared name resolved; None for a bare RESIGNAL."""

    condition: Condition | None
    items: tuple[tuple[str, Expression], ...] = ()
    again: bool = False


@dataclass(frozen=True)
class GetDiagnostics(ProgramSyntax):
    """GET [CURRENT | STACKED] DIAGNOSTICS. number None: statement information, else of that condition."""

    items: tuple[tuple[Target, str], ...]
    number: Expression | None = None
    stacked: bool = False


@dataclass(frozen=True)
class LocalVariable:
    """DECLARE of one variable. place: how many were declared before it in the program's text."""

    name: str
    type: TypeSyntax
    collation: str | None = None
    default: Expression | None = None
    place: int = 0


@dataclass(frozen=True)
class Handler:
    """DECLARE ... HANDLER."""

    is_exit: bool
    conditions: tuple[Condition, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class CursorSyntax:
    """DECLARE ... CURSOR FOR."""

    name: str
    query: ParsedStatement


@dataclass(frozen=True)
class Block:
    """BEGIN ... END."""

    label: str = ""
    variables: tuple[LocalVariable, ...] = ()
    cursors: tuple[CursorSyntax, ...] = ()
    handlers: tuple[Handler, ...] = ()
    body: tuple[Statement, ...] = ()


Statement = (
    Sql
    | SelectInto
    | SetLocal
    | SetNew
    | SetOther
    | Call
    | If
    | Case
    | Loop
    | Leave
    | Iterate
    | Return
    | OpenCursor
    | FetchCursor
    | CloseCursor
    | Signal
    | GetDiagnostics
    | Block
)

# --- definitions ----------------------------------------------------------------------------------------------------


# --- prepared statements --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prepare(ProgramSyntax):
    """PREPARE name FROM 'text' | @variable."""

    name: str
    source: str
    is_variable: bool = False


@dataclass(frozen=True, slots=True)
class Execute(ProgramSyntax):
    """EXECUTE name [USING @a, @b]. values: given with the statement in place of variables (`UserVariable`s)."""

    name: str
    variables: tuple[str, ...] = ()
    values: tuple[object, ...] | None = None


@dataclass(frozen=True, slots=True)
class Deallocate(ProgramSyntax):
    """DEALLOCATE PREPARE, DROP PREPARE."""

    name: str


def parts_of(part: Any) -> Iterator[Any]:
    """Every part of a body, trees of expressions and statements included, in the order of the text."""
    if isinstance(part, exp.Expression):
        yield part
    elif isinstance(part, Expression):
        yield part.node
    elif isinstance(part, tuple):
        for member in part:
            yield from parts_of(member)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in dataclasses.fields(part):
            yield from parts_of(getattr(part, field.name))
