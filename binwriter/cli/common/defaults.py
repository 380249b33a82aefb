"""Defaults of options that come from the environment and from `binwriter.toml`.

`BINWRITER_RUN_SERVER_VERSION=8.0` is `binwriter run --server-version 8.0`; in binwriter.toml of the working folder, or
in the file that BINWRITER_CONFIG names, it is

    [run]
    server-version = "8.0"
    server = ["gtid-mode=ON", "enforce-gtid-consistency=ON"]
    quiet = true

The command line comes last, after the environment, after the file: of an option that is given once the last one
counts, one that may be given several times gathers them all. What destroys or opens something is asked for on the
command line only.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Any

from binwriter import documents
from binwriter.cli.common.parser import Parser, did_you_mean
from binwriter.errors import reason_of

FILE = "binwriter.toml"
CONFIG = "BINWRITER_CONFIG"
_PREFIX = "BINWRITER_"
# these are never taken from elsewhere
_ASKED_FOR = frozenset({"--help", "--force", "--insecure", "--list-checks", "--list", "--password"})
_COMMAND_LINE = "is for the command line only"
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"", "0", "false", "no", "off"})


def with_defaults(command: str, parser: Parser, words: Sequence[str], commands: Set[str]) -> list[str]:
    """The words of the command line behind those that the file and the environment give. commands: all that there are.

    Ends the program, as wrong usage, for a file that cannot be read or names what is not there.
    """
    if "--help" in words or "-h" in words:
        return list(words)
    options = {_long(action): action for action in parser.options()}
    given = [
        word
        for source, name, value in (
            *_of_file(command, parser, options, commands),
            *_of_environment(command, parser, options),
        )
        for word in _words(parser, options[name], name, value, source)
    ]
    return [*given, *words]


def _long(action: argparse.Action) -> str:
    return next((name for name in action.option_strings if name.startswith("--")), action.option_strings[0])


def _of_file(
    command: str, parser: Parser, options: dict[str, argparse.Action], commands: Set[str]
) -> Iterator[tuple[str, str, Any]]:
    named = os.environ.get(CONFIG)
    path = Path(named or FILE)
    if not named and not path.is_file():
        return

    try:
        document = documents.read_toml(path)
    except (OSError, ValueError) as error:
        parser.error(f"cannot read {path}: {reason_of(error) if isinstance(error, OSError) else error}")
    for name in document.keys() - commands:
        parser.error(f"{path}: {name} is no command{did_you_mean(name, sorted(commands))}")
    table = document.get(command, {})
    if not isinstance(table, dict):
        parser.error(f"{path}: {command} is a table, [{command}]")
    for key, value in table.items():
        name = f"--{key}"
        if name not in options or name in _ASKED_FOR:
            reason = f"is no option{did_you_mean(name, list(options))}"
            parser.error(f"{path}: [{command}] {key} {_COMMAND_LINE if name in _ASKED_FOR else reason}")
        yield f"{path}, [{command}] {key}", name, value


def _of_environment(
    command: str, parser: Parser, options: dict[str, argparse.Action]
) -> Iterator[tuple[str, str, Any]]:
    prefix = f"{_PREFIX}{command}_".upper()
    variables = {prefix + name.lstrip("-").upper().replace("-", "_"): name for name in options}
    for variable in sorted(os.environ):
        if variable.startswith(prefix) and variables.get(variable, "--help") in _ASKED_FOR:
            if variable in variables:
                parser.error(f"{variable} {_COMMAND_LINE}")
            parser.error(f"{variable} is no option's{did_you_mean(variable, list(variables))}")
    for variable, name in variables.items():
        if variable in os.environ:
            yield variable, name, os.environ[variable]


def _words(parser: Parser, action: argparse.Action, name: str, value: Any, source: str) -> list[str]:
    """The value as the command line would have it."""
    parser.given_elsewhere |= dict.fromkeys(action.option_strings, source)
    if action.nargs != 0:
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(item, str | int | float) and not isinstance(item, bool) for item in values):
            parser.error(f"{source}: {value!r} is neither text nor a number, nor a list of them")
        return [f"{name}={item}" for item in values]
    if isinstance(value, str) and value.lower() in _TRUE | _FALSE:
        value = value.lower() in _TRUE
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)
    if not isinstance(value, int):
        parser.error(f"{source}: {value!r} is neither true nor false")
    off = f"--no-{name.lstrip('-')}"
    if not value:
        return [off] if off in action.option_strings else []
    return [name] * int(value)
