"""A side: the servers of a test, what its files are told of them, and `mysqltest` run against them."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.drivers.mtr.reading import Run, whole_test
from tests.drivers.mtr.servers import HOME, Arena, Mysqld, NoServerError, Server

_PROGRAMS = f"{HOME}/bin"
_PLUGINS = "/usr/lib/mysql/plugin"
_SEMISYNC = {
    "SEMISYNC_PLUGIN": "semisync_master.so",
    "SEMISYNC_SOURCE_PLUGIN": "semisync_source.so",
    "SEMISYNC_REPLICA_PLUGIN": "semisync_replica.so",
}


@dataclass(frozen=True)
class Ended:
    """How mysqltest ended: 0 done, 62 skipped, 124 not in time; else failed, and errors says where."""

    status: int
    output: bytes
    errors: str


class Side:
    """A source of one kind and, for the tests that want it, a mysqld as its replica, in a folder of their own (var)."""

    def __init__(self, arena: Arena, name: str, kind: type[Server]) -> None:
        self.arena = arena
        self.var = arena.folder / name
        self.source: Server = kind(arena, self.var, 1)
        self.replica: Server = Mysqld(arena, self.var, 2)
        self.configuration = self.var / "my.cnf"
        self.environment = _environment(self)

    def again(self, run: Run) -> None:
        """The servers of a run, that hold nothing. NoServerError with the last words of one that does not start."""
        self.arena.run(["sh", "-c", f"rm -rf {self.var}/tmp {self.var}/log"])
        for folder in (self.var / "tmp" / "mysqld.1", self.var / "tmp" / "mysqld.2", self.var / "log"):
            folder.mkdir(parents=True)
        if not (self.var / "std_data").is_symlink():
            (self.var / "std_data").symlink_to(self.arena.folder / "std_data")
        self.configuration.write_text(
            f"[client]\nuser=root\npassword=\nport={self.source.port}\nsocket={self.source.socket}\n"
            f"[client.1]\nport={self.source.port}\nsocket={self.source.socket}\n"
            f"[client.2]\nport={self.replica.port}\nsocket={self.replica.socket}\n"
            f"[mysqltest]\nssl-mode=DISABLED\n[mysqlbinlog]\nlocal-load={self.var}/tmp\ndisable-force-if-open\n"
        )
        self.source.again(self._expanded(run.options))
        if run.replica is not None:
            self.replica.again(self._expanded(run.replica))

    def test(self, run: Run, seconds: int, home: Path | None = None) -> Ended:
        """Runs a file of MySQL's tests; a server that it ends is started again when it asks for that.

        home: where the file is read, to be run to its end: an error that it does not expect is part of the output then.
        """
        file = f"{HOME}/{run.path}"
        if home is not None:
            made = self.var / "log" / "whole.test"
            made.write_text(whole_test((home / run.path).read_text("latin-1")), "latin-1")
            file = f"{HOME}/{run.path.parent}/whole.test"  # beside the others: it may include what lies above
            self.arena.run(["cp", str(made), file])
        line = ["timeout", "-k", "5", str(seconds), f"{_PROGRAMS}/mysqltest", f"--defaults-file={self.configuration}"]
        line += ["--silent", f"--tmpdir={self.var}/tmp", f"--logdir={self.var}/log", "--database=test"]
        line += ["--character-sets-dir=/usr/share/mysql/charsets", f"--timer-file={self.var}/log/timer"]
        own = {name: self._filled(value) for name, value in run.environment}
        over = threading.Event()
        watcher = threading.Thread(target=self._restarts, args=(run, over))
        watcher.start()
        try:
            given = [*line, *run.client, f"--test-file={file}"]
            ended = self.arena.run(given, {**self.environment, **own})
        finally:
            over.set()
            watcher.join()
        return Ended(ended.returncode, ended.stdout, ended.stderr.decode(errors="replace"))

    def forget(self) -> None:
        """Nobody knows what a test left behind: the servers start anew."""
        self.source.options = self.replica.options = None

    def stop(self) -> None:
        """Ends the servers at once."""
        self.source.stop()
        self.replica.stop()

    def masked(self, text: bytes) -> bytes:
        """Without what each side has of its own."""
        text = text.replace(str(self.var).encode(), b"VARDIR")
        for server in (self.source, self.replica):
            text = re.sub(rb"(?<!\d)%d(?!\d)" % server.port, b"PORT", text)
        return text

    def _filled(self, text: str) -> str:
        """With the values of @mysqld.N.port and the like, as mtr fills them in."""
        for server in (self.source, self.replica):
            text = text.replace(f"@mysqld.{server.number}.port", str(server.port))
            text = text.replace(f"@mysqld.{server.number}.socket", str(server.socket))
        return text

    def _expanded(self, options: Sequence[str]) -> list[str]:
        expanded = []
        for option in options:
            option = self._filled(option)
            for name in sorted(self.environment, key=len, reverse=True):
                option = option.replace(f"${name}", self.environment[name])
            if "$" not in option and "@mysqld" not in option:
                expanded.append(option)
        return expanded

    def _restarts(self, run: Run, over: threading.Event) -> None:
        """What mtr does with the files that a test writes for a server before it ends it."""
        expecting = [(self.source, run.options), (self.replica, run.replica or ())]
        while not over.wait(0.1):
            for server, options in expecting:
                server.reap()
                file = self.var / "tmp" / f"mysqld.{server.number}.expect"
                try:
                    words = (file.read_text().splitlines() or [""])[-1].strip()
                except OSError:
                    continue
                if not words.startswith("restart") or server.runs():
                    continue
                server.options = None
                file.unlink(missing_ok=True)
                more = [word for word in words.removeprefix("restart").removeprefix(":").split() if word[:2] == "--"]
                time.sleep(0.1)
                try:
                    server.start([*self._expanded(options), *more])
                except NoServerError:
                    return


def _environment(side: Side) -> dict[str, str]:
    """What mtr tells a test of its servers."""
    var, source, replica = str(side.var), side.source, side.replica
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
    programs["MYSQL_SLAVE"] = (
        f"{_PROGRAMS}/mysql {client} --port={replica.port} --socket={replica.socket} --host=localhost"
    )
    programs["MYSQL_DUMP_SLAVE"] = programs["MYSQL_SLAVE"].replace("bin/mysql ", "bin/mysqldump ")
    return {
        **programs,
        **_SEMISYNC,
        **{f"{name}_OPT": f"--plugin-dir={_PLUGINS}" for name in _SEMISYNC},
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
        "MASTER_MYPORT": str(source.port),
        "MASTER_MYSOCK": str(source.socket),
        "USE_RUNNING_SERVER": "0",
        "MTR_RECORD": "0",
        "UMASK": "0660",
        "UMASK_DIR": "0770",
        "LC_ALL": "C",
        "TZ": "GMT-3",
    }
