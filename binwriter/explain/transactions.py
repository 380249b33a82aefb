"""Transactions by the letters of WL#2687: B T N C, and the case of that worklog's tables which they are."""

from __future__ import annotations

from dataclasses import field

from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.trace import StatementTrace
from binwriter.explain.model import TransactionView
from binwriter.explain.parts import kind_of
from binwriter.formats.records import dataclass

# Seed WL#2687, "Definition table for Layer 2 and 3".
_CASES = {
    **dict.fromkeys(("B T T C", "T T"), "1.a"),
    "B T T R": "1.b",
    "B T N C": "2.a",
    "B T N R": "2.b",
    "T": "3.a",
    "T with error": "3.b",
    "N": "4.a",
    "M": "5.a",
    "M with error": "5.b",
    "B N N T C": "6.a",
    "B N N T R": "6.b",
    "B N N C": "7.a",
    "B N N R": "7.b",
    "B M T C": "8.a",
    "B M T R": "8.b",
    "B M N C": "9.a",
    "B N M C": "10.a",
    "B N M R": "10.b",
    "B T M C": "11.a",
    "B T M R": "11.b",
}
_LONGEST = 40  # letters that are shown
_LETTERS = {"savepoint": "S", "rollback_to_savepoint": "RS"}
_ROLLED_BACK = frozenset({"rollback", "disconnect"})


@dataclass
class Transactions:
    """The transactions of one session, told statement by statement."""

    _letters: list[str] = field(default_factory=list)

    def statement(self, statement: StatementTrace) -> TransactionView | None:
        """The transaction that ended with this statement, if one did and it changed something."""
        assert statement.after is not None
        was_in, is_in = statement.before.in_transaction, statement.after.in_transaction
        command = statement.parts[0].command if statement.parts else statement.kind
        if not was_in and not is_in:
            return self._autocommitted(statement)
        if was_in:
            self._letters += _letters_of(statement)
        if command.startswith("xa_") or command == "xa":
            return self._xa_ended(statement, is_in=is_in) if was_in else None
        if was_in and (not is_in or command in ("commit", "rollback", "begin") or _committed(statement)):
            taken_back = any(move.rule.partition(":")[0] == "R-log-rollback" for move in statement.moves)
            return self._ended(rolled_back=command in _ROLLED_BACK or taken_back)
        if is_in and not was_in:
            self._letters = ["B"]
        return None

    def _autocommitted(self, statement: StatementTrace) -> TransactionView | None:
        letters = _letters_of(statement)
        told = bool(letters) and (bool(statement.moves) or statement.error is not None)
        return _view(" ".join(letters)) if told else None

    def _xa_ended(self, statement: StatementTrace, *, is_in: bool) -> TransactionView | None:
        """An XA transaction is none of WL#2687's cases."""
        if is_in:
            return None
        letters, self._letters = [letter for letter in self._letters if letter != "B"], ["B"]
        words = statement.sql.split()
        return (
            TransactionView(" ".join(["XA", *letters, words[1].upper() if len(words) > 1 else ""])) if letters else None
        )

    def _ended(self, *, rolled_back: bool) -> TransactionView | None:
        letters, self._letters = self._letters, ["B"]
        if not any(letter in "TNM" for letter in letters):
            return None
        return _view(" ".join([*letters, "R" if rolled_back else "C"]))


def _view(shape: str) -> TransactionView:
    words = shape.split(" ")
    shown = shape if len(words) <= _LONGEST else " ".join([*words[: _LONGEST - 2], "..", words[-1]])
    return TransactionView(shown, _CASES.get(shape, ""))


def _letters_of(statement: StatementTrace) -> list[str]:
    letters = []
    for part in statement.parts:
        letter = kind_of(part) or _LETTERS.get(part.command, "")
        if (
            not letter
            or (part.decision is not None and part.decision.error is not None)
            or part.profile is None != (letter in ("S", "RS"))
        ):
            continue
        failed = part.effects is not None and part.effects.error is not None
        letters.append(f"{letter} with error" if failed else letter)
    return letters


def _committed(statement: StatementTrace) -> bool:
    """An implicit commit wrote the transaction, and a new one goes on (autocommit=0)."""
    return any(move.rule == "R-log-commit" and move.cache is CacheKind.TRX for move in statement.moves)
