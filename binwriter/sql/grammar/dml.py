"""Reads INSERT, REPLACE, UPDATE, DELETE, WITH and DO, and statements that sqlglot reads as they are.

The readers blank MySQL's modifiers out (LOW_PRIORITY, DELAYED, IGNORE ...; every offset stays) and hand the rest to
sqlglot, which does not know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.assignments import (
    colons_of_assignments,
    refuse_no_columns,
    refuse_other_assignments,
    refuse_stray_names,
)
from binwriter.sql.grammar.programs.select_into import filling
from binwriter.sql.text.joins import JOINS, STRAIGHT
from binwriter.sql.text.known_trees import nodes_in_depth, nodes_of
from binwriter.sql.text.meta_keys import BEHIND_COMMA, DONE
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.text.words import ParsedStatement, Words, syntax_error

_NO_COUNTS = frozenset({TokenType.DASH, TokenType.PLUS, TokenType.STRING})  # LIMIT has whole numbers without a sign
_OF_DELETE = ("LOW_PRIORITY", "QUICK", "IGNORE")
_IN_ORDER = {
    "UPDATE": (("LOW_PRIORITY",), ("IGNORE",)),
    "INSERT": (("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED"), ("IGNORE",)),
    "REPLACE": (("LOW_PRIORITY", "DELAYED"),),
}
_OF_SELECT = ("SELECT", "ALL", "DISTINCT", "DISTINCTROW", "HIGH_PRIORITY", "SQL_SMALL_RESULT", "SQL_BIG_RESULT")
_RESERVED_MODIFIERS = ("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "IGNORE")


def _blank(text: str, tokens: list[Token]) -> str:
    """The text with these tokens blanked out, so that every later offset stays true."""
    if not tokens:
        return text
    characters = list(text)
    for token in tokens:
        characters[token.start : token.end + 1] = " " * (token.end + 1 - token.start)
    return "".join(characters)


def _modifiers(words: Words, at: int) -> list[Token]:
    """The modifiers behind a verb and its hints: DELETE has them in any order and number, the others in theirs.

    Raises ER_PARSE_ERROR at a word that is one elsewhere: it is no name (captured: clusters/changes_behind_with).
    """
    position = first = _behind_hints(words, at)
    if words.word(at) == "DELETE":
        while words.word(position) in _OF_DELETE:
            position += 1
    for allowed in _IN_ORDER.get(words.word(at), ()):
        position += words.word(position) in allowed
    if words.word(position) in _RESERVED_MODIFIERS:
        raise words.syntax_error(position)
    return list(words.tokens[first:position])


def _behind_hints(words: Words, at: int) -> int:
    """The place behind the verb and the hints that may follow it (captured: clusters/hints_before_modifiers)."""
    behind = words.tokens[at + 1 : at + 2]
    return at + 1 + bool(behind and behind[0].token_type is TokenType.HINT)


def _changes(words: Words, at: int, text: str) -> tuple[str, set[str]]:
    """The text without what sqlglot does not know of an UPDATE or DELETE that begins there, and its modifiers."""
    tokens = _modifiers(words, at)
    modifiers = {token.text.upper() for token in tokens}
    if words.word(at) == "DELETE":
        behind = _behind_hints(words, at)
        tokens += [*words.tokens[at + 1 : behind], *_wild_names(words, behind + len(tokens))]
    text = _blank(text, tokens)
    return (_without_straight_joins(words, text, at) if words.word(at) in ("UPDATE", "DELETE") else text), modifiers


@reads("INSERT", "REPLACE", "UPDATE", "DELETE")
def read_dml(words: Words) -> ParsedStatement:
    text, modifiers = _changes(words, 0, words.text)
    position = _behind_hints(words, 0) + len(modifiers)
    refuse_stray_commas(words)
    refuse_other_assignments(words)
    verb = words.word(0)
    if verb in ("INSERT", "REPLACE"):
        refuse_stray_names(words, replaces=verb == "REPLACE")
        refuse_no_columns(words, position)
        for place in colons_of_assignments(words):
            text = f"{text[:place]} {text[place + 1 :]}"
    if verb == "REPLACE":
        modifiers.add("REPLACE")
        head = words.tokens[0]
        # same width as REPLACE, so offsets stay; sqlglot reads it as a plain INSERT
        text = text[: head.start] + "INSERT " + text[head.end + 1 :]
    tree = parse_tree(text)
    _refuse_other_grammar(words, tree)
    kinds = {"INSERT": exp.Insert, "REPLACE": exp.Insert, "UPDATE": exp.Update, "DELETE": exp.Delete}
    if not isinstance(tree, kinds[verb]) or not _is_whole(tree):
        raise words.syntax_error(position)
    if isinstance(tree, exp.Update):
        _without_brackets(tree)
    _mark_straight(words, tree, 0)
    return ParsedStatement(words.text, _dml_command(verb, tree), tree, frozenset(modifiers))


def _refuse_other_grammar(words: Words, tree: exp.Expression) -> None:
    """ER_PARSE_ERROR for what sqlglot reads of other servers' grammar.

    That is RETURNING, INSERT without rows, UPDATE without values, DELETE FROM a list of tables without USING, names for
    the columns of a stored table, and a name for the row of VALUES ROW().
    """
    _refuse_row_alias(words, tree)
    _refuse_named_columns(words, tree)
    if tree.args.get("returning") is not None:
        raise words.syntax_error(max(words.positions_of("RETURNING")))
    if isinstance(tree, exp.Insert) and tree.args.get("expression") is None:
        behind = [*words.positions_of("ON"), *words.positions_of("AS")]
        raise words.syntax_error(min(behind, default=len(words.tokens)))
    if isinstance(tree, exp.Update) and not tree.expressions and (assigned := words.positions_of("SET")):
        raise words.syntax_error(assigned[0] + 1)
    table = tree.args.get("this")
    if isinstance(tree, exp.Delete) and tree.args.get("using") and isinstance(table, exp.Table) and table.alias:
        raise words.syntax_error(words.positions_of("USING")[0])  # what is deleted from is named without an alias
    if isinstance(tree, exp.Delete) and (tree.args.get("tables") or tree.args.get("using")):
        _refuse_of_several(words, tree)
        return
    if not isinstance(tree, exp.Delete):
        return
    if isinstance(table, exp.Table) and table.args.get("hints"):
        keyword = min(words.positions_of("INDEX") or words.positions_of("KEY"))
        raise words.syntax_error(keyword - 1)
    if isinstance(table, exp.Table) and table.args.get("joins"):
        named = (TokenType.COMMA, TokenType.DOT)
        position = words.positions_of("FROM")[0] + 1
        while position + 1 < len(words.tokens) and words.tokens[position + 1].token_type in named:
            position += 2
        raise words.syntax_error(position + 1)


def _refuse_of_several(words: Words, tree: exp.Delete) -> None:
    """A DELETE of several tables has no ORDER BY and LIMIT, and in front of FROM no aliases (captured:
    clusters/deletes_of_several)."""
    _refuse_order(words, tree)
    begins = words.positions_of("FROM")
    if tree.args.get("tables") and begins:
        between = (TokenType.COMMA, TokenType.DOT)
        for position in range(_behind_hints(words, 0) + 1, begins[0]):
            kinds = {words.tokens[position - 1].token_type, words.tokens[position].token_type}
            if words.word(position - 1) not in ("DELETE", *_OF_DELETE) and not kinds & {*between}:
                raise words.syntax_error(position)


def _refuse_order(words: Words, tree: exp.Delete) -> None:
    for clause, word in (("order", "ORDER BY"), ("limit", "LIMIT")):
        if tree.args.get(clause) is not None and (places := words.positions_of(word)):
            raise words.syntax_error(places[-1])


def _refuse_row_alias(words: Words, tree: exp.Expression) -> None:
    if not isinstance(tree, exp.Insert) or not (begins := words.positions_of("VALUES")):
        return
    if words.word(begins[0] + 1) != "ROW":
        return
    depth = 0
    for position in range(begins[0] + 2, len(words.tokens)):
        depth += {"(": 1, ")": -1}.get(words.tokens[position].text, 0)
        if not depth and words.word(position) == "AS":
            raise words.syntax_error(position)
        if not depth and words.word(position) == "ON":
            return


def _refuse_stray_defaults(words: Words, tree: exp.Expression) -> None:
    """ER_PARSE_ERROR behind a DEFAULT that is no value of its own: elsewhere it is a function of a column."""
    strays = [
        column
        for column in nodes_of(tree)
        if isinstance(column, exp.Column)
        if column.name.upper() == "DEFAULT" and not (column.table or column.this.quoted or _is_given_value(column))
        # what is wrong in a hint is a warning
        if column.find_ancestor(exp.Hint) is None
    ]
    if not strays:
        return
    places = [
        position + 1
        for position, token in enumerate(words.tokens)
        if token.text.upper() == "DEFAULT" and words.word(position + 1) != "("
    ]
    given = (",", ")", "", "ON", "WHERE", "ORDER", "LIMIT", "AS")
    raise words.syntax_error(next((place for place in places if words.word(place) not in given), places[-1]))


def _is_given_value(column: exp.Expression) -> bool:
    """Whether it is all that a column gets, in VALUES or in an assignment."""
    parent = column.parent
    if isinstance(parent, exp.EQ):
        return parent.expression is column and isinstance(parent.parent, (exp.Update, exp.OnConflict))
    if isinstance(parent, exp.Anonymous):
        return parent.name.upper() == "ROW"
    return isinstance(parent, exp.Tuple) and isinstance(parent.parent, exp.Values)


def _refuse_named_columns(words: Words, tree: exp.Expression) -> None:
    """ER_PARSE_ERROR for FROM t AS x (a, b): only derived tables have names for their columns."""
    _refuse_stray_defaults(words, tree)
    for table in nodes_of(tree):
        alias = table.args.get("alias") if isinstance(table, exp.Table) else None
        if alias is None or not alias.args.get("columns"):
            continue
        for position, token in enumerate(words.tokens[:-1]):
            if token.text == alias.name and words.tokens[position + 1].token_type is TokenType.L_PAREN and position:
                before = words.word(position - 1)
                if before == "AS" or words.tokens[position - 1].text == table.name:
                    raise words.syntax_error(position + 1)


def _wild_names(words: Words, position: int) -> list[Token]:
    """The `.*` of DELETE t.*, u.* FROM .. and DELETE FROM t.* USING ..: a table's name with it is the table."""
    tokens: list[Token] = []
    while position + 2 < len(words.tokens) and words.word(position) not in ("WHERE", "USING", "JOIN"):
        dot, star, behind = (words.tokens[position + offset : position + offset + 1] for offset in (0, 1, 2))
        ends = words.word(position + 2) in ("FROM", "USING", ",")
        if ends and (dot[0].token_type, star[0].token_type) == (TokenType.DOT, TokenType.STAR) and behind:
            tokens += [*dot, *star]
        position += 1
    return tokens


