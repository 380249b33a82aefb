"""Statements with a token or two taken away, doubled, exchanged or put in: what a parser does with what is no SQL."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from binwriter.integration.corpus.reading import Sent

_TOKEN = re.compile(
    r"'(?:[^'\\]|''|\\.)*'|\"(?:[^\"\\]|\"\"|\\.)*\"|`[^`]*`|/\*.*?\*/|[@$\w.]+|<=>|<=|>=|<>|!=|:=|->>|->|\|\||&&|\s+|.",
    re.DOTALL,
)
_PUT_IN = (
    *("18446744073709551616", "-1", "1e400", "0x", "b'2'", "''", "NULL", "DEFAULT", "?", "*", "(", ")", ",", "@x", "@"),
    *("x'1'", "_utf8mb4'a'", "1.5", "SELECT", "(SELECT 1)", "AS", "NOT", "ALL", "WITH", "INTERVAL", "ROW", "END", "IN"),
    *(
        "FOR",
        "ON",
        "BY",
        "TABLE",
        "VALUES",
        "t1.*",
        "`a",
        "'a",
        "--",
        "/*",
        "*/",
        "#",
        "{",
        "}",
        "1e",
        "@@x",
        "||",
        "!",
    ),
)
# What would end more than the statement, or wait for somebody.
_LEFT_ALONE = re.compile(
    r"(?i)\b(global|persist|shutdown|restart|user|role|grant|revoke|logs?|server|lock|kill|flush|purge|xa|reset|sleep"
    r"|clone|install|import|benchmark|while|loop|repeat|recursive|password)\b"
)
_REMEMBERED = 600  # tokens of statements before


class Mutation:
    """A source of such statements. seed: of its chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._seen: list[str] = []

    def before(self, sent: Sent) -> Iterator[str]:
        """Texts to be asked in front of a statement: none, one or two."""
        tokens = _TOKEN.findall(sent.text)
        self._seen = [*self._seen, *(token for token in tokens if not token.isspace())][-_REMEMBERED:]
        for _ in range(self._random.choice((0, 1, 1, 2))):
            text = self._mutated(tokens)
            if not _LEFT_ALONE.search(text) and ";" not in text:
                yield text

    def _mutated(self, given: list[str]) -> str:
        tokens = list(given)
        places = [place for place, token in enumerate(tokens) if not token.isspace()]
        for _ in range(self._random.choice((1, 1, 1, 2))):
            place = self._random.choice(places)
            other = self._random.choice((*_PUT_IN, *self._seen))
            swapped = self._random.choice(places)
            tokens[place], tokens[swapped] = self._random.choice(
                (
                    ("", tokens[swapped] if swapped != place else ""),
                    (f"{tokens[place]} {tokens[place]}", tokens[swapped]),
                    (tokens[swapped], tokens[place]),
                    (other, tokens[swapped]),
                    (f"{tokens[place]} {other}", tokens[swapped]),
                )
            )
        return "".join(tokens)
