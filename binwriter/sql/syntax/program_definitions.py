"""CREATE, ALTER and DROP of stored programs and of what is loaded from libraries, as read."""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.programs import Expression, ProgramKind, Statement
from binwriter.sql.syntax.session import ProgramSyntax
from binwriter.sql.syntax.table import TypeSyntax


@dataclass(frozen=True, slots=True)
class ParameterSyntax:
    """A parameter. mode: IN, OUT or INOUT."""

    name: str
    type: TypeSyntax
    collation: str | None = None
    mode: str = "IN"
    is_boolean: bool = False


@dataclass(frozen=True, slots=True)
class Characteristics:
    """What stands between a routine's head and its body; None where nothing was written."""

    comment: str | None = None
    deterministic: bool | None = None
    data_access: str | None = None
    security: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class CreateProgram(ProgramSyntax):
    """CREATE PROCEDURE, FUNCTION, TRIGGER or EVENT.

    definer: (user, host) as written, None for the current user. head_offset: where the text behind the definer clause
    begins; parameters_text, returns_text and body_text: as written. timing, event, table, follows: of a trigger.
    declares_conditions: the body has DECLARE of handlers or conditions.
    """

    kind: ProgramKind
    name: str
    schema: str | None
    text: str
    if_not_exists: bool = False
    definer: tuple[str, str | None] | None = None
    definer_span: tuple[int, int] | None = None
    parameters: tuple[ParameterSyntax, ...] = ()
    parameters_text: str = ""
    returns: ParameterSyntax | None = None
    characteristics: Characteristics = field(default_factory=Characteristics)
    body: tuple[Statement, ...] = ()
    body_text: str = ""
    kind_offset: int = 0
    timing: str = ""
    event: str = ""
    table: tuple[str | None, str] | None = None
    follows: tuple[str, str] | None = None
    declares_conditions: bool = False
    schedule: EventSchedule | None = None


@dataclass(frozen=True)
class AlterProgram(ProgramSyntax):
    """ALTER PROCEDURE, FUNCTION or EVENT."""

    kind: ProgramKind
    name: str
    schema: str | None
    characteristics: Characteristics = field(default_factory=Characteristics)
    rename: tuple[str | None, str] | None = None
    definer_span: tuple[int, int] | None = None
    definer: tuple[str, str | None] | None = None
    kind_offset: int = 0
    schedule: EventSchedule | None = None
    body: tuple[Statement, ...] = ()
    body_text: str = ""


@dataclass(frozen=True, slots=True)
class CreateLoadable(ProgramSyntax):
    """CREATE [AGGREGATE] FUNCTION name RETURNS type SONAME 'library'."""

    kind: ProgramKind
    name: str
    library: str


@dataclass(frozen=True, slots=True)
class DropProgram(ProgramSyntax):
    """DROP PROCEDURE, FUNCTION, TRIGGER or EVENT."""

    kind: ProgramKind
    name: str
    schema: str | None
    if_exists: bool = False


@dataclass(frozen=True)
class EventSchedule:
    """What stands between the name of an event and its body; None where nothing was written.

    at, or every with its unit, starts and ends: the schedule. preserve: ON COMPLETION [NOT] PRESERVE. status: ENABLE,
    DISABLE, or DISABLE ON REPLICA. old_words: it says ON SLAVE.
    """

    at: Expression | None = None
    every: Expression | None = None
    unit: str = ""
    starts: Expression | None = None
    ends: Expression | None = None
    preserve: bool | None = None
    status: str | None = None
    comment: str | None = None
    old_words: bool = False

    @property
    def is_given(self) -> bool:
        """ON SCHEDULE was written."""
        return self.at is not None or self.every is not None
