"""The two servers that `mysqltest` talks to, and the container in which it and the real one run.

The folder of a side stands at the same path inside and outside: what one writes, the other's programs can read.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pymysql

from binwriter.integration.mysql import SYSTEM_DATABASES

IMAGE = os.environ.get("BINWRITER_MTR_IMAGE", "binwriter-mtr")
HOME = "/usr/lib/mysql-test"
_PROGRAMS = f"{HOME}/bin"
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


def free_port() -> int:
    """One that nobody listens at just now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class NoServerError(Exception):
    """A server did not start with these options."""


@dataclass(frozen=True)
class Ended:
    """How mysqltest ended: 0 done, 62 skipped, 124 not in time; else failed, and errors says where."""

    status: int
    output: bytes
    errors: str


class Arena:
    """A container with the programs of the image `binwriter-mtr`, on this machine's network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bootstrap.sql").write_text(BOOTSTRAP)
        command = ["docker", "run", "-d", "--rm", "--network", "host", "-v", f"{folder}:{folder}"]
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


class Side:
    """A server in its own folder (mtr's var)."""

    def __init__(self, arena: Arena, name: str, port: int) -> None:
        self.arena, self.port = arena, port
        self.var = arena.folder / name
        self.data = self.var / "mysqld.1" / "data"
        self.socket = self.var / "s.sock"
        self.configuration = self.var / "my.cnf"
        self.environment = _environment(self)
        self.options: tuple[str, ...] | None = None

    def again(self, options: Sequence[str]) -> None:
        """A server that holds nothing."""
        self.fresh(options)

    def fresh(self, options: Sequence[str]) -> None:
        """A server that starts with these options and holds nothing yet. NoServerError with its last words."""
        self.stop()
        self.options = None
        self.arena.run(["rm", "-rf", str(self.var)])
        for folder in (self.var / "tmp", self.var / "log", self.data.parent):
            folder.mkdir(parents=True)
        (self.var / "std_data").symlink_to(self.arena.folder / "std_data")
        self.configuration.write_text(
            f"[client]\nuser=root\npassword=\nport={self.port}\nsocket={self.socket}\n[mysqltest]\nssl-mode=DISABLED\n"
            f"[mysqlbinlog]\nlocal-load={self.var}/tmp\ndisable-force-if-open\n"
        )
        expanded = []
        for option in (*_ALWAYS, *options):
            for name in sorted(self.environment, key=len, reverse=True):
                option = option.replace(f"${name}", self.environment[name])
            if "$" not in option:
                expanded.append(option)
        self._start(
            [
                *expanded,
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
                break
            except (pymysql.err.OperationalError, OSError) as error:
                if time.monotonic() > deadline or not self._runs():
                    raise NoServerError(self._last_words()) from error
                time.sleep(0.1)
        self.options = tuple(options)

    def test(self, path: Path, client: Sequence[str], seconds: int) -> Ended:
        """Runs a file of MySQL's tests."""
        line = ["timeout", "-k", "5", str(seconds), f"{_PROGRAMS}/mysqltest", f"--defaults-file={self.configuration}"]
        line += ["--silent", f"--tmpdir={self.var}/tmp", f"--logdir={self.var}/log", "--database=test"]
        line += ["--character-sets-dir=/usr/share/mysql/charsets", f"--timer-file={self.var}/log/timer"]
        ended = self.arena.run([*line, *client, f"--test-file={HOME}/{path}"], self.environment)
        return Ended(ended.returncode, ended.stdout, ended.stderr.decode(errors="replace"))

    def stop(self) -> None:
        """Ends the server at once."""

    def _start(self, options: list[str]) -> None:
        raise NotImplementedError

    def _runs(self) -> bool:
        raise NotImplementedError

    def _last_words(self) -> str:
        raise NotImplementedError


class Real(Side):
    """A mysqld in the container."""

    def fresh(self, options: Sequence[str]) -> None:
        template = self.arena.folder / "template"
        if not template.exists():
            words = ["mysqld", "--no-defaults", "--user=root", "--initialize-insecure", f"--datadir={template}"]
            words += ["--innodb-buffer-pool-size=24M", "--innodb-redo-log-capacity=10M"]
            made = self.arena.run([*words, f"--init-file={self.arena.folder}/bootstrap.sql"])
            if made.returncode:
                raise NoServerError(made.stderr.decode(errors="replace")[-2000:])
            self.arena.run(["rm", "-f", f"{template}/auto.cnf"])
        super().fresh(options)

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
                cursor.execute("CREATE DATABASE test")
                cursor.execute("RESET BINARY LOGS AND GTIDS")
        except (pymysql.err.MySQLError, OSError):
            self.fresh(options)
        self.arena.run(["sh", "-c", f"rm -rf {self.var}/tmp/* {self.var}/log/*"])

    def _start(self, options: list[str]) -> None:
        copied = f"cp -r {self.arena.folder}/template {self.data} && exec mysqld"
        line = ["--no-defaults", "--user=root", f"--port={self.port}", "--mysqlx=OFF", "--server-id=1", *options]
        quoted = " ".join(f"'{word}'" for word in [*line, f"--pid-file={self.var}/pid"])
        self.arena.run(["sh", "-c", f"{copied} {quoted} > {self.var}/error.log 2>&1"], detached=True)
        time.sleep(1)

    def stop(self) -> None:
        self.arena.run(["sh", "-c", f"kill -9 $(cat {self.var}/pid) 2>/dev/null; rm -f {self.var}/pid"])

    def _runs(self) -> bool:
        return b"Aborting" not in self.arena.run(["cat", f"{self.var}/error.log"]).stdout

    def _last_words(self) -> str:
        return self.arena.run(["grep", "ERROR", f"{self.var}/error.log"]).stdout.decode(errors="replace")


class Here(Side):
    """`binwriter serve` on this machine."""

    _process: subprocess.Popen[bytes] | None = None

    def _start(self, options: list[str]) -> None:
        self.data.mkdir()
        line = [sys.executable, "-m", "binwriter", "serve", str(self.data), "--port", str(self.port), "--insecure"]
        line += ["--socket", str(self.socket), "--init", str(self.arena.folder / "bootstrap.sql")]
        line += ["--files", str(self.arena.folder), "-q"]
        for option in ("--server-id=1", *options):
            line += ["--server", option.removeprefix("--")]
        with (self.var / "error.log").open("wb") as log:
            self._process = subprocess.Popen(line, stdout=log, stderr=log)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _last_words(self) -> str:
        return (self.var / "error.log").read_text(errors="replace")[-2000:]


def _environment(side: Side) -> dict[str, str]:
    """What mtr tells a test of its server."""
    var, port, socket = str(side.var), str(side.port), str(side.socket)
    client = f"--defaults-file={side.configuration}"
    programs = {
        name: f"{_PROGRAMS}/{program} {client}"
        for name, program in {
            "MYSQL": "mysql",
            "MYSQL_BINLOG": "mysqlbinlog",
            "MYSQL_DUMP": "mysqldump",
            "MYSQL_SHOW": "mysqlshow",
            "MYSQL_CHECK": "mysqlcheck",
            "MYSQL_IMPORT": "mysqlimport",
            "MYSQL_SLAP": "mysqlslap",
            "MYSQL_TEST": "mysqltest",
        }.items()
    }
    return {
        **programs,
        "EXE_MYSQL": f"{_PROGRAMS}/mysql",
        "MYSQLADMIN": f"{_PROGRAMS}/mysqladmin",
        "MYSQL_MY_PRINT_DEFAULTS": f"{_PROGRAMS}/my_print_defaults",
        "MYSQL_CONFIG_EDITOR": f"{_PROGRAMS}/mysql_config_editor",
        "MY_PERROR": f"{_PROGRAMS}/perror",
        "MYSQLD": "/usr/sbin/mysqld",
        "PATH_CONFIG_FILE": str(side.configuration),
        "MYSQLTEST_VARDIR": var,
        "MYSQLTEST_VARDIR_ABS": var,
        "MYSQL_TMP_DIR": f"{var}/tmp",
        "MYSQL_TEST_DIR": HOME,
        "MYSQL_TEST_DIR_ABS": HOME,
        "MYSQL_TEST_LOGIN_FILE": f"{var}/tmp/.mylogin.cnf",
        "SECURE_LOAD_PATH": f"{HOME}/std_data",
        "MYSQL_SHAREDIR": "/usr/share/mysql",
        "MYSQL_CHARSETSDIR": "/usr/share/mysql/charsets",
        "MYSQL_BASEDIR": "/usr",
        "MYSQL_BINDIR": "/usr",
        "MYSQL_BIN_PATH": "/usr/bin",
        "DEFAULT_MASTER_PORT": "3306",
        "MASTER_MYPORT": port,
        "MASTER_MYSOCK": socket,
        "USE_RUNNING_SERVER": "0",
        "MTR_RECORD": "0",
        "UMASK": "0660",
        "UMASK_DIR": "0770",
        "LC_ALL": "C",
        "TZ": "GMT-3",
    }
