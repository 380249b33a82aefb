"""Conditions and handlers: which handler an error or a warning finds (MySQL manual, "Scope Rules for Handlers")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, Level
from binwriter.sql.syntax.programs import Condition, ConditionClass, Handler

AFTER_THE_ERROR = frozenset({1196, 1751, 1752, 1015, 1105})
_STATES = {message.code: message.sqlstate for message in MESSAGES.values()}


@dataclass(frozen=True, slots=True)
class Raised:
    """A condition: an error, or a warning of a statement.

    items: what GET DIAGNOSTICS tells of it beyond number, SQLSTATE and text. earlier: the conditions beneath it, which
    RESIGNAL kept. noted: the warnings and notes that its statement gave before it; later: the conditions behind it.
    """

    code: int
    sqlstate: str
    message: str
    symbol: str = ""
    level: Level = "Error"
    items: Mapping[str, str] = field(default_factory=dict)
    earlier: tuple[Raised, ...] = ()
    noted: tuple[Raised, ...] = ()
    later: tuple[Raised, ...] = ()

    @classmethod
    def of_error(cls, error: MySQLError) -> Raised:
        items = _origins(error.sqlstate) if error.items is None else error.items
        earlier = tuple(
            cls.of_error(condition) if isinstance(condition, MySQLError) else condition for condition in error.earlier
        )
        later = tuple(cls.of_warning(condition) for condition in error.later)
        return cls(error.code, error.sqlstate, error.message, error.symbol, "Error", items, earlier, (), later)

    @classmethod
    def of_warning(cls, diagnostic: Diagnostic) -> Raised:
        state = diagnostic.sqlstate or _STATES.get(diagnostic.code, "HY000")
        return cls(diagnostic.code, state, diagnostic.message, level=diagnostic.level, items=_origins(state))

    @classmethod
    def of_area(cls, area: Sequence[Diagnostic], at: int) -> Raised:
        """A condition of the area, with what stands before and behind it."""
        raised = cls.of_warning(area[at])
        if len(area) == 1:
            return raised
        noted, later = (tuple(map(cls.of_warning, part)) for part in (area[:at], area[at + 1 :]))
        return replace(raised, noted=noted, later=later)

    @property
    def area(self) -> tuple[Raised, ...]:
        """The diagnostics area with this condition: what stood before it, and what came when it was rolled back."""
        if not (self.noted or self.earlier or self.later):
            return (self,)
        after = tuple(condition for condition in self.noted if condition.code in AFTER_THE_ERROR)
        before = (condition for condition in self.noted if condition.code not in AFTER_THE_ERROR)
        own = replace(self, earlier=(), noted=(), later=())
        return (*before, *self.earlier, own, *self.later, *after)

    def as_diagnostic(self) -> Diagnostic:
        return Diagnostic(self.level, self.code, self.message, self.sqlstate)


def _origins(sqlstate: str) -> dict[str, str]:
    """Who defines the SQLSTATE: the standard has the classes that begin with 0 to 4 and A to H."""
    origin = "ISO 9075" if sqlstate[0] in "01234ABCDEFGH" else "MySQL"
    return {"CLASS_ORIGIN": origin, "SUBCLASS_ORIGIN": origin}


def conditions_of(diagnostics: Iterable[Diagnostic], error: MySQLError | None) -> tuple[Raised, ...]:
    """The diagnostics area that a statement leaves: its warnings, and its error with what is beneath that.

    1196, 1751 and 1752 are noted when the statement is rolled back, after its error; so is 1015 of tables that cannot
    be locked. 1105 is what an UPDATE of several tables adds.
    """
    area = tuple([Raised.of_warning(condition) for condition in diagnostics])
    if error is None:
        return area
    raised = Raised.of_error(error)
    return replace(raised, noted=area).area if area else raised.area


def _rank(condition: Condition, raised: Raised, *, is_error: bool) -> int:
    """How precisely a condition names what was raised: 3 by number, 2 by SQLSTATE, 1 by class, 0 not at all."""
    if condition.code is not None:
        return 3 if condition.code == raised.code else 0
    if condition.sqlstate is not None:
        return 2 if condition.sqlstate == raised.sqlstate else 0
    kind = raised.sqlstate[:2]
    matches = {
        ConditionClass.SQLWARNING: kind == "01" or raised.level == "Warning",
        ConditionClass.NOT_FOUND: kind == "02",
        ConditionClass.SQLEXCEPTION: is_error and kind not in ("00", "01", "02"),
    }
    return 1 if condition.kind is not None and matches[condition.kind] else 0


def find_handler(handlers: Sequence[Handler], raised: Raised, *, is_error: bool) -> Handler | None:
    """Of one block's handlers the one that names the condition most precisely."""
    best: Handler | None = None
    rank = 0
    for handler in handlers:
        for condition in handler.conditions:
            rank_of_handler = _rank(condition, raised, is_error=is_error)
            if rank_of_handler > rank:
                best, rank = handler, rank_of_handler
    return best
