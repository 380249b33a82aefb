"""A page for each command, made from its parser: what `--help` says is what the site says."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib import import_module

from binwriter.cli.common.commands import COMMANDS, parser_of

# Characters of plain text that Markdown would take for its own.
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#])")


def command_names() -> tuple[str, ...]:
    """The commands in the order of `binwriter --help`."""
    return tuple(COMMANDS)


def command_page(name: str) -> str:
    """The page of one command, as Markdown: description, usage, every option with its default, exit statuses."""
    parser = parser_of(name)
    parts = [f"# binwriter {name}", *_prose(parser.description or ""), "## Usage"]
    parts.append(f"```text\n{parser.format_usage().removeprefix('usage: ').rstrip()}\n```")
    for group in parser._action_groups:
        rows = list(_rows(parser, group))
        if rows:
            parts += [f"## {_escaped((group.title or 'options').capitalize())}", *_prose(group.description or "")]
            parts.append("\n".join(["| argument | meaning |", "| --- | --- |", *rows]))
    return "\n\n".join([*parts, *_prose(parser.epilog or "")]) + "\n"


def index_page() -> str:
    """The commands with their one-line summaries, and the exit statuses that all of them have."""
    rows = [f"| [{name}]({name}.md) | {_escaped(summary)} |" for name, (_, summary) in COMMANDS.items()]
    statuses = (import_module("binwriter.cli.common.statuses").__doc__ or "").partition("\n\n")[2]
    return "\n\n".join(
        ["# Commands", "\n".join(["| command | what it does |", "| --- | --- |", *rows]), *_prose(statuses)]
    )


def _rows(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup) -> Iterator[str]:
    formatter = argparse.HelpFormatter(parser.prog, width=10_000)
    for action in group._group_actions:
        if action.help is argparse.SUPPRESS:
            continue
        given = formatter._format_action_invocation(action)
        text = formatter._expand_help(action) if action.help else ""
        if action.choices and not action.metavar:
            text = f"{text} ({', '.join(map(str, action.choices))})"
        yield f"| {_code(given)} | {_escaped(text)} |"


def _code(text: str) -> str:
    """Words that a line of a table may break between options."""
    return ", ".join(f"`{part}`".replace("|", "\\|") for part in text.split(", "))


def _prose(text: str) -> Iterator[str]:
    """Paragraphs of a help text; one that is indented or has columns stays as it is."""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines = paragraph.splitlines()
        if not any(line.strip() for line in lines):
            continue
        if all(line.startswith((" ", "\t")) for line in lines[1:] or lines) and any("  " in line for line in lines):
            if not lines[0].startswith(" ") and len(lines) > 1:
                yield _escaped(lines.pop(0))
            yield "```text\n" + "\n".join(lines) + "\n```"
        elif lines[0].startswith("Exit status"):
            yield "## Exit status"
            yield _statuses(" ".join(lines))
        else:
            yield _escaped(" ".join(line.strip() for line in lines))


def _statuses(text: str) -> str:
    """`Exit status: 0 done; 1 ...; 2 ...` as a table, if it is written so."""
    told = text.partition(":")[2].strip().rstrip(".")
    parts = re.split(r"[;,.] (?=\d+ )", told)
    if not all(re.match(r"\d+ ", part) for part in parts):
        return _escaped(text)
    rows = [f"| {number} | {_escaped(meaning)} |" for number, _, meaning in (part.partition(" ") for part in parts)]
    return "\n".join(["| status | meaning |", "| --- | --- |", *rows])


def _escaped(text: str) -> str:
    """Plain text as Markdown; what stands between backquotes stays as it is."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return _MARKDOWN.sub(r"\\\1", text)
    parts[::2] = [_MARKDOWN.sub(r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)
