"""Expressions as MySQL's grammar has them, where sqlglot takes what other dialects have, or goes on where it must stop.

No item of a list has an alias but those of a select list; arguments have no ORDER BY, LIMIT or HAVING of their own; a ?
stands in prepared texts only; behind what wants an operand no operator may stand (captured: clusters/stray_tokens).
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.sql.programs.nesting import LEVELS_OF_A_THREAD, MOST_LEVELS, stack_overrun
from binwriter.sql.text import deep
from binwriter.sql.text.keyword_places import is_called_apart, is_no_name, is_word_behind_dot
from binwriter.sql.text.meta_keys import CALLED_APART
from binwriter.sql.text.parsed_calls import match_against
from binwriter.sql.text.words import is_reserved, syntax_error

# operators that stand between two operands and before none
_BINARY = frozenset(
    {
        *(TokenType.EQ, TokenType.NEQ, TokenType.LT, TokenType.LTE, TokenType.GT, TokenType.GTE),
        *(TokenType.NULLSAFE_EQ, TokenType.AND, TokenType.DAMP, TokenType.OR, TokenType.DPIPE, TokenType.XOR),
        *(TokenType.PIPE, TokenType.AMP, TokenType.CARET, TokenType.SLASH, TokenType.DIV, TokenType.LIKE),
        *(TokenType.RLIKE, TokenType.IS, TokenType.BETWEEN, TokenType.COLON_EQ),
    }
)
_LITERALS = frozenset({TokenType.STRING, TokenType.NUMBER})
_BEFORE_LITERALS = frozenset(
    {
        *(TokenType.DATE, TokenType.TIME, TokenType.TIMESTAMP, TokenType.TIMESTAMPTZ),
        *(TokenType.INTERVAL, TokenType.BINARY),
    }
)
_SIGNS = frozenset({TokenType.DASH, TokenType.PLUS, TokenType.TILDE, TokenType.NOT, TokenType.BINARY})
_QUOTED = frozenset({TokenType.STRING, TokenType.IDENTIFIER})
_BRACKETS = frozenset({TokenType.L_BRACKET, TokenType.L_BRACE})
_NO_TITLES = frozenset({"DEFAULT", "DUAL"})
_FIRST_BEFORE_OVER = frozenset({"FROM", "IGNORE", "RESPECT"})
_BEFORE_OVER = frozenset({"FIRST", "LAST", "NULLS"})


GIVEN_TITLE = "given_title"  # meta key of an item of a select list: what it is called in the text, if that was changed
_LONGEST_TITLE = 256  # bytes
_NO_BEGINNING = "".join(map(chr, (*range(0x21), 0x7F)))


def fitted_title(name: str, longest: int = _LONGEST_TITLE) -> str:
    """What a column is called that is given this name: without spaces in front, up to a
    zero character, and no longer than so many bytes."""
    name = in_charset(name).lstrip(_NO_BEGINNING).partition("\0")[0]
    if len(name) <= longest // 4:
        return name
    return name.encode("utf-8", "surrogateescape")[:longest].decode("utf-8", "ignore")


_NO_GROUPS = frozenset(
    {TokenType.ALL, TokenType.DISTINCT, TokenType.WITH, TokenType.HAVING, TokenType.LIMIT, TokenType.R_PAREN}
)


def _names(token: Token) -> bool:
    """Whether a name stands there."""
    is_word = token.token_type is not TokenType.STRING and (token.text[:1].isalpha() or token.text[:1] in "_$")
    return token.token_type is TokenType.IDENTIFIER or (is_word and not is_reserved(token))


class Operands(MySQLParser):
    """Part of the parser of `dialect`."""

    PRIMARY_PARSERS: ClassVar[dict[TokenType, Any]] = {
        **MySQLParser.PRIMARY_PARSERS,
        TokenType.NATIONAL_STRING: lambda self, token: self._parse_national(token),
    }

    TERM: ClassVar[dict[TokenType, Any]] = {
        token: made for token, made in MySQLParser.TERM.items() if token is not TokenType.COLLATE
    }

    # all comparisons bind alike, from the left: 1 = 2 < 3 is (1 = 2) < 3 (captured: clusters/comparisons_in_a_row)
    EQUALITY: ClassVar[dict[TokenType, Any]] = {**MySQLParser.EQUALITY, **MySQLParser.COMPARISON}
    COMPARISON: ClassVar[dict[TokenType, Any]] = {}

    NO_PAREN_FUNCTION_PARSERS: ClassVar[dict[str, Any]] = {
        **{name: MySQLParser.NO_PAREN_FUNCTION_PARSERS[name] for name in ("CASE", "IF")},
        "MATCH": match_against,
    }

    def reset(self) -> None:
        super().reset()
        self._orders_arguments = self._takes_title = self._casts = False

    def _unexpected(self, place: int | None = None) -> MySQLError:
        """ER_PARSE_ERROR at the token that stands there, or at that place of the text."""
        here = self._curr.start if self._curr else len(self.sql)
        return syntax_error(self.sql, here if place is None else place)

    _levels = 0  # operands inside each other, where it reads
    _closing: tuple[list[Token], dict[int, int]] | None = None

    def closing_brackets(self) -> dict[int, int]:
        """Where each bracket is closed, by the place of its token: found once, however deep they are in each other."""
        if self._closing is None or self._closing[0] is not self._tokens:
            found: dict[int, int] = {}
            opened: list[int] = []
            for place, token in enumerate(self._tokens):
                if token.token_type is TokenType.L_PAREN:
                    opened.append(place)
                elif token.token_type is TokenType.R_PAREN and opened:
                    found[opened.pop()] = place
            self._closing = (self._tokens, found)
        return self._closing[1]

    def _parse_expression(self) -> exp.Expr | None:
        return self._parse_assignment()

    def _parse_unary(self) -> exp.Expr | None:
        if self._curr and self._curr.token_type in _BINARY:
            raise self._unexpected()
        self._levels += 1
        try:
            if self._levels % LEVELS_OF_A_THREAD:
                operand = super()._parse_unary()
            elif self._levels >= MOST_LEVELS:
                raise stack_overrun()
            else:
                operand = deep.in_fresh_thread(super()._parse_unary)
        finally:
            self._levels -= 1
        while self._match(TokenType.COLLATE):  # it binds tighter than any operator (captured: clusters/collated)
            if self._curr and self._curr.token_type is TokenType.BINARY:
                raise self._unexpected()  # that collation is named in quotes there
            operand = self.expression(exp.Collate(this=operand, expression=self._parse_collation()))
        return operand

    def _parse_escape(self, this: exp.Expr | None) -> exp.Expr | None:
        """Behind ESCAPE stands any simple expression (captured: clusters/escapes_computed)."""
        if not self._match(TokenType.ESCAPE):
            return this
        return self.expression(exp.Escape(this=this, expression=self._parse_unary()))

    def _parse_collation(self) -> exp.Expr | None:
        """A name that is no column's, or a string."""
        named = self._parse_column()
        is_name = isinstance(named, exp.Column) and len(named.parts) == 1
        return exp.Var(this=named.name) if named is not None and is_name else named

    def _parse_function_call(
        self,
        functions: dict[str, Any] | None = None,
        anonymous: bool = False,
        optional_parens: bool = True,
        any_token: bool = False,
    ) -> exp.Expr | None:
        """Only in front of a column is MATCH the beginning of a call without brackets."""
        if optional_parens and self._curr and self._curr.text.upper() == "MATCH":
            behind = self._next.token_type if self._next else None
            optional_parens = behind in (TokenType.L_PAREN, TokenType.VAR, TokenType.IDENTIFIER)
        here = self._curr
        if here and here.token_type not in _QUOTED and is_called_apart(here, self._next):
            call = super()._parse_function_call(functions, True, optional_parens, any_token)
            if isinstance(call, exp.Anonymous):
                call.meta[CALLED_APART] = True
            return call
        return super()._parse_function_call(functions, anonymous, optional_parens, any_token)

    # --- names and strings -------------------------------------------------------------------------------------------

    def _parse_title(self) -> exp.Expr | None:
        """An item of a select list, with what it is called, which may be a string."""
        item = self._parse_assignment()
        if self._is_variable():
            return item
        behind = self._next if self._curr and self._curr.token_type is TokenType.ALIAS else self._curr
        if behind and behind.token_type is TokenType.L_PAREN:  # sqlglot takes several names in brackets
            raise self._unexpected(behind.start)
        self._takes_title = True
        try:
            item = self._parse_alias(item)
        finally:
            self._takes_title = False
        if self._prev and self._prev.token_type is TokenType.ALIAS:
            raise self._unexpected()
        title = self._prev if isinstance(item, exp.Alias) else None
        if title and title.text.upper() in _NO_TITLES and title.token_type not in _QUOTED:
            raise self._unexpected(title.start)
        if isinstance(item, exp.Alias) and (fitted := fitted_title(item.alias)) != item.alias:
            item.meta[GIVEN_TITLE] = item.alias
            item.args["alias"].set("this", fitted)
        return item

    def _parse_id_var(self, any_token: bool = True, tokens: Any = None) -> exp.Expr | None:
        """A reserved word is a name in quotes or behind a dot only."""
        if is_word_behind_dot(self._curr, self._prev):
            self._advance()
            return exp.Identifier(this=self._prev.text, quoted=False)
        return None if is_no_name(self._curr, self._prev, self.sql) else super()._parse_id_var(any_token, tokens)

    def _parse_column_parts_fast(self) -> exp.Column | exp.Dot | None:
        return None if is_no_name(self._curr, self._prev, self.sql) else super()._parse_column_parts_fast()

    def _parse_table_parts_fast(self) -> exp.Table | None:
        return None if is_no_name(self._curr, self._prev, self.sql) else super()._parse_table_parts_fast()

    def _is_variable(self) -> bool:
        """Whether a variable stands there, which sqlglot takes for a name."""
        return bool(self._curr) and self._curr.token_type in (TokenType.PARAMETER, TokenType.SESSION_PARAMETER)

    def _parse_string_as_identifier(self) -> exp.Identifier | None:
        return super()._parse_string_as_identifier() if self._takes_title else None

    def _parse_table_alias(self, alias_tokens: Any = None) -> exp.TableAlias | None:
        if self._is_variable():
            return None
        if self._curr and self._curr.token_type is TokenType.ALIAS and self._next.token_type is TokenType.STRING:
            raise self._unexpected(self._next.start)
        alias = super()._parse_table_alias(alias_tokens)
        if self._prev and self._prev.token_type is TokenType.ALIAS:
            raise self._unexpected()
        return alias

    def _parse_national(self, token: Token) -> exp.Expr:
        """N'a' 'b' is one string."""
        text = token.text
        while self._match(TokenType.STRING):
            text += self._prev.text
        return self.expression(exp.National(this=text), token)

    def _parse_introducer(self, token: Token) -> exp.Introducer | exp.Identifier:
        """A character set is followed by the literal that it is of."""
        introduced = super()._parse_introducer(token)
        if not isinstance(introduced, exp.Introducer):
            raise self._unexpected()
        literal = introduced.expression
        if isinstance(literal, exp.Literal) and not literal.is_string:
            raise self._unexpected(self._prev.start)
        return introduced

    def _parse_parameter(self) -> exp.Parameter:
        """A variable's name stands directly behind its @."""
        if self._prev and self._curr and self._curr.start != self._prev.end + 1:
            raise self._unexpected()
        return super()._parse_parameter()

    def _parse_session_parameter(self) -> exp.SessionParameter:
        if self._prev and self._curr and self._curr.start != self._prev.end + 1:
            raise self._unexpected(self._prev.end + 1)
        return super()._parse_session_parameter()

    def _parse_primary(self) -> exp.Expr | None:
        """.5 is a number, . 5 is none."""
        is_dot = self._curr and self._curr.token_type is TokenType.DOT
        number = self._next if is_dot and self._next and self._next.token_type is TokenType.NUMBER else None
        if number and number.start != self._curr.end + 1:
            raise self._unexpected()
        is_string = self._curr and self._curr.token_type is TokenType.STRING
        if is_string and self._next and self._next.token_type is TokenType.DOT:
            raise self._unexpected(self._next.start)
        return super()._parse_primary()

    def _parse_field(self, *arguments: Any, **options: Any) -> exp.Expr | None:
        """What stands behind a dot is no string."""
        is_string = self._curr and self._curr.token_type is TokenType.STRING
        if is_string and self._prev and self._prev.token_type is TokenType.DOT:
            raise self._unexpected()
        return super()._parse_field(*arguments, **options)

    def _parse_type(self, parse_interval: bool = True, fallback_to_identifier: bool = False) -> exp.Expr | None:
        """A type before a literal is one only where the two are a date or a time, and BINARY."""
        here, behind = self._curr, self._next
        if here and behind and here.token_type is TokenType.BINARY and self._is_operand(behind):
            self._advance()
            return self.expression(exp.Cast(this=self._parse_unary(), to=exp.DataType(this=exp.DType.BINARY)))
        is_literal = bool(behind) and behind.token_type in _LITERALS
        if here and is_literal and here.token_type in self.TYPE_TOKENS - _BEFORE_LITERALS:
            column = self._parse_column()
            return self._parse_column_ops(column) if column is not None else None
        return super()._parse_type(parse_interval, fallback_to_identifier)

    def _is_operand(self, token: Token) -> bool:
        """Whether one of BINARY begins there that is a sign with what it is for, another BINARY, or a date or a time as
        a literal."""
        if token.token_type in _SIGNS:
            return token.text.upper() != "NOT"
        following = self._tokens[self._index + 2] if self._index + 2 < len(self._tokens) else None
        is_literal = following is not None and following.token_type is TokenType.STRING
        return is_literal and token.token_type in _BEFORE_LITERALS

    def _parse_bracket(self, this: exp.Expr | None = None) -> exp.Expr | None:
        """There are neither [] nor {}."""
        if self._curr and self._curr.token_type in _BRACKETS:
            raise self._unexpected()
        return this

    def _parse_cast(self, strict: bool, safe: bool | None = None) -> exp.Expr:
        self._casts = True
        try:
            return super()._parse_cast(strict, safe)
        finally:
            self._casts = False

    def _parse_at_time_zone(self, this: exp.Expr | None) -> exp.Expr | None:
        return super()._parse_at_time_zone(this) if self._casts else this

    def _parse_property_assignment(self, exp_class: Any, **kwargs: Any) -> Any:
        """COLLATE [=] binary is a collation there."""
        at = self._index
        self._match(TokenType.EQ)
        if self._match(TokenType.BINARY):
            return self.expression(exp_class(this=exp.var(self._prev.text)))
        self._retreat(at)
        return super()._parse_property_assignment(exp_class, **kwargs)

    def _parse_join_parts(self) -> tuple[Token | None, Token | None, Token | None]:
        """OUTER stands behind LEFT or RIGHT."""
        method, side, kind = super()._parse_join_parts()
        if kind is not None and kind.text.upper() == "OUTER" and side is None:
            raise self._unexpected(kind.start)
        return method, side, kind

    def _parse_window(self, this: exp.Expr | None, alias: bool = False) -> exp.Expr | None:
        """OVER name, OVER (window) and name AS (window)."""
        here, behind = self._curr, self._next
        if alias and (this is None or not here or here.token_type is not TokenType.ALIAS):
            raise self._unexpected()
        if alias and self._prev.token_type is TokenType.STRING:
            raise self._unexpected(self._prev.start)
        if here and here.text.upper() in ("FILTER", "WITHIN") and here.token_type is not TokenType.IDENTIFIER:
            return this  # a title at most
        if here and behind and behind.text.upper() in _BEFORE_OVER and here.text.upper() in _FIRST_BEFORE_OVER:
            from binwriter.sql.text.call_forms import pass_order_of_values

            pass_order_of_values(self, this)
            here, behind = self._curr, self._next
        if here and (alias or here.token_type is TokenType.OVER):
            opens = bool(behind) and behind.token_type is TokenType.L_PAREN
            if not opens and (alias or not behind or not _names(behind)):
                raise self._unexpected(behind.start if behind else len(self.sql))
            from binwriter.sql.text.call_forms import wrong_in_window

            wrong = wrong_in_window(self._tokens, self._index + 2) if opens else None
            if wrong is not None:
                raise self._unexpected(wrong.start)
        return super()._parse_window(this, alias)

    def _parse_table_hints(self) -> list[exp.Expr] | None:
        """USE, IGNORE and FORCE, INDEX or KEY."""
        if not self._curr or self._curr.token_type not in self.TABLE_INDEX_HINT_TOKENS:
            return None
        from binwriter.sql.text.call_forms import index_hints

        return index_hints(self)

    def _parse_group(self, skip_group_by_token: bool = False) -> exp.Group | None:
        """GROUP BY something, or GROUP BY ROLLUP (..)."""
        first, behind = self._next, self._tokens[self._index + 2 : self._index + 3]
        opens = bool(behind) and behind[0].token_type is TokenType.L_PAREN
        grouped = self._curr and self._curr.token_type is TokenType.GROUP_BY
        if grouped and opens and first.text.upper() == "ROLLUP" and first.token_type is not TokenType.IDENTIFIER:
            self._advance(2)
            expressions = self._parse_wrapped_csv(self._parse_disjunction)
            return self.expression(exp.Group(expressions=expressions, rollup=[exp.Rollup()]))
        group = super()._parse_group(skip_group_by_token)
        if group is None:
            return None
        empty = first and first.token_type is TokenType.L_PAREN and behind and behind[0].token_type is TokenType.R_PAREN
        if not first or first.token_type in _NO_GROUPS or empty:
            raise self._unexpected(behind[0].start if empty else first.start if first else len(self.sql))
        return group

    def _parse_cube_or_rollup(self, with_prefix: bool = False) -> exp.Cube | exp.Rollup | None:
        """WITH ROLLUP, and nothing else."""
        if with_prefix and (not self._curr or self._curr.text.upper() != "ROLLUP"):
            return None
        if not with_prefix and self._curr and self._curr.text.upper() == "ROLLUP":
            opens = self._next and self._next.token_type is TokenType.L_PAREN
            if opens and self._curr.token_type is not TokenType.IDENTIFIER:
                raise self._unexpected(self._next.start)  # it stands alone (captured: clusters/words_before_over)
        return super()._parse_cube_or_rollup(with_prefix)

    def _parse_ordered(self, parse_method: Any = None) -> exp.Ordered | None:
        """An expression, and ASC or DESC."""
        ordered = super()._parse_ordered(parse_method)
        words = [token.text.upper() for token in self._tokens[max(self._index - 2, 0) : self._index]]
        quoted = any(token.token_type in _QUOTED for token in self._tokens[max(self._index - 2, 0) : self._index])
        if words == ["ASC", "DESC"] and not quoted:
            raise self._unexpected(self._prev.start)
        if words in (["NULLS", "FIRST"], ["NULLS", "LAST"]) and not quoted:
            raise self._unexpected(self._tokens[self._index - 2].start)
        return ordered

    # --- arguments ----------------------------------------------------------------------------------------------------

    def _parse_placeholder(self) -> exp.Expr | None:
        """A ? is a value of a prepared statement only, which stands there by now."""
        if self._curr and self._curr.token_type in (TokenType.PLACEHOLDER, TokenType.COLON):
            raise self._unexpected()
        return super()._parse_placeholder()

    def _parse_group_concat(self) -> exp.Expr | None:
        self._orders_arguments = True
        try:
            return super()._parse_group_concat()
        finally:
            self._orders_arguments = False

    def _parse_lambda(self, alias: bool = False) -> exp.Expr | None:
        """An argument: [DISTINCT | ALL] of an aggregate, and an expression or a query."""
        orders, self._orders_arguments = self._orders_arguments, False
        this = self._parse_argument()
        self._orders_arguments = orders
        return self._parse_order(this) if orders else this

    def _parse_argument(self) -> exp.Expr | None:
        if self._match(TokenType.DISTINCT):
            return self.expression(exp.Distinct(expressions=self._parse_csv(self._parse_disjunction)))
        self._match(TokenType.ALL)
        if self._curr and self._curr.token_type is TokenType.STAR and not self._counts():
            raise self._unexpected()
        return self._parse_select_or_expression()

    def _counts(self) -> bool:
        """Whether it is COUNT whose brackets have just opened."""
        place = self._index - 1
        opened = place > 0 and self._tokens[place].token_type is TokenType.L_PAREN
        return opened and self._tokens[place - 1].text.upper() == "COUNT"

    def _parse_table_part(self, schema: bool = False) -> exp.Expr | None:
        """No function gives a table."""
        is_call = self._next and self._next.token_type is TokenType.L_PAREN
        if not schema and self._curr and self._curr.token_type in (TokenType.VAR, TokenType.IDENTIFIER) and is_call:
            raise self._unexpected(self._next.start)
        return super()._parse_table_part(schema)

    def _parse_csv(self, parse_method: Any, sep: TokenType = TokenType.COMMA) -> list[Any]:
        """Behind a comma something stands."""

        def item() -> Any:
            read = parse_method()
            if read is None and any(token and token.token_type is sep for token in (self._prev, self._curr)):
                raise self._unexpected()
            return read

        return super()._parse_csv(item, sep)

    def _parse_value(self, values: bool = True) -> exp.Tuple | None:
        """A row of VALUES stands in brackets, behind ROW in a query."""
        is_row = self._curr and self._curr.text.upper() == "ROW" and self._next
        opening = self._next if is_row else self._curr
        if not opening or opening.token_type is not TokenType.L_PAREN:
            raise self._unexpected(opening.start if opening else None)
        return super()._parse_value(values)

    def _parse_in(self, this: exp.Expr | None, alias: bool = False) -> exp.In:
        if not self._curr or self._curr.token_type is not TokenType.L_PAREN:
            raise self._unexpected()
        return super()._parse_in(this, alias)
