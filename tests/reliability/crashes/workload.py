"""What the server does while it is crashed: everything that writes, renames or deletes a file of its log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from binwriter.server.server import Server
from binwriter.server.session import Session

BASENAME = "binlog"
# beside the files of the log, so that a crash takes of it what it takes of them
KEYRING = "keyring.json"


@dataclass(frozen=True)
class Setting:
    """One crossing. rotate_every: FLUSH BINARY LOGS after that many rounds; small files rotate by themselves too.

    encryption: binlog_encryption=ON; it is turned off and on again, and gets new master keys.
    """

    sessions: int = 1
    sync_binlog: int = 1
    gtids: bool = True
    compression: bool = False
    encryption: bool = False
    rotate_every: int = 3

    def options(self) -> list[str]:
        gtids = ["gtid-mode=ON", "enforce-gtid-consistency=ON"] if self.gtids else ["gtid-mode=OFF"]
        compression = ["binlog-transaction-compression=ON"] if self.compression else []
        encryption = ["binlog-encryption=ON"] if self.encryption else []
        return [*gtids, *compression, *encryption, f"sync-binlog={self.sync_binlog}", "max-binlog-size=4096"]

    def __str__(self) -> str:
        words = [f"{self.sessions} sessions", f"sync_binlog={self.sync_binlog}"]
        given = {"GTIDs": self.gtids, "compression": self.compression, "encryption": self.encryption}
        return ", ".join([*words, *(name for name, is_given in given.items() if is_given)])


def crossings() -> list[Setting]:
    return [
        Setting(sessions, sync, gtids, compression, encryption)
        for sessions in (1, 16)
        for sync in (0, 1)
        for gtids in (True, False)
        for compression in (False, True)
        for encryption in (False, True)
        if gtids or not encryption
    ]


Acknowledged = Callable[[str, int], None]


def work(server: Server, setting: Setting, rounds: int, acknowledged: Acknowledged) -> None:
    """Runs it. acknowledged: gets the end of the log, (file, position), whenever a client has got an answer."""
    sessions = [server.connect() for _ in range(setting.sessions)]
    first = sessions[0]

    def run(session: Session, sql: str) -> None:
        session.execute(sql)
        acknowledged(*server.position())

    for sql in (
        "CREATE DATABASE d",
        "CREATE TABLE d.t (a INT PRIMARY KEY, b VARCHAR(200))",
        "CREATE TABLE d.m (a INT PRIMARY KEY) ENGINE=MyISAM",
    ):
        run(first, sql)
    row = 0
    for turn in range(rounds):
        for session in sessions:  # all transactions are open at once
            run(session, "BEGIN")
        for session in sessions:
            row += 1
            run(session, f"INSERT INTO d.t VALUES ({row}, REPEAT('x', {20 + 37 * turn % 170}))")
        for number, session in enumerate(sessions):
            run(session, "ROLLBACK" if (number + turn) % 5 == 4 else "COMMIT")
        run(first, f"INSERT INTO d.m VALUES ({turn})")
        run(first, f"XA START 'x{turn}'")
        run(first, f"INSERT INTO d.t VALUES ({10_000 + turn}, 'xa')")
        run(first, f"XA END 'x{turn}'")
        run(first, f"XA PREPARE 'x{turn}'")
        if turn % 3:  # else it stays prepared
            run(first, f"XA COMMIT 'x{turn}'")
        if turn % setting.rotate_every == setting.rotate_every - 1:
            run(first, "FLUSH BINARY LOGS")
        if setting.encryption and turn % 4 == 2:
            run(first, "ALTER INSTANCE ROTATE BINLOG MASTER KEY")
        if turn % 4 == 3:
            run(first, f"PURGE BINARY LOGS TO '{server.log_files()[-2].name}'")
        if turn == rounds // 2:
            run(first, "SET GLOBAL binlog_checksum = NONE")
            run(first, "SET GLOBAL binlog_checksum = CRC32")
            if setting.encryption:
                run(first, "SET GLOBAL binlog_encryption = OFF")
                run(first, "INSERT INTO d.t VALUES (200000, 'plain')")
                run(first, "SET GLOBAL binlog_encryption = ON")
    run(first, "RESET BINARY LOGS AND GTIDS")
    run(first, "INSERT INTO d.t VALUES (100000, 'after')")


def start(folder: Path, setting: Setting) -> Server:
    return Server(folder, setting.options(), keyring=folder / KEYRING if setting.encryption else None)
