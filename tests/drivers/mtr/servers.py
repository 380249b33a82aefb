"""The servers that `mysqltest` talks to, and the container in which it and the real ones run.

A server's folder stands at the same path inside and outside: what one writes, the other's programs can read.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pymysql

from binwriter.integration.mysql import SYSTEM_DATABASES

IMAGE = os.environ.get("BINWRITER_MTR_IMAGE", "binwriter-mtr")
HOME = "/usr/lib/mysql-test"
_START_SECONDS = 90.0
_ALWAYS = ("--log-output=file", "--explain-format=TRADITIONAL_STRICT")
# What mtr puts into a fresh server, without its bookkeeping of warnings.
BOOTSTRAP = """\
SET sql_log_bin = 0;
CREATE DATABASE test;
CREATE DATABASE mtr;
CREATE TABLE mtr.test_suppressions (pattern VARCHAR(255) NOT NULL);
CREATE DEFINER = root@localhost PROCEDURE mtr.add_suppression(pattern VARCHAR(255)) DO 0;
INSERT INTO mysql.db VALUES
  ('%','test','','Y','Y','Y','Y','Y','Y','N','Y','Y','Y','Y','Y','Y','Y','Y','N','N','Y','Y');
FLUSH PRIVILEGES;
"""
_EMPTIED = ("STOP REPLICA", "RESET REPLICA ALL", "CREATE DATABASE test", "RESET BINARY LOGS AND GTIDS")


def free_port() -> int:
    """One that nobody listens at just now, and that no program is given by chance before the server is started."""
    for port in random.Random(os.urandom(8)).sample(range(10_000, 30_000), 200):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise NoServerError("no free port")


class NoServerError(Exception):
    """A server did not start with these options."""


class Arena:
    """A container with the programs of the image `binwriter-mtr`, on this machine's network and among its processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bootstrap.sql").write_text(BOOTSTRAP)
        command = ["docker", "run", "-d", "--rm", "--network", "host", "--pid", "host", "-v", f"{folder}:{folder}"]
        made = subprocess.run(
            [*command, "--entrypoint", "sleep", IMAGE, "infinity"], capture_output=True, text=True, check=True
        )
        self._name = made.stdout.strip()
        self.run(["cp", "-r", f"{HOME}/std_data", str(folder)])

    def run(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, *, detached: bool = False
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs a program in the container, in the folder of MySQL's tests."""
        given = [item for name, value in (environment or {}).items() for item in ("-e", f"{name}={value}")]
        how = ["-d"] if detached else []
        line = ["docker", "exec", *how, "-w", HOME, *given, self._name, *command]
        return subprocess.run(line, capture_output=True, check=False)

    def close(self) -> None:
        """Removes the container and what ran in it."""
        self.run(["sh", "-c", f"chown -R {os.getuid()}:{os.getgid()} {self.folder}"])
        subprocess.run(["docker", "rm", "-f", self._name], capture_output=True, check=False)


class Server:
    """The number-th server of a test, in var/mysqld.NUMBER. options: of the one that runs; None if nobody knows."""

    def __init__(self, arena: Arena, var: Path, number: int) -> None:
        self.arena, self.var, self.number = arena, var, number
        self.port = free_port()
        self.folder = var / f"mysqld.{number}"
        self.data = self.folder / "data"
        self.socket = self.folder / "s.sock"
        self.log = var / "log" / f"mysqld.{number}.err"
        self.options: tuple[str, ...] | None = None

    def again(self, options: Sequence[str]) -> None:
        """A server that holds nothing."""
        self.fresh(options)

    def fresh(self, options: Sequence[str]) -> None:
        """A server that starts with these options and holds nothing yet. NoServerError with its last words."""
        self.stop()
        self.options = None
        self.arena.run(["rm", "-rf", str(self.folder)])
        self.folder.mkdir(parents=True)
        self._made()
        self.start(options)
        self.options = tuple(options)

    def start(self, options: Sequence[str]) -> None:
        """Starts over what its folder holds and waits until it answers. NoServerError with its last words."""
        self._start(
            [
                *_ALWAYS,
                f"--server-id={self.number}",
                *options,
                f"--datadir={self.data}/",
                f"--socket={self.socket}",
                f"--tmpdir={self.var}/tmp",
                f"--secure-file-priv={self.arena.folder}",
            ]
        )
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                pymysql.connect(unix_socket=str(self.socket), user="root").close()
                return
            except (pymysql.err.OperationalError, OSError) as error:
                if time.monotonic() > deadline or not self.runs():
                    raise NoServerError(self._last_words()) from error
                time.sleep(0.1)

    def runs(self) -> bool:
        """Whether its process is there."""
        raise NotImplementedError

    def reap(self) -> None:
        """A process of ours that has ended is no process any more: mysqltest waits for that."""

    def stop(self) -> None:
        """Ends the server at once."""
        raise NotImplementedError

    def _made(self) -> None:
        raise NotImplementedError

    def _start(self, options: list[str]) -> None:
        raise NotImplementedError

    def _last_words(self) -> str:
        raise NotImplementedError


class Mysqld(Server):
    """A mysqld in the container."""

    def again(self, options: Sequence[str]) -> None:
        """As fresh, but a server that runs with these options is emptied in place of started anew."""
        if self.options != tuple(options):
            self.fresh(options)
            return
        try:
            with pymysql.connect(unix_socket=str(self.socket), user="root") as connection:
                cursor = connection.cursor()
                cursor.execute("SHOW DATABASES")
                for (name,) in cursor.fetchall():
                    if name not in SYSTEM_DATABASES | {"mtr"}:
                        cursor.execute(f"DROP DATABASE `{name}`")
                for statement in _EMPTIED:
                    cursor.execute(statement)
        except (pymysql.err.MySQLError, OSError):
            self.fresh(options)

    def runs(self) -> bool:
        return not self.arena.run(["sh", "-c", f"kill -0 $(cat {self.folder}/pid)"]).returncode

    def stop(self) -> None:
        self.arena.run(["sh", "-c", f"kill -9 $(cat {self.folder}/pid) 2>/dev/null; rm -f {self.folder}/pid"])

    def _made(self) -> None:
        template = self.arena.folder / "template"
        if not template.exists():
            words = ["mysqld", "--no-defaults", "--user=root", "--initialize-insecure", f"--datadir={template}"]
            words += ["--innodb-buffer-pool-size=24M", "--innodb-redo-log-capacity=10M"]
            made = self.arena.run([*words, f"--init-file={self.arena.folder}/bootstrap.sql"])
            if made.returncode:
                raise NoServerError(made.stderr.decode(errors="replace")[-2000:])
            self.arena.run(["rm", "-f", f"{template}/auto.cnf"])
        self.arena.run(["cp", "-r", str(template), str(self.data)])

    def _start(self, options: list[str]) -> None:
        line = ["--no-defaults", "--user=root", f"--port={self.port}", "--mysqlx=OFF", *options]
        quoted = " ".join(f"'{word}'" for word in [*line, f"--pid-file={self.folder}/pid"])
        started = f"echo $$ > {self.folder}/pid; exec mysqld {quoted} >> {self.log} 2>&1"
        self.arena.run(["sh", "-c", started], detached=True)
        time.sleep(1)

    def _last_words(self) -> str:
        log = self.arena.run(["grep", "ERROR", str(self.log)])
        return log.stdout.decode(errors="replace")


class Binwriter(Server):
    """`binwriter serve` on this machine."""

    _process: subprocess.Popen[bytes] | None = None

    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def reap(self) -> None:
        self.runs()

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def fresh(self, options: Sequence[str]) -> None:
        super().fresh(options)
        for name in ("mtr", "test"):  # databases of the start; in mtr the tests leave word for the next one
            (self.data / name).mkdir(exist_ok=True)

    def _made(self) -> None:
        self.data.mkdir()

    def _start(self, options: list[str]) -> None:
        line = [sys.executable, "-m", "binwriter", "serve", str(self.data), "--port", str(self.port), "--insecure"]
        line += ["--socket", str(self.socket), "--files", str(self.arena.folder), "--write-files", "-q"]
        if not any(self.data.iterdir()):
            line += ["--init", str(self.arena.folder / "bootstrap.sql")]
        for option in (*options, f"--pid-file={self.folder}/pid", f"--log-error={self.log}"):
            line += ["--server", option.removeprefix("--")]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(line, stdout=log, stderr=log)

    def _last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]