def _straight_joins(words: Words, begins: int) -> Iterator[Token]:
    """STRAIGHT_JOIN between tables of the UPDATE or DELETE that begins there; that of a SELECT is another."""
    for position, token in enumerate(words.tokens):
        is_named = token.text.upper() == "STRAIGHT_JOIN" and words.text[token.start].isalpha()
        if is_named and position >= begins and words.word(position - 1) not in _OF_SELECT:
            yield token


def _without_straight_joins(words: Words, text: str, begins: int) -> str:
    """JOIN for STRAIGHT_JOIN, as wide."""
    pieces, at = [], 0
    for token in _straight_joins(words, begins):
        pieces += [text[at : token.start], "JOIN".rjust(token.end + 1 - token.start)]
        at = token.end + 1
    return "".join(pieces) + text[at:]


def _mark_straight(words: Words, tree: exp.Expression, begins: int) -> None:
    """Tells the joins of an UPDATE or DELETE that they are STRAIGHT_JOINs: all of them where it is not plain which."""
    if not isinstance(tree, (exp.Update, exp.Delete)):
        return
    straight = {token.start for token in _straight_joins(words, begins)}
    if not straight:
        return
    tokens = [token.start for token in words.tokens[begins:] if token.token_type in JOINS]
    joins = [node for node in nodes_in_depth(tree) if isinstance(node, exp.Join) and BEHIND_COMMA not in node.meta]
    for place, join in enumerate(joins):
        if len(tokens) != len(joins) or tokens[place] in straight:
            join.meta[STRAIGHT] = True


