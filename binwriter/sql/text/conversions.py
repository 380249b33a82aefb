"""Types in expressions: CAST and CONVERT, and literals that a type stands in front of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import TokenType

from binwriter.formats.patterns import pattern
from binwriter.sql.text.keyword_places import refused_cast_type
from binwriter.sql.text.meta_keys import BIN_COLLATION, TYPED_LITERAL
from binwriter.sql.text.vocabulary import SHAPES, SHORT_CHARSETS
from binwriter.sql.text.words import syntax_error


def _typed_literal(parser: MySQLParser, literal: exp.Expression, to: exp.Expression) -> exp.Expression:
    node = parser.expression(exp.Cast(this=literal, to=to))
    node.meta[TYPED_LITERAL] = True
    return node


class Conversions(MySQLParser):
    """Reads CAST, CONVERT and typed literals."""

    TYPE_LITERAL_PARSERS: ClassVar[dict[exp.DType, Callable[..., Any]]] = {
        **MySQLParser.TYPE_LITERAL_PARSERS,
        **dict.fromkeys((exp.DType.DATE, exp.DType.TIME, exp.DType.TIMESTAMPTZ), _typed_literal),
    }

    def _parse_cast(self, strict: bool, safe: bool | None = None) -> exp.Expr:
        cast = super()._parse_cast(strict, safe)
        if (wrong := refused_cast_type(self._tokens, self._index)) is not None:
            raise syntax_error(self.sql, wrong.start)
        return cast

    def _parse_type_size(self) -> exp.DataTypeParam | None:
        """An empty name is no size, though it may be a column: YEAR(``)."""
        return None if self._curr and not self._curr.text else super()._parse_type_size()

    def _parse_types(self, *arguments: Any, **options: Any) -> exp.Expr | None:
        """NATIONAL CHAR is NCHAR; POINT and its kin are kinds of GEOMETRY."""
        kind = self._curr.text.upper() if self._curr else ""
        if kind in SHAPES and self._next and self._next.token_type in (TokenType.R_PAREN, TokenType.ALIAS):
            self._advance()
            return exp.DataType(this=exp.DType.GEOMETRY, kind=exp.var(kind))
        national = self._match_text_seq("NATIONAL", "CHAR") or self._match_text_seq("NATIONAL", "CHARACTER")
        if not national:
            return super()._parse_types(*arguments, **options)
        self._retreat(self._index - 1)
        type_ = super()._parse_types(*arguments, **options)
        if isinstance(type_, exp.DataType):
            type_.set("this", exp.DType.NCHAR)
        return type_

    def _parse_char_charset(self, to: Any) -> Any:
        """CHAR in CAST and CONVERT, with what may follow it: a character set in a word or two, and BINARY."""
        to = super()._parse_char_charset(to)
        if not isinstance(to, exp.DataType) or to.this not in (exp.DType.CHAR, exp.DType.CHARACTER_SET):
            return to
        is_binary = self._match(TokenType.BINARY)
        if self._curr and (charset := SHORT_CHARSETS.get(self._curr.text.upper())):
            self._advance()
            to.set("kind", exp.var(charset))
        elif is_binary and self._match_texts(("CHARSET", "CHARACTER SET")):
            to.set("kind", self._parse_charset_name())
        if is_binary or self._match(TokenType.BINARY):
            to.meta[BIN_COLLATION] = True
        return to

    def _parse_convert(self, strict: bool, safe: bool | None = None) -> exp.Expr | None:
        """Any expression may be converted, comparisons too."""
        value = self._parse_disjunction()
        if self._match(TokenType.USING):
            to: Any = exp.DType.CHARACTER_SET.into_expr(kind=self._parse_charset_name(), using=True)
        else:
            to = self._parse_char_charset(self._parse_types()) if self._match(TokenType.COMMA) else None
        return self.build_cast(strict=strict, this=value, to=to, safe=safe)


# of CAST(.. AS .. ARRAY), an entry of a key for each element, in a text
ARRAY = pattern(r"\bARRAY\s*\)", re.IGNORECASE)


def makes_array(tree: exp.Expression) -> bool:
    """Whether such a CAST stands in it."""
    return any(cast.to.this is exp.DType.ARRAY for cast in tree.find_all(exp.Cast))
