"""XML texts as MySQL reads them: elements, attributes and texts with their places.

Source: MySQL manual, "XML Functions", and what a 9.7.4 made of texts that are none (captured: clusters/xml_paths). A
text may have several roots or none; entities stay as they are written; a closing tag need only be as long as its
opening one.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass

_BLANK = pattern(r"[ \t\r\n]*")
_IDENT = pattern(r"[A-Za-z_:\x80-\U0010ffff][\w:.\-\x80-\U0010ffff]*")
_END, _STRING, _NAME, _COMMENT, _CDATA, _UNKNOWN = (
    "END-OF-INPUT",
    "STRING",
    "IDENT",
    "COMMENT",
    "CDATA",
    "unknown token",
)


class NodeKind(Enum):
    """What a node is; the whole text is one, too."""

    ROOT = "root"
    TAG = "tag"
    ATTRIBUTE = "attribute"
    TEXT = "text"


@dataclass(eq=False)
class Node:
    """number: its place in the document's order. begin, end: in the text, from the first bracket to the last one."""

    number: int
    kind: NodeKind
    parent: Node | None
    name: str
    begin: int
    end: int = 0
    children: list[Node] = field(default_factory=list)

    def __hash__(self) -> int:
        return self.number


class XmlError(Exception):
    """A text that cannot be read. The message is a server's, with the line and the place in it."""


class Document:
    """A text that was read. nodes: in its order; the first one is the whole."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes: list[Node] = []
        self._at = 0
        self._open = [self._add(NodeKind.ROOT, None, "", 0)]
        self._open[0].end = len(text)
        self._read()

    def text_of(self, nodes: set[Node]) -> str:
        """The texts that stand directly in these nodes, joined by blanks."""
        return " ".join(node.name for node in self.nodes if node.kind is NodeKind.TEXT and node.parent in nodes)

    # --- reading

    def _add(self, kind: NodeKind, parent: Node | None, name: str, begin: int) -> Node:
        node = Node(len(self.nodes), kind, parent, name, begin)
        self.nodes.append(node)
        if parent is not None:
            parent.children.append(node)
        return node

    def _read(self) -> None:
        text = self.text
        while self._at < len(text):
            if text[self._at] != "<":
                end = text.find("<", self._at)
                begin, self._at = self._at, len(text) if end < 0 else end
                self._value(begin, self._at)
                continue
            token, begin, end = self._token()
            if token == _CDATA:
                self._value(begin + len("<![CDATA["), end - len("]]>"))
            elif token != _COMMENT:
                self._tag()
        if len(self._open) > 1:
            raise self._error("unexpected END-OF-INPUT")

    def _tag(self) -> None:
        token, begin, end = self._token()
        mark = ""
        if token == "/":
            token, begin, end = self._token()
            if token != _NAME:
                raise self._unexpected(token, "ident")
            self._leave(self.text[begin:end])
            token, *_ = self._token()
        else:
            if token in ("!", "?"):
                mark = token
                token, begin, end = self._token()
            if token != _NAME:
                raise self._unexpected(token, "ident or '/'")
            self._open.append(self._add(NodeKind.TAG, self._open[-1], self.text[begin:end], begin - 1))
            token = self._attributes(mark)
            if token == "/":
                self._leave(None)
                token, *_ = self._token()
        if mark == "?":
            if token != "?":
                raise self._unexpected(token, "'?'")
            self._leave(None)
            token, *_ = self._token()
        if mark == "!":
            self._leave(None)
        if token != ">":
            raise self._unexpected(token, "'>'")

    def _attributes(self, mark: str) -> str:
        """Reads them; returns the token behind."""
        token, begin, end = self._token()
        while token == _NAME or (token == _STRING and mark == "!"):
            name, place = self.text[begin:end], begin
            token, begin, end = self._token()
            if token == "=":
                token, begin, end = self._token()
                if token not in (_NAME, _STRING):
                    raise self._unexpected(token, "ident or string")
                attribute = self._add(NodeKind.ATTRIBUTE, self._open[-1], name, place)
                attribute.end = self._at
                self._add(NodeKind.TEXT, attribute, self.text[begin:end], begin)
                token, begin, end = self._token()
            elif token != _NAME and not (token == _STRING and mark == "!"):
                break
        return token

    def _value(self, begin: int, end: int) -> None:
        if begin < end:
            self._add(NodeKind.TEXT, self._open[-1], self.text[begin:end], begin).end = end

    def _leave(self, name: str | None) -> None:
        node = self._open[-1]
        if name is not None and len(name) != len(node.name):
            wanted = f"'</{node.name}>'" if node.name else _END
            raise self._error(f"'</{name}>' unexpected ({wanted} wanted)")
        node.end = self._at + 1  # the bracket that closes it
        if len(self._open) > 1:
            self._open.pop()

    def _token(self) -> tuple[str, int, int]:
        """A token with its place; of a string, that between the quotes."""
        text = self.text
        blank = _BLANK.match(text, self._at)
        begin = self._at = blank.end() if blank is not None else self._at
        if begin >= len(text):
            return _END, begin, begin
        for head, tail, kind in (("<!--", "-->", _COMMENT), ("<![CDATA[", "]]>", _CDATA)):
            if text.startswith(head, begin):
                end = text.find(tail, begin)
                self._at = len(text) if end < 0 else end + len(tail)
                return kind, begin, self._at
        if text[begin] in "?=/<>!":
            self._at += 1
            return text[begin], begin, self._at
        if text[begin] in "\"'":
            end = text.find(text[begin], begin + 1)
            end = len(text) if end < 0 else end
            self._at = min(end + 1, len(text))
            return _STRING, begin + 1, end
        name = _IDENT.match(text, begin)
        if name is None:
            return _UNKNOWN, begin, begin
        self._at = name.end()
        return _NAME, begin, self._at

    def _unexpected(self, token: str, wanted: str) -> XmlError:
        shown = f"'{token}'" if len(token) == 1 else token
        return self._error(f"{shown} unexpected ({wanted} wanted)")

    def _error(self, what: str) -> XmlError:
        before = self.text[: self._at]
        line, place = before.count("\n") + 1, self._at - (before.rfind("\n") + 1) + 1
        return XmlError(f"parse error at line {line} pos {place}: {what}")
