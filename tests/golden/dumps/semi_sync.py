"""What others see of a commit that a semi-synchronous replica has not answered yet: asked of a server step by step.

`python -m tests.golden.dumps.semi_sync [--real HOST:PORT]` writes the answers of a 9.7.4 behind the steps of
semi_sync.txt; one is started unless it is given. A step is `NAME: SQL` of a session of that name (`waits` where it has
no answer in half a second), `NAME:` its answer that is late, `replica: answers` the packet that the replica owes,
`replica: comes` and `replica: goes`.
"""

from __future__ import annotations

import argparse
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.dumps.cases import CRC, DUMP, dump

HERE = Path(__file__).with_name("semi_sync.txt")
PLUGIN = "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'"
_PATIENCE = 0.5  # seconds
_LATE = 3.0
_MAGIC, _ROTATE = 0xEF, 4
_GAP = " -> "

Connect = Callable[[], Any]


def steps() -> list[str]:
    """What is done, in order, without the answers."""
    lines = [line.rstrip("\n") for line in HERE.read_text("utf-8").splitlines()]
    return [line.split(_GAP)[0].rstrip() if line[:1] != "#" else line for line in lines]


class Replica:
    """Reads the log from where it ends, and answers when it is told to."""

    def __init__(self, connect: Connect) -> None:
        self._connection = connect()
        with self._connection.cursor() as cursor:
            cursor.execute("SHOW BINARY LOG STATUS")
            name, position = cursor.fetchall()[0][:2]
            for statement in (CRC, "SET @rpl_semi_sync_replica = 1"):
                cursor.execute(statement)
        self._name, self._owed = name, 0
        self._told = threading.Condition()
        self._connection._execute_command(DUMP, dump(name, position, 0, 4711))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        time.sleep(_PATIENCE)

    def _read(self) -> None:
        try:
            while True:
                packet = self._connection._read_packet().get_all_data()
                if len(packet) < 22 or packet[1] != _MAGIC:
                    continue
                wants, event = packet[2], packet[3:]
                with self._told:
                    if event[4] == _ROTATE:
                        self._name = event[27:-4].decode()
                    if wants:
                        self._connection._next_seq_id = 1  # both sides count anew behind a packet that wants an answer
                        self._owed = int.from_bytes(event[13:17], "little")
                        self._told.notify_all()
        except (pymysql.err.MySQLError, OSError, ValueError):  # ValueError: closed while it reads
            return

    def answers(self) -> str:
        """Sends what it owes."""
        with self._told:
            if not self._told.wait_for(lambda: self._owed, _PATIENCE):
                return "owes nothing"
            place, self._owed = self._owed, 0
        answer = bytes((_MAGIC,)) + place.to_bytes(8, "little") + self._name.encode()
        # beside what is read, with a number of its own
        self._connection._write_bytes(len(answer).to_bytes(4, "little") + answer)
        time.sleep(_PATIENCE / 2)
        return "sent"

    def goes(self) -> None:
        """It is gone."""
        self._connection._sock.shutdown(socket.SHUT_RDWR)
        time.sleep(_PATIENCE)


class Talker:
    """A session that sends one statement after the other, in a thread of its own."""

    def __init__(self, connect: Connect) -> None:
        self._connection = connect()
        self.number = self._connection.thread_id()
        self._asked: queue.Queue[str] = queue.Queue()
        self._answers: queue.Queue[str] = queue.Queue()
        self._waits = False
        threading.Thread(target=self._talk, daemon=True).start()

    def _talk(self) -> None:
        while True:
            sql = self._asked.get()
            try:
                with self._connection.cursor() as cursor:
                    count = cursor.execute(sql)
                    rows = cursor.fetchall()
                self._answers.put(str(list(rows)) if cursor.description else f"OK, {count}")
            except pymysql.err.MySQLError as error:
                self._answers.put(" ".join(map(str, error.args)))

    def ask(self, sql: str) -> str:
        """The answer, or that it waits."""
        if sql:
            self._asked.put(sql)
        elif not self._waits:
            return "has answered"
        try:
            answer = self._answers.get(timeout=_PATIENCE if sql else _LATE)
        except queue.Empty:
            answer = "waits"
        self._waits = answer == "waits"
        return answer


def asked(connect: Connect) -> Iterator[str]:
    """The steps with a server's answers behind them."""
    talkers: dict[str, Talker] = {}
    replica: Replica | None = None
    for step in steps():
        if not step or step[0] == "#":
            yield step
            continue
        name, _, sql = step.partition(":")
        sql = sql.strip()
        if name == "replica" and sql == "comes":
            replica, answer = Replica(connect), "OK"
        elif name == "replica":
            assert replica is not None
            answer = replica.answers() if sql == "answers" else str(replica.goes() or "OK")
        else:
            if name not in talkers:
                talkers[name] = Talker(connect)
            for other, talker in talkers.items():
                sql = sql.replace(f"@{other}@", str(talker.number))
            answer = talkers[name].ask(sql)
        yield f"{step}{_GAP}{answer}"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.dumps.semi_sync", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT")
    arguments = parser.parse_args()
    if arguments.real:
        host, _, port = arguments.real.partition(":")
        _write(lambda: pymysql.connect(host=host, port=int(port), user="root", autocommit=None))
        return 0
    from binwriter.integration.mysql import running_server

    with running_server() as server:
        _write(server.connect)
    return 0


def _write(connect: Connect) -> None:
    with connect() as connection, connection.cursor() as cursor:
        cursor.execute(PLUGIN)
    try:
        HERE.write_text("".join(f"{line}\n" for line in asked(connect)), "utf-8")
    finally:
        with connect() as connection, connection.cursor() as cursor:
            cursor.execute("DROP DATABASE IF EXISTS d")
            cursor.execute("UNINSTALL PLUGIN rpl_semi_sync_source")


if __name__ == "__main__":
    sys.exit(main())
