"""HELP: what the tables mysql.help_* say of a topic.

Source: MySQL manual, "HELP Statement" and "Server-Side Help Support"; what is looked for in which order, and how it is
listed: as a 9.7.4 answers (clusters/help_topics).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from binwriter.formats.collations import collation_by_name
from binwriter.formats.records import dataclass
from binwriter.server.execute.administers import administers
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.patterns import matches_like
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult

_LIST = ("name", "is_it_category")
_TOPIC = ("name", "description", "example")
_CATEGORY = ("source_category_name", *_LIST)
_IS_CATEGORY, _IS_TOPIC = "Y", "N"


@dataclass(frozen=True)
class HelpTables:
    """The rows of the four tables: (number, name, number of the category or its parent, ..) of topics and categories,
    (number, name) of keywords, (topic, keyword) of relations."""

    topics: tuple[tuple[Any, ...], ...]
    categories: tuple[tuple[Any, ...], ...]
    keywords: tuple[tuple[Any, ...], ...]
    relations: tuple[tuple[Any, ...], ...]

    def answer(self, is_asked: Callable[[str], bool]) -> StatementResult:
        """What HELP shows. is_asked: whether a name is like the topic."""
        topics = [row for row in self.topics if is_asked(row[1])] or self._of_keyword(is_asked)
        categories = [row for row in self.categories if is_asked(row[1])]
        if len(topics) == 1:
            _, name, _, description, example, *_ = topics[0]
            return _result(_TOPIC, [(name, description, example)])
        if topics or len(categories) != 1:
            return _result(_LIST, [*_listed(topics, _IS_TOPIC), *_listed(categories, _IS_CATEGORY)])
        number, category, *_ = categories[0]
        within = [row for row in self.topics if row[2] == number]
        below = [row for row in self.categories if row[2] == number]
        rows = [*_listed(within, _IS_TOPIC), *_listed(below, _IS_CATEGORY)]
        return _result(_CATEGORY, [(category, *row) for row in rows])

    def _of_keyword(self, is_asked: Callable[[str], bool]) -> list[tuple[Any, ...]]:
        """The topics of the one keyword that is like it."""
        numbers = [number for number, name in self.keywords if is_asked(name)]
        if len(numbers) != 1:
            return []
        related = {topic for topic, keyword in self.relations if keyword == numbers[0]}
        return [row for row in self.topics if row[0] in related]


def _listed(rows: Iterable[tuple[Any, ...]], kind: str) -> list[tuple[str, str]]:
    return [(name, kind) for name in sorted((row[1] for row in rows), key=str.encode)]


def _result(columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> StatementResult:
    return StatementResult(affected=len(rows), columns=columns, rows=tuple(rows))


@administers("help")
def help_topic(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """HELP 'topic'. MySQLError where the tables are not there."""
    database = runner.front_end.database_of(context)
    tables = (database.table("mysql", f"help_{name}") for name in ("topic", "category", "keyword", "relation"))
    collation = collation_by_name("utf8mb3_general_ci").id
    known = HelpTables(*(tuple(row for _, row in table.scan()) for table in tables))
    return known.answer(lambda name: matches_like(name, syntax.argument, "\\", collation))
