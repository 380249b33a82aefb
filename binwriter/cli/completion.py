"""`binwriter completion SHELL`: completion of the commands and options; `man`: the man page."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from binwriter.cli.common.commands import COMMANDS
from binwriter.cli.common.parser import describe
from binwriter.cli.common.statuses import DONE

DESCRIPTION = """\
Prints what a shell reads to complete binwriter's commands and options, or the man page:

    binwriter completion bash > ~/.local/share/bash-completion/completions/binwriter
    binwriter completion zsh > "${fpath[1]}/_binwriter"
    binwriter completion fish > ~/.config/fish/completions/binwriter.fish
    binwriter completion man > ~/.local/share/man/man1/binwriter.1

Needs the extra shell: pip install 'binwriter[shell]'.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish", "man"), help="bash, zsh, fish or man")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    print(_man_page(arguments.whole_parser()) if arguments.shell == "man" else _completion(arguments), end="")
    return DONE


def _completion(arguments: argparse.Namespace) -> str:
    import shtab

    parser = arguments.whole_parser()
    for name, command in _commands_of(parser).items():
        # shells show it beside the command: its first sentence, not the first line of its description
        command.description = COMMANDS[name][1]
        for action in command._actions:
            _complete(name, action)
    return str(shtab.complete(parser, shell=arguments.shell))


def _commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(commands.choices)


def _complete(command: str, action: argparse.Action) -> None:
    """What may stand there: names where there is a list of them, else files or folders where it is one."""
    import shtab

    names = _NAMES.get((command, action.option_strings[-1] if action.option_strings else ""))
    if action.choices is None and names is not None:
        action.choices = list(names())
    elif action.choices is None and action.nargs != 0:
        kind = _PLACES.get(str(action.metavar).partition(".")[0])
        if kind is not None:
            action.complete = getattr(shtab, kind)  # type: ignore[attr-defined]


def _presets() -> Iterable[str]:
    from binwriter.workload.presets import PRESETS

    return ("list", *PRESETS)


def _corruptions() -> Iterable[str]:
    from binwriter.formats.malformed import CORRUPTIONS

    return ("list", *CORRUPTIONS)


def _versions() -> Iterable[str]:
    from binwriter.formats.servers import PROFILES

    return PROFILES


def _checks() -> Iterable[str]:
    from binwriter.inspection.verify import CHECKS

    return CHECKS


# what an argument's name in help says of it
_PLACES = {
    **dict.fromkeys(("FILE", "SCENARIO", "LEFT", "RIGHT", "LOG", "PATH", "SPEC", "SOURCE"), "FILE"),
    "DIR": "DIRECTORY",
}
_NAMES: dict[tuple[str, str], Callable[[], Iterable[str]]] = {
    ("generate", "--preset"): _presets,
    ("corrupt", "--how"): _corruptions,
    ("verify", "--check"): _checks,
    ("verify", "--skip"): _checks,
    **{(command, "--server-version"): _versions for command in ("run", "explain", "generate", "serve")},
}


def _man_page(parser: argparse.ArgumentParser) -> str:
    from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped,unused-ignore]

    from binwriter import __version__

    page = Manpage(
        parser,
        _data={
            "prog": "binwriter",
            "project_name": "binwriter",
            "version": __version__,
            "manual_title": "binwriter",
            "description": "writes real MySQL binary logs without a MySQL server",
            "url": "https://pypi.org/project/binwriter/",
        },
        format="pretty",
    )
    return f"{page}\n"
