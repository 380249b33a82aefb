"""ROLES_GRAPHML(): accounts as nodes, roles that were granted as edges (MySQL manual, "Information Functions").

Captured: clusters/grantees_seen. Accounts come in the order in which a server knows them: those that it began
with, then those that were made.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from binwriter.catalog.accounts import SERVERS_OWN, Accounts, Name
from binwriter.catalog.grants import Grants
from binwriter.mysql.identifiers import quoted

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
HIDDEN = f"{_HEAD}<graphml />"
_SPACE = "http://graphml.graphdrawing.org/xmlns"
_FIRST = (*SERVERS_OWN, ("root", "localhost"), ("root", "%"))


def roles_graph(accounts: Accounts, grants: Grants) -> str:
    """The document."""
    return "\n".join((_HEAD, *_lines(accounts, grants), ""))


def _lines(accounts: Accounts, grants: Grants) -> Iterator[str]:
    yield (
        f'<graphml xmlns="{_SPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        f' xsi:schemaLocation="{_SPACE} {_SPACE}/1.0/graphml.xsd">'
    )
    yield '  <key id="key0" for="edge" attr.name="color" attr.type="int" />'
    yield '  <key id="key1" for="node" attr.name="name" attr.type="string" />'
    parsed = 'parse.nodeids="canonical" parse.edgeids="canonical" parse.order="nodesfirst"'
    yield f'  <graph id="G" edgedefault="directed" {parsed}>'
    names = [*(name for name in _FIRST if name in accounts), *(name for name in accounts if name not in _FIRST)]
    number = {name: place for place, name in enumerate(names)}
    for name, place in number.items():
        yield from _node("node", f'id="n{place}"', "key1", _shown(name))
    edges = [edge for edge in grants.edges() if edge[0] in number and edge[1] in number]
    for place, (account, role, further) in enumerate(edges):
        yield from _node(
            "edge", f'id="e{place}" source="n{number[account]}" target="n{number[role]}"', "key0", str(int(further))
        )
    yield "  </graph>"
    yield "</graphml>"


def _node(kind: str, attributes: str, key: str, text: str) -> Iterator[str]:
    yield f"    <{kind} {attributes}>"
    yield f'      <data key="{key}">{escape(text)}</data>'
    yield f"    </{kind}>"


def _shown(name: Name) -> str:
    return f"{quoted(name[0])}@{quoted(name[1])}"
