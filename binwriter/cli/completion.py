"""`binwriter completion SHELL`: completion of the commands and options; `man`: the man page."""

from __future__ import annotations

import argparse

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

    return str(shtab.complete(arguments.whole_parser(), shell=arguments.shell))


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
