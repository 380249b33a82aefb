"""sqlglot's MySQL grammar without its translations between dialects.

sqlglot turns functions into dialect-neutral nodes, and in doing so loses what exact evaluation needs: MONTHNAME(d)
becomes a format call, TO_DAYS(d) a subtraction, DATE_FORMAT's pattern is rewritten for strftime. Here a function call
stays a call: `exp.Anonymous` with its name as written and its arguments in order. Calls with a grammar of their own
(CAST, CONVERT, EXTRACT, TRIM, SUBSTRING .. FROM, POSITION, CHAR .. USING, GROUP_CONCAT, VALUES) keep sqlglot's nodes.

What the trees still do not tell apart: BINARY x and CAST(x AS BINARY), !x and NOT x (the server warns of the first of
each).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, cast

from sqlglot import exp
from sqlglot.dialects.dialect import DialectType
from sqlglot.dialects.mysql import MySQL
from sqlglot.errors import ParseError
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.json_table import JsonTable, read_level
from binwriter.sql.text import select_options, vocabulary
from binwriter.sql.text.aggregate_calls import read_call
from binwriter.sql.text.comments import without_marks
from binwriter.sql.text.conversions import Conversions
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.insert_lists import InsertParser
from binwriter.sql.text.joins import bound_behind_commas, without_inner_joins
from binwriter.sql.text.keyword_places import (
    intervals_first,
    is_added,
    is_interval_function,
    is_no_function,
    is_of_name,
    is_unit,
    must_be_unit,
)
from binwriter.sql.text.meta_keys import BEHIND_COMMA, TITLE
from binwriter.sql.text.operands import Operands
from binwriter.sql.text.parsed_calls import CALLS, of_column
from binwriter.sql.text.tree_text import is_star
from binwriter.sql.text.words import (
    JOINED,
    KeptTokenizer,
    Words,
    names_before_dots,
    syntax_error,
    with_backslashes,
)

_OF_SQLGLOT = ("CHAR", "GROUP_CONCAT")


def _binary(arguments: list[exp.Expression]) -> exp.Expression:
    """BINARY(x), which is BINARY x."""
    inner = exp.Tuple(expressions=arguments) if len(arguments) > 1 else exp.Paren(this=arguments[0])
    return exp.Cast(this=inner, to=exp.DataType(this=exp.DType.BINARY))


_QUERIES = ("TABLE", "VALUES")  # beside SELECT and WITH
exp.Values.arg_types = {**exp.Values.arg_types, "with_": False}  # sqlglot knows of no WITH before VALUES
_OF_ONE_TOKEN = frozenset({TokenType.NUMBER, TokenType.STRING, TokenType.VAR, TokenType.IDENTIFIER, TokenType.NULL})
_ENDS = frozenset({TokenType.COMMA, TokenType.R_PAREN, TokenType.SENTINEL})
_BINDS_LESS = _ENDS | {TokenType.EQ, TokenType.NEQ, TokenType.AND, TokenType.OR, TokenType.IN, TokenType.IS}

_SCOPES = frozenset({"global", "local", "session"})


class TextEndsError(ParseError):
    """The statement ends where more of it is expected."""


class PlainMySQL(KeptTokenizer):
    """The dialect to parse with: `sqlglot.parse_one(text, read=PlainMySQL)`."""

    SUPPORTS_VALUES_DEFAULT = False  # else DEFAULT(column) in VALUES is taken for the bare word

    def to_json_path(self, path: Any) -> Any:
        """As it is written; `functions.json_paths` reads it."""
        return path

    def tokenize(self, sql: str, dialect: DialectType = None) -> list[Token]:
        """The tokens, with their offsets in `sql`."""
        if vocabulary.ODD.search(sql) is None:
            return names_before_dots(with_backslashes(super().tokenize(sql, dialect)))
        from binwriter.sql.text.token_repairs import (
            part_from_joins,
            places_behind_exponents,
            refuse_beyond_double,
            tokens_apart,
            without_escapes,
        )

        tokens = with_backslashes(without_escapes(super().tokenize(sql, dialect)))
        part_from_joins(tokens)
        places = [place for token in tokens for place in places_behind_exponents(sql, token)]
        if places:
            return tokens_apart(self.tokenize, sql, places)
        refuse_beyond_double(sql, tokens)
        return names_before_dots(tokens)

    class Tokenizer(MySQL.Tokenizer):
        KEYWORDS: ClassVar[dict[str, TokenType]] = {**vocabulary.keywords(), JOINED: TokenType.DQMARK}
        SINGLE_TOKENS: ClassVar[dict[str, TokenType]] = {**MySQL.Tokenizer.SINGLE_TOKENS, JOINED[0]: TokenType.DQMARK}

    class Parser(Conversions, InsertParser, Operands):
        FUNCTIONS: ClassVar[dict[str, Callable[..., Any]]] = {
            "CURRENT_TIMESTAMP": exp.CurrentTimestamp.from_arg_list,
            "LOCALTIME": exp.CurrentTimestamp.from_arg_list,
            "LOCALTIMESTAMP": exp.CurrentTimestamp.from_arg_list,
            "BINARY": _binary,
        }
        COLUMN_OPERATORS: ClassVar[dict[TokenType, Any]] = {
            **vocabulary.COLUMN_OPERATORS,
            **{arrow: of_column(arrow) for arrow in (TokenType.ARROW, TokenType.DARROW)},
        }
        RANGE_PARSERS: ClassVar[dict[TokenType, Any]] = vocabulary.RANGE_PARSERS
        QUERY_MODIFIER_PARSERS: ClassVar[dict[TokenType, Any]] = vocabulary.QUERY_MODIFIER_PARSERS
        LAMBDAS: ClassVar[dict[TokenType, Callable[..., Any]]] = {}  # an arrow is that of JSON
        NO_PAREN_FUNCTIONS: ClassVar[dict[TokenType, type[exp.Expression]]] = {
            **MySQLParser.NO_PAREN_FUNCTIONS,
            TokenType.LOCALTIME: exp.CurrentTimestamp,
            TokenType.LOCALTIMESTAMP: exp.CurrentTimestamp,
        }
        FUNCTION_PARSERS: ClassVar[dict[str, Callable[..., Any]]] = {
            **{name: MySQLParser.FUNCTION_PARSERS[name] for name in _OF_SQLGLOT},
            **CALLS,
        }

        def raise_error(self, message: str, token: Token | None = None) -> None:
            if not token and not self._curr:
                raise TextEndsError(message)
            super().raise_error(message, token or self._curr)

        def reset(self) -> None:
            super().reset()
            self._not_nested: set[int] | None = None
            self._wants_unit = True

        def _parse_hint(self) -> exp.Hint | None:
            is_select = self._prev.token_type is TokenType.SELECT
            hint = super()._parse_hint()
            if is_select:
                select_options.in_order(self)
            return hint

        def _parse_interval(self, require_interval: bool = True, parse_function_unit: bool = True) -> Any:
            """INTERVAL expression unit; a text may begin the expression, too. Where it stands first, a whole expression
            is added to it: INTERVAL 1 DAY + d = e is (d = e) + INTERVAL 1 DAY (captured: sums_behind_intervals)."""
            if is_interval_function(self):
                return self.expression(exp.Interval(this=self._parse_primary()))
            self._wants_unit = require_interval
            if not require_interval:
                return super()._parse_interval(require_interval, parse_function_unit)
            before = self._tokens[self._index - 1]
            if not self._match(TokenType.INTERVAL):
                return None
            amount = self._parse_disjunction()
            must_be_unit(self)  # else it would be read again, and what is in it twice each
            interval = self._parse_interval_span(cast(exp.Expr, amount), parse_function_unit)
            if is_added(before) or not self._match(TokenType.PLUS):
                return interval
            return self.expression(exp.Add(this=interval, expression=self._parse_disjunction()))

        def _parse_term(self, parse_mod: bool = True) -> exp.Expr | None:
            return intervals_first(super()._parse_term(parse_mod))

        def _parse_interval_span(self, this: exp.Expr, parse_function_unit: bool = True) -> exp.Interval:
            if self._wants_unit and not isinstance(this, exp.Paren | exp.Tuple):
                must_be_unit(self)
            if isinstance(this, exp.Literal | exp.Neg) and is_unit(self._curr):  # sqlglot takes a unit out of a text
                return self.expression(exp.Interval(this=this, unit=self._parse_var(any_token=True, upper=True)))
            return super()._parse_interval_span(this, parse_function_unit)

        def _parse_limit(self, *arguments: Any, **options: Any) -> exp.Expr | None:
            """FETCH is no clause."""
            if self._curr and self._curr.token_type is TokenType.FETCH:
                raise syntax_error(self.sql, self._curr.start)
            return super()._parse_limit(*arguments, **options)

        def _parse_joins(self, *_: Any, **nested: Any) -> Iterator[exp.Join]:
            """sqlglot takes each join without ON for one that others stand in, first: n^2 of them, or 2^n, are read."""
            if not nested:
                return bound_behind_commas(list(super()._parse_joins()))
            if self._not_nested is None:
                self._not_nested = without_inner_joins(self._tokens)
            if (at := self._index) in self._not_nested:
                return iter(())
            joins = list(super()._parse_joins(**nested))
            if self._curr.token_type not in (TokenType.ON, TokenType.USING):
                self._not_nested.add(at)
            return bound_behind_commas(joins)

        def _parse_join(self, *arguments: Any, **options: Any) -> exp.Join | None:
            is_comma = self._curr is not None and self._curr.token_type is TokenType.COMMA
            join = super()._parse_join(*arguments, **options)
            if is_comma and join is not None:
                join.meta[BEHIND_COMMA] = True
            return join

        def _parse_function_call(self, *arguments: Any, **options: Any) -> exp.Expr | None:
            """sqlglot takes EXISTS, ANY and ALL before TABLE, VALUES or a query in further brackets for functions."""
            here, at = self._curr, self._index
            predicate = self.SUBQUERY_PREDICATES.get(here.token_type) if here else None
            if predicate is not None and self._next and self._next.token_type is TokenType.L_PAREN:
                self._advance()
                if self._next and (self._next.token_type is TokenType.L_PAREN or self._next.text.upper() in _QUERIES):
                    query = self._parse_primary()
                    if isinstance(query, exp.Subquery):
                        return self.expression(predicate(this=query))
                self._retreat(at)
            if is_no_function(here, self._prev, self.sql):
                return None
            read = partial(super()._parse_function_call, *arguments, **options)
            return read_call(self, at, read) if here else read()

        def _parse_disjunction(self) -> Any:
            """What stands alone is looked at once, not by each of a dozen levels of operators."""
            if self._next.token_type in _ENDS and self._curr.token_type in _OF_ONE_TOKEN:
                return self._parse_unary()
            return super()._parse_disjunction()

        def _parse_bitwise(self) -> Any:
            if self._next.token_type in _BINDS_LESS and self._curr.token_type in _OF_ONE_TOKEN:
                return self._parse_unary()
            return super()._parse_bitwise()

        def _parse_unary(self) -> Any:
            """With what || joins under PIPES_AS_CONCAT: closer than arithmetic; it stands as JOINED (see `modes`).

            @name := expression is an operand too: b = @n := 1 compares or assigns the whole.
            """
            left = super()._parse_unary()
            if isinstance(left, exp.Parameter) and self._match(TokenType.COLON_EQ):
                return self.expression(exp.PropertyEQ(this=left, expression=self._parse_assignment()))
            while left is not None and self._match(TokenType.DQMARK):
                right = super()._parse_unary()
                if right is None:
                    raise syntax_error(self.sql, self._curr.start if self._curr else len(self.sql))
                left = exp.Anonymous(this="CONCAT", expressions=[left, right])
            return left

        def _parse_update_assignment(self) -> exp.Expr | None:
            """:= is = there (captured: assignments_of_update)."""
            this = self._parse_comparison()
            if self._match_set((TokenType.EQ, TokenType.COLON_EQ)):
                this = self.expression(exp.EQ(this=this, expression=self._parse_disjunction()))
            return this

        def _parse_parameter(self) -> exp.Parameter:
            parameter = super()._parse_parameter()
            while isinstance(parameter.this, exp.Var | exp.Literal) and is_of_name(self._prev, self._curr):
                parameter.this.set("this", parameter.name + self._curr.text)
                self._advance()
            return parameter

        def _parse_session_parameter(self) -> exp.SessionParameter:
            """@@[scope.]name: also names that sqlglot takes for keywords after the dot (@@session.timestamp)."""
            kind = None
            this = self._parse_id_var(any_token=True) or self._parse_primary()
            if this and self._match(TokenType.DOT):
                kind = this.name
                this = self._parse_id_var(any_token=True) or self._parse_primary()
            if this and kind and kind.lower() in _SCOPES and self._match(TokenType.DOT):
                part = self._parse_id_var(any_token=True)
                this = exp.to_identifier(f"{this.name}.{part.name if part else ''}")
            return self.expression(exp.SessionParameter(this=this, kind=kind))

        def _parse_lateral(self) -> Any:
            """What may stand in FROM beside tables and queries: LATERAL (..), and JSON_TABLE(..)."""
            here, after = self._curr, self._next
            if not here or not after or after.token_type is not TokenType.L_PAREN:
                return super()._parse_lateral()
            if here.token_type is not TokenType.VAR or here.text.upper() != "JSON_TABLE":
                return super()._parse_lateral()
            self._advance(2)
            document = self._parse_disjunction()
            if document is None or not self._match(TokenType.COMMA):
                raise syntax_error(self.sql, self._curr.start if self._curr else len(self.sql))
            words = Words(self.sql, tuple(self._tokens[self._index :]))
            cursor = Cursor(words)
            level = read_level(cursor)
            cursor.expect_symbol(")")
            while self._curr and self._curr.start < cursor.offset:
                self._advance()
            alias = self._parse_table_alias()
            if self._prev.token_type is TokenType.ALIAS:
                raise syntax_error(self.sql, self._curr.start if self._curr else len(self.sql))
            if alias is None or not alias.name:
                raise mysql_error("ER_TF_MUST_HAVE_ALIAS")
            if alias.args.get("columns"):
                raise syntax_error(self.sql, self.sql.index("(", cursor.offset))
            return self.expression(JsonTable(this=document, level=level, alias=alias))

        def _parse_table(self, *arguments: Any, **options: Any) -> Any:
            """sqlglot lets no joins stand behind a derived table that UPDATE begins with."""
            names = options.get("alias_tokens")
            if not names or not options.get("joins") or self._curr.token_type is not TokenType.L_PAREN:
                return super()._parse_table(*arguments, **options)
            table = super()._parse_table(alias_tokens=names)
            if table is not None and not table.args.get("joins"):
                table.set("joins", list(bound_behind_commas(list(super()._parse_joins(alias_tokens=names)))) or None)
            return table

        def _parse_projections(self) -> tuple[list[exp.Expr], list[exp.Expr] | None]:
            """The select list; each item keeps how it is written, which is the name of its column."""
            if not self._curr:
                raise TextEndsError("a select list")
            if self._prev and self._prev.token_type is TokenType.ALIAS:
                raise syntax_error(self.sql, self._prev.start)
            return self._parse_csv(self._parse_titled), None

        def _parse_titled(self) -> exp.Expr | None:
            first = self._curr
            item = self._parse_title()
            if item is None and first:
                raise syntax_error(self.sql, first.start)
            if isinstance(item, exp.Alias) and is_star(item.this):
                self._refuse_star_alias(first)
            if item is not None and first is not None:
                item.meta[TITLE] = without_marks(self.sql[first.start : self._prev.end + 1])
            return item

        def _refuse_star_alias(self, first: Token) -> None:
            """What is called * has no other name: a server stops reading behind the star."""
            behind = iter(self._tokens[self._tokens.index(first) :])
            for token in behind:
                if token.token_type is TokenType.STAR:
                    raise syntax_error(self.sql, next(behind).start)

        def _parse_set_operations(self, this: exp.Expr | None) -> exp.Expr | None:
            """A query with ORDER BY or LIMIT takes no further part of a UNION, unless it stands in brackets."""
            ends = isinstance(this, (exp.Select, exp.Values)) and any(
                this.args.get(part) for part in ("order", "limit", "locks")
            )
            if ends and self._curr and self._curr.token_type in self.SET_OPERATIONS:
                raise syntax_error(self.sql, self._curr.start)
            return super()._parse_set_operations(this)

        def _parse_between(self, this: exp.Expr | None) -> exp.Between:
            """Behind AND stands a predicate: another BETWEEN, IN or LIKE belongs to it."""
            between = super()._parse_between(this)
            between.set("high", self._parse_range(between.args["high"]))
            return between

        def _calls_values(self) -> bool:
            ahead = [token.token_type for token in self._tokens[self._index : self._index + 3]]
            return ahead == [TokenType.L_PAREN, TokenType.VALUES, TokenType.L_PAREN]

        def _parse_paren(self) -> Any:
            """VALUES(column) in brackets: a query's VALUES has ROW behind it."""
            if not self._calls_values():
                return super()._parse_paren()
            self._advance()
            items = self._parse_expressions()
            self._match_r_paren()
            if len(items) > 1:
                return self.expression(exp.Tuple(expressions=items))
            return self.expression(exp.Paren(this=items[0]))

        def _values_to_select(self, values: exp.Values) -> Any:
            """VALUES is a query of its own, wherever it stands."""
            return values

        def _parse_in(self, this: exp.Expr | None, alias: bool = False) -> exp.In:
            if self._calls_values():
                self._advance()
                items = self._parse_expressions()
                self._match_r_paren()
                return self.expression(exp.In(this=this, expressions=items))
            has_values = bool(self._next) and self._next.token_type is TokenType.VALUES
            if not has_values or not self._match(TokenType.L_PAREN):
                return super()._parse_in(this, alias)
            query = self._parse_query_modifiers(self._parse_select())
            self._match_r_paren()
            return self.expression(exp.In(this=this, query=exp.Subquery(this=query)))

        def _parse_derived_table_values(self, allow_value_synonym: bool = False) -> Any:
            """VALUES may stand in a UNION, with an ORDER BY and a LIMIT, in brackets and in INSERT as well."""
            is_derived = bool(self._next) and self._next.token_type is TokenType.VALUES
            if not is_derived or not self._match(TokenType.L_PAREN):
                made = super()._parse_derived_table_values(allow_value_synonym)
                return self._parse_set_operations(made) if allow_value_synonym and made is not None else made
            query: Any = self._parse_query_modifiers(self._parse_select())
            self._match_r_paren()
            alias = self._parse_table_alias()
            if isinstance(query, exp.Values):
                query.set("alias", alias)
                return query
            return self.expression(exp.Subquery(this=query, alias=alias))

        SELECT_START_TOKENS: ClassVar[set[TokenType]] = {*MySQLParser.SELECT_START_TOKENS, TokenType.VALUES}
        SUBQUERY_TOKENS: ClassVar[set[TokenType]] = {*MySQLParser.SUBQUERY_TOKENS, TokenType.VALUES}
        FUNC_TOKENS: ClassVar[set[TokenType]] = {*MySQLParser.FUNC_TOKENS, TokenType.DEFAULT}