def _is_whole(tree: exp.Expression) -> bool:
    """Whether sqlglot has found the parts that it lets a statement do without: the table, values in SET."""
    if not isinstance(tree.args.get("this"), exp.Expression):
        return False
    return not isinstance(tree, exp.Update) or all(
        isinstance(item, exp.EQ) and isinstance(item.args.get("expression"), exp.Expression)
        for item in tree.expressions
    )


def _without_brackets(tree: exp.Expression) -> None:
    """UPDATE (t, n) SET .. is UPDATE t, n SET ..; behind an outer join brackets mean something."""
    while isinstance(given := tree.this, exp.Subquery) and isinstance(given.this, exp.Table | exp.Subquery):
        joins = given.args.get("joins") or []
        if given.alias or any(join.side for join in joins):
            return
        inner = given.this.pop()
        inner.set("joins", [*(inner.args.get("joins") or ()), *joins] or None)
        tree.set("this", inner)


def _dml_command(verb: str, tree: exp.Expression) -> str:
    if verb in ("INSERT", "REPLACE"):
        select = not isinstance(tree.args.get("expression"), exp.Values)
        return verb.lower() + ("_select" if select else "")
    table = tree.args.get("this")
    joined = bool(isinstance(table, exp.Expression) and table.args.get("joins")) or bool(  # FROM alone is True
        tree.args.get("tables") or tree.args.get("using")
    )
    return verb.lower() + ("_multi" if joined else "")


