"""Asks a real server the statements beside it: `python -m tests.golden.clusters.capture [--real PLACE] [CLASS..]`.

Each `.sql`, or `.test` where there are several connections, is a class, made up of statements of our own; the `.json`
of its name keeps of each statement the error, or the names of columns, the rows, the affected rows and the warnings.
Compared by `test_clusters.py`. PLACE: SOCKET or HOST:PORT of a server that may be emptied, and of those of `ALONE`
a fresh one for each; servers are started else.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from binwriter.integration.corpus.reading import Sent, statements_of
from binwriter.integration.corpus.sides import Answer, Side

HERE = Path(__file__).parent
# What leaves a server without some of its own tables has one for itself.
ALONE = frozenset(
    {
        "dumped_anew",
        "foreign_servers",
        "log_tables_dropped",
        "modes_of_ongoing_transactions",
        "numbers_of_options",
        "resource_groups",
        "statistics_changed",
        "statistics_in_dumps",
        "system_tables_taken",
        "transaction_sizes_counted",
        "zones_of_tables",
    }
)


def classes() -> list[Path]:
    """The files, in their order."""
    return sorted((*HERE.glob("*.sql"), *HERE.glob("*.test")))


def plain(answer: Answer) -> list[Any]:
    """An answer as JSON has it, without the metadata of columns."""
    if answer.lost:
        return ["lost", answer.lost]
    if answer.error is not None:
        return list(answer.error)
    rows = [[value if value is None else str(value) for value in row] for row in answer.rows]
    return [list(answer.columns), rows, answer.affected, [list(warning) for warning in answer.warnings]]


def ask(side: Side, path: Path) -> list[list[Any]]:
    """What a server answers to the statements of a class."""
    side.fresh()
    answers = [_asked(side, sent) for sent in statements_of(path, ())]
    side.close()
    return answers


def _asked(side: Side, sent: Sent) -> list[Any]:
    """The answer to one; what is only sent is answered where it is reaped."""
    if sent.how == "send":
        side.send(sent.text, sent.connection, sent.opens)
        return ["sent"]
    if sent.how == "reap":
        return plain(side.reap(sent.connection))
    return plain(side.ask(sent.text, sent.connection, sent.opens))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.clusters.capture", description=__doc__)
    parser.add_argument("--real", metavar="PLACE", help="SOCKET or HOST:PORT")
    parser.add_argument("names", nargs="*", metavar="CLASS", help="all by default")
    arguments = parser.parse_args()
    paths = [path for path in classes() if not arguments.names or path.stem in arguments.names]
    if arguments.real:
        host, _, port = arguments.real.partition(":")
        is_socket = arguments.real.startswith("/")
        asked = {"unix_socket": arguments.real} if is_socket else {"host": host, "port": int(port)}
        _write(Side(asked, "", 60), paths)
        return 0
    from binwriter.integration.mysql import running_server

    together = [path for path in paths if path.stem not in ALONE]
    for some in (together, *([path] for path in paths if path.stem in ALONE)):
        with running_server() as server:
            _write(Side({"host": server.host, "port": server.port}, "", 60), some)
    return 0


def _write(side: Side, paths: Sequence[Path]) -> None:
    for path in paths:
        given = ",\n".join(map(json.dumps, ask(side, path)))
        path.with_suffix(".json").write_text(f"[\n{given}\n]\n")


if __name__ == "__main__":
    sys.exit(main())
