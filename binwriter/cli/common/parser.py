"""The parser of arguments: argparse's, which says what was meant where a name is wrong."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from binwriter.formats.patterns import pattern

_UNRECOGNIZED = pattern(r"unrecognized arguments: (.*)", re.DOTALL)
_OPTION = pattern(r"argument ([^:]*?): ")


def describe(parser: argparse.ArgumentParser, description: str, epilog: str | None = None) -> None:
    """What --help says above and below the options, with its own line breaks."""
    parser.description, parser.epilog = description, epilog
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


class Parser(argparse.ArgumentParser):
    """given_elsewhere: option -> the file or variable that it came from, for what is said of a value."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.given_elsewhere: dict[str, str] = {}

    @property
    def option_names(self) -> list[str]:
        """The long options, with those that help does not show."""
        return [name for name in self._option_string_actions if name.startswith("--")]

    def options(self) -> Iterable[argparse.Action]:
        """One action an option, in their order."""
        return [action for action in self._actions if action.option_strings]

    def check_names(self, words: Sequence[str]) -> None:
        """Ends the program for a long option that is none: argparse itself would speak of what is missing first."""
        for word in words:
            name = word.partition("=")[0]
            if word == "--":
                return
            if (
                name.startswith("--")
                and " " not in name
                and not any(known.startswith(name) for known in self.option_names)
            ):
                self.error(f"unrecognized arguments: {word}")

    def error(self, message: str) -> NoReturn:
        """Ends the program with status 2, in one line: what was meant, and where a value came from."""
        wrong = _UNRECOGNIZED.match(message)
        if wrong is not None:
            name = next((word for word in wrong[1].split() if word.startswith("-")), "").partition("=")[0]
            message += did_you_mean(name, self.option_names)
        option = _OPTION.match(message)
        sources = {
            self.given_elsewhere[name]
            for name in (option[1].split("/") if option else ())
            if name in self.given_elsewhere
        }
        told = message + "".join(f" (from {source})" for source in sorted(sources))
        self.exit(2, f"{self.prog}: error: {told} ({self.prog} --help shows what there is)\n")


def did_you_mean(wrong: str, known: Sequence[str]) -> str:
    """`; did you mean ...?`, or nothing where nothing is near."""
    near = get_close_matches(wrong, known, n=1, cutoff=0.6) if wrong else []
    return f"; did you mean {near[0]}?" if near else ""


def add_common(parser: argparse.ArgumentParser, *, json: str | None = None, quiet: str | None = None) -> None:
    """Options that a command has not declared itself: --json, -q, -v. json, quiet: what they do here.

    -v/--verbose stays what it is where a command has it.
    """
    known = parser._option_string_actions
    if json is not None:
        parser.add_argument("--json", action="store_true", help=json)
    if quiet is not None:
        parser.add_argument("-q", "--quiet", action="store_true", help=quiet)
    if "--verbose" not in known:
        parser.set_defaults(logs_steps=True)
        parser.add_argument(
            "-v",
            "--verbose",
            action="count",
            default=0,
            help="say on standard error what is being done; -vv: every step",
        )
