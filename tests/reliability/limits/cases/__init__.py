"""The statements. A subject is a dict of scripts; a script is a list of statements that one client sends to a server
with an empty database `test`. RECONNECT: the client comes anew, so that global variables are in force."""

from __future__ import annotations

from importlib import import_module

RECONNECT = "-- a new connection"
SUBJECTS = (
    "results",
    "numbers",
    "names",
    "sizes",
    "depths",
    "rooms",
    "patterns",
    "compression",
    "changes",
    "others",
    "levels",
)

Scripts = dict[str, list[str]]


def scripts_of(subject: str) -> Scripts:
    """The scripts of a subject, by name."""
    found: Scripts = import_module(f"tests.reliability.limits.cases.{subject}").SCRIPTS
    return found
