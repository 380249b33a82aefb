"""Warning 6414: a transaction updates tables of more than one engine.

Findings; MySQL manual, "Replication and Transactions" (from 9.6).
"""

from __future__ import annotations

from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.statement.values import StatementProfile

__all__ = ["EngineMix", "EngineMixMark"]

# engine, database and table, by the engine that it counts as; whether the warning was given
EngineMixMark = tuple[dict[str, tuple[str, str, str]], bool]

# InnoDB with BLACKHOLE and MyISAM with Merge may be mixed
_COUNTS_AS = {"BLACKHOLE": "InnoDB", "MRG_MYISAM": "MyISAM"}
# tables of the server's own measurements may be changed beside any (captured: clusters/measured_beside_engines)
_UNCOUNTED = "PERFORMANCE_SCHEMA"


@dataclass
class EngineMix:
    """The first table of each engine that a session's transaction wrote. warns: whether the server's version does."""

    warns: bool
    _first_tables: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    _warned: bool = False

    def note(self, profile: StatementProfile) -> tuple[Diagnostic, ...]:
        """The warning, once a transaction, when the tables that this statement writes bring a second engine."""
        if not self.warns:
            return ()
        warnings: tuple[Diagnostic, ...] = ()
        for access in profile.written if profile.counted is None else profile.counted:
            name = access.engine.name
            if name == _UNCOUNTED:
                continue
            engine = _COUNTS_AS.get(name, name)
            self._first_tables.setdefault(engine, (name, access.schema, access.table))
            if not self._warned and len(self._first_tables) >= 2:
                self._warned = True
                here = self._first_tables[engine]
                other = next(entry for known, entry in self._first_tables.items() if known != engine)
                symbol = "ER_DEPRECATE_NON_COMPOSABLE_MULTIPLE_ENGINE"
                warnings = (mysql_warning(symbol, here[0], other[0], *here, *other),)
        return warnings

    def goes_on_with(self, engine: str) -> bool:
        """Whether writing a table of that engine brings no second one."""
        known = self._first_tables
        return not self.warns or not known or (len(known) == 1 and engine in known)

    def mark(self) -> EngineMixMark:
        """What is noted now, to be set back for a statement that does not count after all."""
        return dict(self._first_tables), self._warned

    def set_back(self, mark: EngineMixMark) -> None:
        self._first_tables, self._warned = mark

    def forget(self) -> None:
        """The end of a transaction that an engine took part in."""
        self._first_tables.clear()
        self._warned = False