def refuse_stray_commas(words: Words) -> None:
    """sqlglot reads over a comma before a closing bracket; MySQL does not."""
    for position, token in enumerate(words.tokens[:-1]):
        if token.token_type is TokenType.COMMA and words.tokens[position + 1].token_type in (
            TokenType.R_PAREN,
            TokenType.COMMA,
        ):
            raise words.syntax_error(position + 1)
        if token.token_type is TokenType.COMMA and words.tokens[position + 1].token_type is TokenType.STAR:
            raise words.syntax_error(position + 1)  # * stands first in a list
        if token.token_type is TokenType.LIMIT:
            _check_counts(words, position + 1)
    if words.tokens[-1].token_type is TokenType.COMMA:
        raise words.syntax_error(len(words.tokens))


def _check_counts(words: Words, position: int) -> None:
    """What follows LIMIT: one count, or two with a comma or OFFSET between."""
    for place in (position, position + 2):
        token = words.tokens[place] if place < len(words.tokens) else None
        broken = token is not None and token.token_type is TokenType.NUMBER and "." in token.text
        if token is not None and (broken or token.token_type in _NO_COUNTS):
            raise words.syntax_error(place)
        if words.word(position + 1) not in (",", "OFFSET"):
            return


def read_tree(command: str, *kinds: type[exp.Expression]) -> Callable[[Words], ParsedStatement]:
    def read(words: Words) -> ParsedStatement:
        refuse_stray_commas(words)
        tree = parse_tree(words.text)
        _refuse_named_columns(words, tree)
        if kinds and not isinstance(tree, kinds):
            raise words.syntax_error(0)
        return ParsedStatement(words.text, command, tree)

    return read


