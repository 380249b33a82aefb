"""MATCH (columns) AGAINST (text [modifier]) as an expression, and as the order in which a table is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import SpecialKey, Table
from binwriter.formats.collations import Collation, collation_by_id
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import before_raw, shown_as_utf8, text_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import REAL_TYPE, CompiledExpression, Row
from binwriter.sql.text.tree_text import tree_text
from binwriter.storage.fulltext import Corpus, Scorer, read_boolean, tokenizer_for, words_of_query

StoredRow = tuple[Any, ...]
Entries = Iterator[tuple[int, StoredRow]]
Ordering = Callable[[StatementContext, Entries], Entries]
_SIZES = ("innodb_ft_min_token_size", "innodb_ft_max_token_size", "ft_min_word_len", "ft_max_word_len")
_NGRAM = "ngram_token_size"
_BOOLEAN, _EXPANSION = "BOOLEAN", "EXPANSION"


@dataclass
class Match:
    """One MATCH: the table it is about, its columns by place, and what it looks for."""

    source: Source
    table: Table
    columns: tuple[int, ...]
    against: CompiledExpression
    modifier: str
    parser: str
    _scorers: dict[str, tuple[Corpus, Scorer]] = field(default_factory=dict)
    _unseen: list[StoredRow] = field(default_factory=list)

    @property
    def boolean(self) -> bool:
        return _BOOLEAN in self.modifier

    def score(self, row: StoredRow, context: StatementContext) -> float | None:
        """How well a row of the table fits; 0 if it does not, or AGAINST (NULL)."""
        value = self.against.eval(context, ())
        if value is None:
            return 0.0
        text = self._sought(to_text(value, self.against.type))
        corpus, scorer = self._scorers.get(text) or self._prepared(text, context)
        return scorer(self._text(row)) if corpus.texts and row not in self._unseen else 0.0

    def _sought(self, text: str | bytes) -> str:
        """Bytes are a text of the columns' character set; InnoDB reads them up to the first that is no character
        (captured: clusters/bytes_sought_by_match)."""
        if not isinstance(text, bytes):
            return text
        read = self._collation.decode_or_bytes(text)
        if isinstance(read, str):
            return read
        return before_raw(text_of(read)) if self.table.engine.name == "InnoDB" else shown_as_utf8(read)

    @property
    def _collation(self) -> Collation:
        return collation_by_id(self.table.columns[self.columns[0]].spec.collation)

    def _text(self, row: StoredRow) -> str:
        return " ".join(str(row[column]) for column in self.columns if row[column] is not None)

    def _uncommitted(self, context: StatementContext) -> Iterator[StoredRow]:
        """Rows that the index of InnoDB gets at COMMIT only: new texts of the session's transaction."""
        for change in context.session.uncommitted():
            table = change.data.definition
            if (table.schema, table.name) == (self.table.schema, self.table.name) and change.data.has(change.row_id):
                now = change.data.row(change.row_id)
                if change.before is None or self._text(change.before) != self._text(now):
                    yield now

    def _prepared(self, text: str, context: StatementContext) -> tuple[Corpus, Scorer]:
        self._unseen = list(self._uncommitted(context))
        sizes = {name: int(context.variables.get(name)) for name in (*_SIZES, _NGRAM)}
        engine = self.table.engine.name
        tokenizer = tokenizer_for(engine, self._collation.id, self.parser, sizes)
        assert self.source.rows is not None
        corpus = Corpus(tokenizer, engine == "InnoDB", tuple(self._text(row) for row in self.source.rows()))
        if self.boolean:
            scorer = corpus.boolean(read_boolean(text, tokenizer))
        else:
            scorer = corpus.natural(words_of_query(text, tokenizer), expanded=_EXPANSION in self.modifier)
        self._scorers[text] = corpus, scorer
        return corpus, scorer


@compiles(exp.MatchAgainst)
def _match(node: exp.Expression, scope: Scope) -> CompiledExpression:
    match, slot = read_match(node, scope)
    names = ",".join(tree_text(column) for column in node.expressions)

    def evaluate(context: StatementContext, row: Row) -> float | None:
        return match.score(tuple(row[slot]), context)

    return CompiledExpression(REAL_TYPE, evaluate, f"(match {names} against ({match.against.text}))")


def read_match(node: Any, scope: Scope) -> tuple[Match, int]:
    """The match, and the slot of its table in rows. MySQLError for columns without a key, or of several tables."""
    places = [_place(column, scope) for column in node.expressions]
    against = compile_expression(node.this, scope)
    if not against.constant and node.this.find(exp.Column) is not None:
        raise mysql_error("ER_WRONG_ARGUMENTS", "AGAINST")
    slots = {slot for slot, _ in places}
    source = scope.sources[min(slots)] if len(slots) == 1 else None
    if source is None or source.table is None or source.rows is None:
        raise mysql_error("ER_WRONG_ARGUMENTS", "MATCH")
    columns = tuple(index for _, index in places)
    names = {source.table.columns[index].name.lower() for index in columns}
    modifier = str(node.args.get("modifier") or "")
    key = _key_of(source.table, names)
    if key is None and not (_BOOLEAN in modifier and source.table.engine.name == "MyISAM"):
        raise mysql_error("ER_FT_MATCHING_KEY_NOT_FOUND")
    ordered = columns if key is None else tuple(source.table.index_of[name] for name in key.columns)
    return Match(source, source.table, ordered, against, modifier, "" if key is None else key.parser), (
        scope.base + min(slots)
    )


def _place(column: exp.Expression, scope: Scope) -> tuple[int, int]:
    place = scope.place_of(column)
    if place is None:
        scope.column(column.name, column.text("table") or None)  # MySQLError for one that is nowhere
        raise mysql_error("ER_WRONG_ARGUMENTS", "MATCH")
    return place


def _key_of(table: Table, names: set[str]) -> SpecialKey | None:
    return next((key for key in table.special_keys if key.kind == "FULLTEXT" and set(key.columns) == names), None)


def _match_in(part: Any) -> Any:
    """The MATCH of a conjunct: alone, or greater than something."""
    if isinstance(part, (exp.GT, exp.GTE)):
        part = part.this.unnest()
    elif isinstance(part, exp.LT):
        part = part.expression.unnest()
    return part if isinstance(part, exp.MatchAgainst) else None


def read_by_match(where: exp.Expression | None, scope: Scope) -> Ordering | None:
    """The order of a table that a server reads by a FULLTEXT index: best first; MyISAM's boolean mode has no order.

    None where no conjunct of WHERE is a MATCH.
    """
    parts = list(where.flatten()) if isinstance(where, exp.And) else [where]
    node = next(
        (named_match for term in parts if term is not None and (named_match := _match_in(term.unnest())) is not None),
        None,
    )
    if node is None:
        return None
    match, _ = read_match(node, scope)
    if match.boolean and match.table.engine.name != "InnoDB":
        return None

    def ordered(context: StatementContext, rows: Entries) -> Entries:
        return iter(sorted(rows, key=lambda entry: -(match.score(entry[1], context) or 0.0)))

    return ordered
