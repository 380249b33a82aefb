"""The columns that INSERT and REPLACE name, which may stand with their table: `t.a`, `db.t.a`.

A name with another table's is no column of this one, and is kept as it is written: whoever looks it up tells so
(captured: clusters/columns_qualified).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.sql.text.words import syntax_error

_BEFORE, _WRITTEN, _DATABASE = "names before a listed column", "a listed column as written", "its database"
_MOST = 2  # names before a column: a database's and a table's


class InsertParser(MySQLParser):
    """Reads INSERT and REPLACE."""

    def _parse_field_def(self) -> exp.Expr | None:
        name, before = super()._parse_field_def(), list[str]()
        while isinstance(name, exp.Identifier) and self._curr is not None and len(before) < _MOST:
            if self._curr.token_type is not TokenType.DOT:
                break
            self._advance()
            before.append(name.name)
            name = self._parse_id_var(any_token=False)
            if name is None:
                raise syntax_error(self.sql, self._curr.start if self._curr is not None else len(self.sql))
        if name is not None and before:
            name.meta[_BEFORE] = before
        return name

    def _parse_insert(self) -> exp.Insert | exp.MultitableInserts:
        """Nothing is inserted INTO FUNCTION f()."""
        insert = super()._parse_insert()
        if insert.args.get("is_function"):
            word = next(token for token in self._tokens if token.text.upper() == "FUNCTION")
            raise syntax_error(self.sql, word.start)
        listed = insert.this
        if not isinstance(listed, (exp.Schema, exp.Table)):
            self.raise_error("a table")
        if isinstance(listed, exp.Schema) and isinstance(listed.this, exp.Table):
            by_place: dict[int, int] = {}
            if any(token.token_type is TokenType.SET for token in self._tokens):
                by_place = {token.start: place for place, token in enumerate(self._tokens)}
            names = []
            for name in listed.expressions:
                before = name.meta.pop(_BEFORE, None) or _names_before(self._tokens, by_place, name)
                names.append(_of_table(name, before, listed.this))
            listed.set("expressions", names)
        return insert


def _of_table(name: exp.Expression, before: Sequence[str], table: exp.Table) -> exp.Expression:
    if not before:
        return name
    shown = ".".join((*before, name.name))
    other_database = len(before) == _MOST and table.db not in ("", before[0])
    if before[-1] != table.name or other_database:
        return exp.to_identifier(shown, quoted=True)
    name.meta[_WRITTEN] = shown
    if len(before) == _MOST and not table.db:
        name.meta[_DATABASE] = before[0]
    return name


def _names_before(tokens: Sequence[Token], by_place: dict[int, int], name: exp.Expression) -> list[str]:
    """Those with dots in front of a column that SET assigns."""
    names: list[str] = []
    place = by_place.get(name.meta.get("start", -1), 0)
    while place >= 2 and tokens[place - 1].token_type is TokenType.DOT and len(names) < _MOST:
        place -= 2
        names.insert(0, tokens[place].text)
    return names


def written(name: exp.Expression) -> str:
    """A listed column as it stands in the statement."""
    return str(name.meta.get(_WRITTEN, name.name))


def is_elsewhere(name: exp.Expression, database: str | None) -> bool:
    """Whether it names a table of another database than the session's."""
    return _DATABASE in name.meta and name.meta[_DATABASE] != database