@reads("WITH")
def read_with(words: Words) -> ParsedStatement:
    """WITH ... SELECT, UPDATE or DELETE; the latter two with the common tables written out as derived ones."""
    refuse_stray_commas(words)
    refuse_other_assignments(words)
    if (select := filling(words)) is not None:
        return select
    verb = _verb_behind(words)
    text, modifiers = (words.text, set[str]()) if verb is None else _changes(words, verb, words.text)
    tree = parse_tree(text)
    _refuse_named_columns(words, tree)
    if isinstance(tree, exp.Insert):  # MySQL has WITH before the SELECT of an INSERT only
        raise words.syntax_error(next(i for i in range(len(words.tokens)) if words.word(i) in ("INSERT", "REPLACE")))
    if not isinstance(tree, (exp.Update, exp.Delete)):
        return ParsedStatement(words.text, "select", tree)
    if isinstance(tree, exp.Delete) and (tree.args.get("tables") or tree.args.get("using")):
        _refuse_order(words, tree)
    if isinstance(tree, exp.Update) and not tree.expressions and (assigned := words.positions_of("SET")):
        raise words.syntax_error(assigned[-1] + 1)
    _mark_straight(words, tree, verb or 0)
    with_ = tree.args.get("with_")
    tree.set("with_", None)
    if with_ is None:
        return ParsedStatement(words.text, _dml_command(tree.key.upper(), tree), tree, frozenset(modifiers))
    if with_.args.get("recursive"):
        _write_out_recursive(tree, with_)
        return ParsedStatement(words.text, _dml_command(tree.key.upper(), tree), tree, frozenset(modifiers))
    tables: dict[str, exp.Expression] = {}
    for cte in with_.expressions:
        _write_out(cte.this, tables)
        tables[cte.alias] = cte
    _write_out(tree, tables)
    return ParsedStatement(words.text, _dml_command(tree.key.upper(), tree), tree, frozenset(modifiers))


def _verb_behind(words: Words) -> int | None:
    """Where the UPDATE or DELETE behind WITH begins."""
    depth = 0
    for position, token in enumerate(words.tokens):
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(token.token_type, 0)
        if not depth and words.word(position) in ("UPDATE", "DELETE"):
            return position if words.word(position - 1) != "FOR" else None
    return None


def _write_out_recursive(tree: exp.Expression, with_: exp.Expression) -> None:
    """Each use becomes a derived table with the whole WITH in it."""
    names = {cte.alias for cte in with_.expressions}
    for node in list(tree.find_all(exp.Table)):
        if node.name in names and not node.args.get("db"):
            query = exp.select("*").from_(exp.to_table(node.name, quoted=True))
            query.set("with_", with_.copy())
            alias = exp.TableAlias(this=exp.to_identifier(node.alias or node.name, quoted=True))
            node.replace(exp.Subquery(this=query, alias=alias, joins=node.args.get("joins")))


def _write_out(tree: exp.Expression, tables: dict[str, exp.Expression]) -> None:
    for node in list(tree.find_all(exp.Table)):
        cte = tables.get(node.name)
        if cte is None or node.args.get("db"):
            continue
        columns = cte.args["alias"].args.get("columns")
        alias = exp.TableAlias(this=exp.to_identifier(node.alias or node.name, quoted=True), columns=columns)
        derived = exp.Subquery(this=cte.this.copy(), alias=alias, joins=node.args.get("joins"))
        node.replace(derived)


_SELECTED = "SELECT "


@reads("DO")
def read_do(words: Words) -> ParsedStatement:
    head = words.tokens[0]
    try:
        tree = parse_tree(_SELECTED + words.text[head.end + 1 :])
    except MySQLError as error:
        if error.place is None:
            raise
        raise syntax_error(words.text, error.place - len(_SELECTED) + head.end + 1) from None
    tree.meta[DONE] = True
    return ParsedStatement(words.text, "do", tree)
