"""--keyring, where logs are read or written."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from binwriter.binlog.files.keyring import Keyring


def add_keyring(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Declares it."""
    parser.add_argument(
        "--keyring",
        metavar="FILE",
        help="the keys of encrypted logs (binlog_encryption=ON): a data file of component_keyring_file",
    )


def keyring_of(arguments: argparse.Namespace) -> Keyring | None:
    """What it names. LogFileError if that cannot be read."""
    if arguments.keyring is None:
        return None
    from binwriter.binlog.files.keyring import Keyring

    return Keyring(arguments.keyring)
