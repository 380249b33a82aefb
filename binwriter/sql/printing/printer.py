"""What prints an expression as a server does: how columns and literals are written, and where each kind of node is
printed (`expressions` fills the table)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import default_collation
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.names import ALIASES, OPERATORS_OF_FUNCTIONS
from binwriter.sql.text.brackets import without_brackets
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import function_of, is_condition
from binwriter.sql.types.record import OneCharset

Print = Callable[["Printer", Any], str]
PRINTERS: dict[type, Print] = {}  # by kind of node
CALLS: dict[str, Print] = {}  # functions with a grammar of their own, by name


@dataclass(frozen=True)
class Printer:
    """column: how a column is written. charset: of string literals, which are given an introducer; None: they are not.

    charset_of: the character set of a column, None of one that has none. query: prints a subquery. merges: texts with
    introducers of their own are converted to charset, too. introduces: whether any has one. aliases: what functions
    are called, where not as written. quotes_variables: names of user variables are in backquotes (from 5.6).
    """

    column: Callable[[exp.Column], str]
    charset: str | None = None
    charset_of: Callable[[exp.Column], str | None] = lambda column: None
    query: Callable[[exp.Expr], str] | None = None
    merges: bool = False
    aliases: Mapping[str, str] = field(default_factory=lambda: ALIASES)
    introduces: bool = True
    quotes_variables: bool = True

    def print(self, node: exp.Expr) -> str:
        """The text. UnsupportedError for what is not known how to print."""
        node = without_brackets(node) if isinstance(node, exp.Subquery) else node.unnest()
        for base in type(node).__mro__:
            printer = PRINTERS.get(base)
            if printer is not None:
                return printer(self, node)
        return self._call(node)

    def condition(self, node: exp.Expr) -> str:
        """Where a truth is wanted: a value that is none is compared with 0."""
        node = without_brackets(node) if isinstance(node, exp.Subquery) else node.unnest()
        if (isinstance(node, exp.Expression) and is_condition(node)) or isinstance(node, _TRUTHS):
            return self.print(node)
        return f"(0 <> {self.print(node)})"

    def list(self, nodes: Iterable[exp.Expr], separator: str = ",") -> str:
        return separator.join(self.print(node) for node in nodes)

    def string(self, text: str, charset: str | None = None) -> str:
        """A literal; charset: that its introducer names."""
        escaped = "".join(_ESCAPES.get(character, character) for character in text)
        if not self.introduces:
            return f"'{escaped}'"
        kept = charset is not None and (charset == "binary" or not (self.merges and text.isascii()))
        if charset is None and self.charset is not None and not text.isascii():
            escaped = _sent(escaped, self.charset)
        return f"{_introducer(charset if kept else self.charset)}'{escaped}'"

    def _call(self, node: exp.Expr) -> str:
        function = function_of(node)
        if isinstance(node, exp.Anonymous) and (own := CALLS.get(str(node.this).upper())) is not None:
            return own(self, node)
        arguments = _arguments(node)
        if function is None and not isinstance(node, (exp.Anonymous, exp.Func)):
            raise UnsupportedError(f"printing {node.key.upper()}", tree_text(node))
        if isinstance(node, exp.Anonymous):
            written = str(node.this)
        else:
            written = function.name if function is not None else node.sql_name()  # type: ignore[attr-defined]
        name = self.aliases.get(written.upper(), written.lower())
        special = OPERATORS_OF_FUNCTIONS.get(written.upper())
        printers = self._of_texts(arguments, None if function is None else function.texts)
        printed = [printer.print(argument) for printer, argument in zip(printers, arguments, strict=True)]
        if special is not None:
            text = special(printed)
            if text is not None:
                return text
        if function is None and isinstance(node, exp.Anonymous):
            name = quoted(written)  # a stored function
        first = node.expressions[:1] if isinstance(node, exp.Anonymous) else [node.this]
        distinct = "distinct " if isinstance(next(iter(first), None), exp.Distinct) else ""
        return f"{name}({distinct}{','.join(printed)})"

    def _of_texts(self, arguments: Sequence[exp.Expr], texts: OneCharset | None) -> Sequence[Printer]:
        """For each argument of a call: those that are made of one character set, and the others."""
        printers = [self] * len(arguments)
        if texts is None or self.charset is None:
            return printers
        places = range(*slice(texts.first, texts.last).indices(len(arguments)))
        mixed = [arguments[place] for place in places]
        if texts.leader is not None:
            leader = arguments[texts.leader]
            if isinstance(leader, exp.Column):
                mixed = [leader]
            elif any(isinstance(one, exp.Column) for one in mixed):
                return printers
        merging = self.within(mixed)
        return [merging if place in places else printer for place, printer in enumerate(printers)]

    def within(self, arguments: Iterable[exp.Expr]) -> Printer:
        """For the arguments of a function: literals beside columns of another character set are converted to it."""
        if self.charset is None:
            return self
        arguments = list(arguments)
        sets = {self.charset_of(argument) for argument in arguments if isinstance(argument, exp.Column)} - {None}
        if len(sets) == 1:
            return replace(self, charset=sets.pop(), merges=True)
        texts = [
            one for one in arguments if isinstance(one, _TEXTS) and (type(one) is not exp.Literal or one.is_string)
        ]
        if not sets and self.charset.startswith("utf8") and len({*map(type, texts)}) > 1:
            plain = any(type(text) is exp.Literal for text in texts)
            return replace(self, charset=self.charset if plain else "utf8mb3", merges=True)
        return self


_TRUTHS = (exp.Exists, exp.Null, exp.MatchAgainst)
_TEXTS = (exp.Literal, exp.Introducer, exp.National)
_ESCAPES = {"'": "\\'", "\\": "\\\\", "\n": "\\n", "\0": "\\0", "\r": "\\r", "\x1a": "\\Z"}


def _sent(text: str, charset: str) -> str:
    """A text in the bytes of its character set, which are printed as if they were UTF-8."""
    if charset.startswith("utf8"):
        return text
    try:
        return default_collation(charset).encode(text).decode("utf-8", "surrogateescape")
    except EncodeError:
        return text


def _introducer(charset: str | None) -> str:
    return f"_{charset}" if charset is not None else ""


def _arguments(node: exp.Expr) -> list[exp.Expr]:
    """In the order in which they were written."""
    arguments: list[exp.Expr] = []
    for value in [node.expressions] if isinstance(node, exp.Anonymous) else node.args.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, exp.Distinct):
                arguments += item.expressions
            elif isinstance(item, exp.Expr):
                arguments.append(item)
    return arguments
