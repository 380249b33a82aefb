"""Runs the scripts of a folder on a real server and on binwriter, and gathers what differs by cause.

`python -m binwriter.integration.corpus DIR [FILE..] --real HOST:PORT[:PASSWORD] [--out FILE.json] [--examples N]
[--mutate SEED]`

The real server may be given by its socket's path, too: it takes clients for those of `localhost` then, as we do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from binwriter.formats.records import replace
from binwriter.integration.corpus.clusters import cluster
from binwriter.integration.corpus.mutated import Mutation
from binwriter.integration.corpus.reading import Sent, statements_of
from binwriter.integration.corpus.sides import Answer, Side

_WAIT = 8  # seconds for a statement
_LARGEST = 400_000  # bytes of a script
_NOT_ASKED = (
    "explain",
    "desc select",
    "describe select",
    "analyze",
    "shutdown",
    "restart",
    "lock instance",
    "install",
    "purge",
    "stop",
    "change",
    "start replica",
    "start slave",
    "reset persist",
    "set global offline_mode",
    "set @@global.offline_mode",
    "set persist",
    "set @@persist",
    "clone",
    "import table",
)


def main() -> int:
    """Prints the clusters, the largest first."""
    parser = argparse.ArgumentParser(prog="binwriter.integration.corpus", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="files of the folder; all by default")
    parser.add_argument("--real", required=True, metavar="HOST:PORT[:PASSWORD] | SOCKET", help="may be emptied")
    parser.add_argument("--out", type=Path, help="all differences, as JSON lines")
    parser.add_argument("--examples", type=int, default=2, help="shown of each cluster")
    parser.add_argument("--most", type=int, help="statements of each file; all by default")
    parser.add_argument("--mutate", type=int, metavar="SEED", help="damaged statements, too (`mutated`)")
    arguments = parser.parse_args()
    mutation = Mutation(arguments.mutate) if arguments.mutate is not None else None
    real = _real_side(arguments.real)
    files = [arguments.folder / name for name in arguments.names] or sorted(
        path for path in arguments.folder.rglob("*") if path.suffix in (".test", ".sql")
    )
    roots = (arguments.folder, *arguments.folder.absolute().parents)[:4]
    differing: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    asked = 0
    with (arguments.out or Path(os.devnull)).open("w", encoding="utf-8") as out:
        for path in files:
            if arguments.most is None and path.stat().st_size > _LARGEST:
                continue
            count, before = 0, sum(map(len, differing.values()))
            real.fresh()
            with Served() as served:
                here = Side({"host": "127.0.0.1", "port": served.port}, "", _WAIT)
                here.fresh()
                for sent in _with_damaged(statements_of(path, roots), mutation):
                    if sent.text.lower().startswith(_NOT_ASKED):
                        continue
                    if count == arguments.most:
                        break
                    answers = _both(real, here, sent)
                    if answers is None:
                        continue
                    expected, answer = answers
                    count += 1
                    if (kind := cluster(expected, answer, sent.text)) is not None:
                        differing[kind].append((path.name, sent.line, sent.text))
                        record = {
                            "file": path.name,
                            "line": sent.line,
                            "kind": kind,
                            "sql": sent.text[:2000],
                            "real": repr(expected)[:3000],
                            "here": repr(answer)[:3000],
                        }
                        out.write(json.dumps(record, ensure_ascii=True) + "\n")
                here.close()
            asked += count
            differ = sum(map(len, differing.values())) - before
            print(f"{path.name}: {count} statements, {differ} differ", file=sys.stderr, flush=True)
    total = sum(map(len, differing.values()))
    print(f"{asked} statements, {total} differ ({100 * total / max(asked, 1):.1f} %), {len(differing)} clusters")
    for kind, places in sorted(differing.items(), key=lambda item: -len(item[1])):
        print(f"{len(places):6} {kind}")
        for name, line, text in places[: arguments.examples]:
            print(f"           {name}:{line}: {' '.join(text.split())[:150]}")
    return 0


def _with_damaged(statements: Iterable[Sent], mutation: Mutation | None) -> Iterator[Sent]:
    for sent in statements:
        if mutation is not None and sent.how == "ask":
            yield from (replace(sent, text=text) for text in mutation.before(sent))
        yield sent


def _both(real: Side, here: Side, sent: Sent) -> tuple[Answer, Answer] | None:
    """What both sides answer; None: there is nothing to wait for yet."""
    if sent.how == "ask":
        return real.ask(sent.text, sent.connection, sent.opens), here.ask(sent.text, sent.connection, sent.opens)
    if sent.how == "reap":
        return real.reap(sent.connection), here.reap(sent.connection)
    for side in (real, here):
        if sent.how == "disconnect":
            side.disconnect(sent.connection)
        else:
            side.send(sent.text, sent.connection, sent.opens)
    return None


def _real_side(given: str) -> Side:
    if given.startswith("/"):
        return Side({"unix_socket": given}, "", _WAIT)
    host, port, *password = given.split(":")
    return Side({"host": host, "port": int(port)}, password[0] if password else "", _WAIT)


class Served:
    """`binwriter serve` as a process of its own, in a folder that goes."""

    def __enter__(self) -> Served:
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "binwriter", "serve", self._folder.name, "--port", "0", "--insecure"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rsplit(":", 1)[1])
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()


if __name__ == "__main__":
    sys.exit(main())
