"""Asks a real server the statements beside it: `python -m tests.golden.clusters.capture [SOCKET | HOST:PORT]`.

Each `.sql`, or `.test` where there are several connections, is a class, made up of statements of our own;
`answers.json` keeps of each statement the error, or the names of columns, the rows, the affected rows and the warnings.
Compared by `test_clusters.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from binwriter.integration.corpus.reading import statements_of
from binwriter.integration.corpus.sides import Answer, Side

HERE = Path(__file__).parent
ANSWERS = HERE / "answers.json"


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
    answers = [plain(side.ask(sent.text, sent.connection, sent.opens)) for sent in statements_of(path, ())]
    side.close()
    return answers


def main() -> int:
    """The command line."""
    if sys.argv[1:]:
        place = sys.argv[1]
        host, _, port = place.partition(":")
        asked = {"unix_socket": place} if place.startswith("/") else {"host": host, "port": int(port)}
        _write(Side(asked, "", 60))
        return 0
    from binwriter.integration.mysql import running_server

    with running_server() as server:
        _write(Side({"host": server.host, "port": server.port}, "", 60))
    return 0


def _write(side: Side) -> None:
    answers = {path.stem: ask(side, path) for path in classes()}
    lines = (
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(one) for one in given) + "\n]"
        for name, given in answers.items()
    )
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    sys.exit(main())
