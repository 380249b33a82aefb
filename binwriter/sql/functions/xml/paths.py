"""XPath as MySQL knows it: a part of XPath 1.0, with habits of its own.

Source: MySQL manual, "XML Functions", and what a 9.7.4 answered (captured: clusters/xml_paths): `text()` and `node()`
are the element itself, axes of neighbours are empty, `div` cuts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.sql.functions.xml.document import Document, Node, NodeKind
from binwriter.sql.functions.xml.values import (
    CALLS,
    At,
    Eval,
    Nodes,
    Value,
    compared,
    nodes_of,
    number_of,
    text_of,
    truth,
    unknown_error,
)

_TOKEN = pattern(
    r"\s*(?:([A-Za-z_\x80-\U0010ffff][\w.\-\x80-\U0010ffff]*)|(\d+(?:\.\d+)?)|(\"[^\"]*\"|'[^']*')|(\$@?[\w.]*)"
    r"|(::|//|\.\.|!=|<=|>=|[/\[\]().,@|+*=<>\-:]))"
)
_REST = pattern(r"\s*")
_SHOWN = 32  # characters of what is left where it fails
# --- steps


def _descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.kind is NodeKind.TAG:
            yield child
            yield from _descendants(child)


def _ancestors(node: Node) -> Iterator[Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def _children(node: Node, kind: NodeKind = NodeKind.TAG) -> Iterator[Node]:
    return (child for child in node.children if child.kind is kind)


# axes that a server reads and finds nothing on
_EMPTY = ("following", "following-sibling", "preceding", "preceding-sibling", "namespace")
_AXES: dict[str, Callable[[Node], Iterator[Node]]] = {
    "child": _children,
    "attribute": lambda node: _children(node, NodeKind.ATTRIBUTE),
    "self": lambda node: iter((node,)),
    "parent": lambda node: iter(() if node.parent is None else (node.parent,)),
    "descendant": _descendants,
    "descendant-or-self": lambda node: iter((node, *_descendants(node))),
    "ancestor": _ancestors,
    "ancestor-or-self": lambda node: iter((node, *_ancestors(node))),
    **dict.fromkeys(_EMPTY, lambda node: iter(())),
}


class Path:
    """A path, read once. MySQLError ER_UNKNOWN_ERROR with what is left of the text where it is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._kind, self._token, self._begin, self._at = "", "", 0, 0
        self._next()
        self._eval = self._either()
        if self._kind:
            raise self._error()

    def value(self, document: Document, variable: Callable[[str], Value]) -> Value:
        """What it is in a document."""
        return self._eval(At(document, document.nodes[0], 1, 1, variable))

    def text(self, document: Document, variable: Callable[[str], Value]) -> str | None:
        """The same as text."""
        at = At(document, document.nodes[0], 1, 1, variable)
        return text_of(self._eval(at), at)

    # --- tokens

    def _error(self) -> MySQLError:
        return unknown_error(f"XPATH syntax error: '{self._text[self._begin : self._begin + _SHOWN]}'")

    def _next(self) -> None:
        blank = _REST.match(self._text, self._at)
        self._begin = blank.end() if blank is not None else self._at
        if self._begin >= len(self._text):
            self._kind, self._token = "", ""
            return
        match = _TOKEN.match(self._text, self._at)
        if match is None:
            self._kind, self._token = "unknown", ""
            return
        self._kind = ("name", "number", "string", "variable", "sign")[(match.lastindex or 1) - 1]
        self._token, self._at = match[match.lastindex or 0], match.end()

    def _accept(self, *tokens: str, kind: str = "sign") -> str:
        if self._kind == kind and self._token in tokens:
            token = self._token
            self._next()
            return token
        return ""

    def _expect(self, token: str) -> None:
        if not self._accept(token):
            raise self._error()

    # --- expressions, the loosest first

    def _either(self) -> Eval:
        left = self._both()
        while self._accept("or", kind="name"):
            left = self._logic(any, left, self._both())
        return left

    def _both(self) -> Eval:
        left = self._equal()
        while self._accept("and", kind="name"):
            left = self._logic(all, left, self._equal())
        return left

    @staticmethod
    def _logic(how: Callable[[Iterator[bool]], bool], *parts: Eval) -> Eval:
        return lambda at: how(truth(part(at), at) for part in parts)

    def _equal(self) -> Eval:
        return self._comparison(("=", "!="), self._relation)

    def _relation(self) -> Eval:
        return self._comparison(("<", "<=", ">", ">="), self._sum_of)

    def _comparison(self, signs: Sequence[str], below: Callable[[], Eval]) -> Eval:
        left = below()
        while sign := self._accept(*signs):
            left = self._compares(sign, left, below())
        return left

    @staticmethod
    def _compares(sign: str, left: Eval, right: Eval) -> Eval:
        return lambda at: compared(sign, left(at), right(at), at)

    def _sum_of(self) -> Eval:
        left = self._product()
        while sign := self._accept("+", "-"):
            left = self._arithmetic(operator.add if sign == "+" else operator.sub, left, self._product())
        return left

    def _product(self) -> Eval:
        left = self._negative()
        while sign := self._accept("*") or self._accept("div", "mod", kind="name"):
            how = {"*": operator.mul, "div": _divided, "mod": _remainder}[sign]
            left = self._arithmetic(how, left, self._negative())
        return left

    @staticmethod
    def _arithmetic(how: Callable[[Decimal, Decimal], Value], left: Eval, right: Eval) -> Eval:
        return lambda at: how(number_of(left(at), at), number_of(right(at), at))

    def _negative(self) -> Eval:
        if self._accept("-"):
            inner = self._negative()
            return lambda at: -number_of(inner(at), at)
        left = self._filtered()
        while self._accept("|"):
            left = self._united(left, self._filtered())
        return left

    @staticmethod
    def _united(left: Eval, right: Eval) -> Eval:
        return lambda at: _in_order({*nodes_of(left(at)), *nodes_of(right(at))})

    def _filtered(self) -> Eval:
        primary = self._primary()
        if primary is None:
            return self._location()
        while self._accept("["):
            primary = self._with_predicate(primary)
        if sign := self._accept("/", "//"):
            return self._steps(primary, "descendant-or-self" if sign == "//" else "")
        return primary

    def _primary(self) -> Eval | None:
        token, kind = self._token, self._kind
        if kind == "number":
            self._next()
            return lambda at: Decimal(token)
        if kind == "string":
            self._next()
            return lambda at: token[1:-1]
        if kind == "variable":
            if not token.startswith("$@"):
                raise unknown_error(f"Unknown XPATH variable at: '{self._text[self._begin :][:_SHOWN]}'")
            self._next()
            return lambda at: at.variable(token[2:])
        if self._accept("("):
            inner = self._either()
            self._expect(")")
            return inner
        if kind == "name" and token.lower() in CALLS and self._text[self._at :].lstrip().startswith("("):
            return self._call(token.lower())
        return None

    def _call(self, name: str) -> Eval:
        self._next()
        self._expect("(")
        least, most, compute = CALLS[name]
        given: list[Eval] = []
        while len(given) < most and not (len(given) >= least and self._token == ")" and not given):
            given.append(self._either())
            if len(given) == most or (len(given) >= least and self._token != ","):
                break
            self._expect(",")
        self._expect(")")
        return lambda at: compute(at, [argument(at) for argument in given])

    # --- location paths

    def _location(self) -> Eval:
        if self._accept("//"):
            return self._steps(_root, "descendant-or-self")
        if self._accept("/"):
            return self._steps(_root, "") if self._begins_step() else _root
        return self._steps(lambda at: (at.node,), "")

    def _begins_step(self) -> bool:
        return self._kind == "name" or (self._kind == "sign" and self._token in (".", "..", "@", "*"))

    def _steps(self, around: Eval, between: str) -> Eval:
        while True:
            if between:
                around = self._walked(around, _AXES[between], None)
            around = self._step(around)
            sign = self._accept("/", "//")
            if not sign:
                return around
            between = "descendant-or-self" if sign == "//" else ""

    def _step(self, around: Eval) -> Eval:
        if self._accept("."):
            return around
        if self._accept(".."):
            return self._walked(around, _AXES["parent"], None)
        axis = "attribute" if self._accept("@") else "child"
        if self._kind == "name" and self._token in _AXES and self._text[self._at :].lstrip().startswith("::"):
            axis = self._token
            self._next()
            self._expect("::")
        if self._kind == "name" and self._token in ("text", "node") and self._text[self._at :].startswith("("):
            self._next()
            self._expect("(")
            self._expect(")")
            nodes = around
        elif self._accept("*"):
            nodes = self._walked(around, _AXES[axis], None)
        elif self._kind == "name":
            nodes = self._walked(around, _AXES[axis], self._name())
        else:
            raise self._error()
        while self._accept("["):
            nodes = self._with_predicate(nodes)
        return nodes

    def _name(self) -> str:
        name = self._token
        self._next()
        if self._accept(":"):
            name += f":{self._token}"
            if self._kind != "name":
                raise self._error()
            self._next()
        return name

    @staticmethod
    def _walked(around: Eval, axis: Callable[[Node], Iterator[Node]], name: str | None) -> Eval:
        def walk(at: At) -> Value:
            nodes = {
                node_there
                for node in nodes_of(around(at))
                for node_there in axis(node)
                if name is None or node_there.name == name
            }
            return _in_order(nodes)

        return walk

    def _with_predicate(self, around: Eval) -> Eval:
        test = self._either()
        self._expect("]")

        def keep(at: At) -> Value:
            nodes = nodes_of(around(at))
            counts: dict[Node | None, int] = {}
            sizes: dict[Node | None, int] = {}
            for node in nodes:
                sizes[node.parent] = sizes.get(node.parent, 0) + 1
            kept = []
            for node in nodes:
                position = counts[node.parent] = counts.get(node.parent, 0) + 1
                inner = At(at.document, node, position, sizes[node.parent], at.variable)
                value = test(inner)
                if value == position if isinstance(value, Decimal) else truth(value, inner):
                    kept.append(node)
            return tuple(kept)

        return keep


def _root(at: At) -> Value:
    return (at.document.nodes[0],)


def _in_order(nodes: set[Node]) -> Nodes:
    return tuple(sorted(nodes, key=lambda node: node.number))


def _divided(left: Decimal, right: Decimal) -> Value:
    return None if not right else Decimal(int(left / right))


def _remainder(left: Decimal, right: Decimal) -> Value:
    return None if not right else left % right
