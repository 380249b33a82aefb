"""The commands and their parsers: that of one command, made without the others, and the whole one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from binwriter import __version__
from binwriter.cli.common.defaults import with_defaults
from binwriter.cli.common.parser import Parser, add_common, did_you_mean

# command -> (module with `add_arguments(parser)` and `run(arguments) -> exit status`, what it does in one line)
COMMANDS = {
    "run": ("binwriter.cli.run", "run a scenario or a .sql file and write its binary log"),
    "diff": ("binwriter.cli.diff", "compare two binary logs event by event and name the first difference"),
    "explain": ("binwriter.cli.explain", "say why each statement of a scenario is logged the way it is"),
    "inspect": ("binwriter.cli.inspect", "show the events of binary logs: table, rows, bytes, SQL or JSON"),
    "corrupt": ("binwriter.cli.corrupt", "copy a binary log with one event made wrong, to test what reads logs"),
    "generate": ("binwriter.cli.generate", "make a synthetic workload and write its binary log"),
    "report": (
        "binwriter.cli.report",
        "say who writes what into a log, how much, and when: text, JSON, a page with plots",
    ),
    "serve": ("binwriter.cli.serve", "be a server for MySQL clients, and write the binary log of their SQL"),
    "replay": ("binwriter.cli.replay", "run a binary log on a MySQL server, as mysqlbinlog | mysql does"),
    "verify": ("binwriter.cli.verify", "check that binary logs are whole and right, event by event"),
    "completion": ("binwriter.cli.completion", "print a shell's completion of these commands, or the man page"),
    "compile": ("binwriter.cli.compile", "compile what the extra `fast` compiles, before its first use"),
}

_DESCRIPTION = "Writes real MySQL binary logs without a MySQL server."
_EPILOG = """\
`binwriter help COMMAND` shows a command's options. Exit status of all: 0 done, 1 the answer is no (a difference, a
finding) or the work failed, 2 bad usage or input that cannot be read, 70 a defect, 74 standard output cannot be
written, 124 --timeout, 128 + n ended by signal n.

Options have their defaults from the environment (BINWRITER_RUN_SERVER_VERSION=8.0 for `run --server-version 8.0`) and
from binwriter.toml in this folder, or the file that BINWRITER_CONFIG names ([run] server-version = "8.0").
"""


def parser_of(name: str) -> Parser:
    """The parser of one command. KeyError if there is none of that name."""
    module, summary = COMMANDS[name]
    parser = Parser(prog=f"binwriter {name}", description=summary)
    _declare(name, module, parser)
    return parser


def whole_parser() -> argparse.ArgumentParser:
    """The parser of everything, with each command as a subparser: for completion and the man page."""
    parser = _top()
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, (module, summary) in COMMANDS.items():
        _declare(name, module, commands.add_parser(name, help=summary, description=summary))
    return parser


def _declare(name: str, module: str, parser: Parser) -> None:
    command = import_module(module)
    command.add_arguments(parser)
    add_common(parser)
    parser.set_defaults(command=command.run, command_name=name, whole_parser=whole_parser)


def _top() -> Parser:
    parser = Parser(
        prog="binwriter",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=f"binwriter {__version__}")
    return parser


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of a command line. Raises SystemExit for help, version, and what is wrong."""
    words = list(sys.argv[1:] if argv is None else argv)
    top = _top()
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    name = words[0] if words and not words[0].startswith("-") else None
    if name is None:
        _describe_commands(top)
        top.parse_args(words or ["--help-is-wanted"][:0])
        top.error("a COMMAND is required")
    if name not in COMMANDS:
        _describe_commands(top)
        top.error(
            f"there is no command {name!r}{did_you_mean(name, list(COMMANDS)) or '; there are: ' + ', '.join(COMMANDS)}"
        )
    parser = parser_of(name)
    parser.check_names(words[1:])
    return parser.parse_args(with_defaults(name, parser, words[1:], COMMANDS.keys()))


def _describe_commands(top: Parser) -> None:
    """Help shows the commands, and no module of theirs is imported."""
    commands = top.add_argument_group("commands")
    width = max(map(len, COMMANDS))
    top.usage = "binwriter [-h] [-V] COMMAND ..."
    commands.description = "\n".join(f"{name:{width}}  {summary}" for name, (_, summary) in COMMANDS.items())
