"""`binwriter serve [DIR]`: a server that MySQL's clients connect to; what their SQL does is logged in DIR."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.cli.common.parser import add_common, describe
from binwriter.cli.common.statuses import BAD_INPUT, DONE, status_of

if TYPE_CHECKING:
    from ssl import SSLContext

    from binwriter.server.server import Server

DESCRIPTION = """\
A server for MySQL's clients: they connect, send SQL, and read the binary log that it writes. DIR is where the log
and all that SQL makes are kept, by default a temporary folder for as long as the server runs; what is there goes on.
On standard output there is one line when clients may
come. SIGTERM and SIGINT end it: the log is closed as a server's.
"""
PASSWORD = "BINWRITER_PASSWORD"


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    describe(parser, DESCRIPTION)
    parser.add_argument("directory", metavar="DIR", nargs="?", type=Path, help="where all is kept; made if missing")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at; 127.0.0.1 by default")
    parser.add_argument("--port", type=_port, default=3306, help="3306 by default; 0 for one that is free")
    parser.add_argument("--socket", metavar="PATH", type=Path, help="listen at this Unix socket too")
    parser.add_argument("--server", metavar="NAME=VALUE", action="append", default=[], help="a server option")
    parser.add_argument("--server-version", metavar="VERSION", help="which server it is; 9.7 by default")
    parser.add_argument("--init", metavar="FILE.sql", type=Path, help="SQL that runs first, when nothing is kept yet")
    parser.add_argument("--user", default="root", help="who may come; root by default")
    parser.add_argument("--password", help="the user's; by default $BINWRITER_PASSWORD")
    parser.add_argument("--insecure", action="store_true", help="the user has no password")
    parser.add_argument("--tls-cert", metavar="FILE", type=Path, help="its certificate; by default one is made")
    parser.add_argument("--tls-key", metavar="FILE", type=Path, help="its key")
    parser.add_argument("--no-tls", action="store_true", help="offer no TLS")
    parser.add_argument(
        "--allow-plain", action="store_true", help="let clients of other machines come without TLS, too"
    )
    parser.add_argument(
        "--files", metavar="DIR", type=Path, help="let LOAD DATA and LOAD_FILE() read the files of this folder"
    )
    parser.add_argument(
        "--write-files", action="store_true", help="let SELECT .. INTO OUTFILE make new files in that folder, too"
    )
    parser.add_argument(
        "--read-only-log", action="store_true", help="DIR has binary logs of any server: they are served as they are"
    )
    parser.add_argument("--ready-fd", metavar="N", type=int, help="write the port to this file descriptor when ready")
    add_common(parser, json="print the line of readiness as JSON", quiet="print errors only")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns its exit status."""
    from binwriter import ending
    from binwriter.errors import BinwriterError, MySQLError

    password = arguments.password if arguments.password is not None else os.environ.get(PASSWORD)
    if password is None and not arguments.insecure:
        print(f"binwriter serve: give --password or ${PASSWORD}, or --insecure for none", file=sys.stderr)
        return BAD_INPUT
    if (arguments.tls_cert is None) != (arguments.tls_key is None):
        print("binwriter serve: --tls-cert and --tls-key go together", file=sys.stderr)
        return BAD_INPUT
    if arguments.read_only_log and arguments.directory is None:
        print("binwriter serve: --read-only-log needs DIR, where the logs are", file=sys.stderr)
        return BAD_INPUT
    try:
        if arguments.directory is not None and not arguments.read_only_log:
            _serve(arguments, arguments.directory, password or "")
        else:
            with ending.temporary_folder("binwriter-serve-") as temporary:
                _serve(arguments, temporary, password or "")
    except ending.Ended:
        ending.answered()
        return DONE
    except (BinwriterError, MySQLError, OSError) as error:
        print(f"binwriter serve: {error}", file=sys.stderr)
        return BAD_INPUT if isinstance(error, MySQLError) else status_of(error)
    return DONE


_NO_TABLES = (
    "binwriter serve: the log that is here goes on; its schemas and tables are not kept: --init FILE.sql makes them "
    "(and logs that), --read-only-log serves the log as it is"
)
_INIT_WAS_BEFORE = "binwriter serve: --init is not run: its turn was at the first start"
_NO_CLEAN_STOP = "binwriter serve: there was no clean stop: {} transactions of the log were run again"


def _serve(arguments: argparse.Namespace, folder: Path, password: str) -> None:
    from binwriter.extras import import_sqlglot

    import_sqlglot()
    tls = _tls(arguments, folder)
    from binwriter.live.error_log import error_log
    from binwriter.live.serving import Serving, Settings

    settings = Settings(
        arguments.host,
        arguments.port,
        arguments.socket,
        {arguments.user: password},
        tls,
        plain_from_anywhere=arguments.allow_plain,
    )
    with _server(arguments, folder) as server, ExitStack() as held:
        ended = threading.Event()
        server.on_shutdown = ended.set  # before anybody can ask for it
        held.enter_context(_pid_file(server, folder))
        log = held.enter_context(error_log(server, folder, arguments.server))
        serving = held.enter_context(Serving(server, settings))
        _give_back()
        if log is not None:
            log.ready(arguments.socket, serving.port)
        if arguments.json:
            print(json.dumps({"ready": {"host": serving.host, "port": serving.port}}), flush=True)
        elif not arguments.quiet:
            print(f"ready: {serving.host}:{serving.port}", flush=True)
        if arguments.ready_fd is not None:
            os.write(arguments.ready_fd, f"{serving.port}\n".encode())
        ended.wait()  # until then, or until a signal comes


def _give_back() -> None:
    """Memory that the start has left free goes back to the system: more than a MiB between what stays, of files of
    bytecode. Only where the C library has a call for it (glibc)."""
    import ctypes

    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _tls(arguments: argparse.Namespace, folder: Path) -> SSLContext | None:
    from binwriter.live.tls import own_context_meanwhile, server_context

    if arguments.tls_cert is not None:
        return server_context(arguments.tls_cert, arguments.tls_key)
    if arguments.no_tls:
        return None
    with own_context_meanwhile(folder) as own:
        for name in ("binwriter.live.serving", "binwriter.server.server"):
            import_module(name)  # which takes about as long
        return own()


@contextmanager
def _pid_file(server: Server, folder: Path) -> Iterator[None]:
    """As a mysqld keeps it; only where it is told to."""
    name = str(server.variables.get("pid_file") or "")
    if not name:
        yield
        return
    file = folder / name
    file.write_text(f"{os.getpid()}\n")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def _server(arguments: argparse.Namespace, folder: Path) -> Server:
    from binwriter.chance import system_chance
    from binwriter.formats.servers import NEWEST
    from binwriter.server.server import Server
    from binwriter.server.table_files import TableFiles

    version, options, chance = arguments.server_version, arguments.server, system_chance()
    if not arguments.read_only_log:
        had_log = any(folder.glob("*.index"))
        keep = arguments.directory is not None
        profile = version or NEWEST.name
        server = Server(folder, options, chance=chance, profile=profile, files=arguments.files, keep=keep)
        server.front_end.database.files.writes = arguments.write_files
        was_kept = keep and server.keeper.found
        if not was_kept:
            try:
                _run_script(server, arguments.init)
            except BaseException:
                server.shutdown()
                if keep:
                    server.keeper.forget()
                raise
        server.table_files = TableFiles(server)
        if not arguments.quiet:
            _tell(server, had_log=had_log, was_kept=was_kept, init=arguments.init is not None)
        return server
    from binwriter.live.source.folder import FolderLog
    from binwriter.live.source.folder_server import FolderServer

    served = FolderServer(FolderLog(arguments.directory), folder, options, chance=chance, profile=version)
    _run_script(served, arguments.init)
    served.make_read_only()
    return served


def _tell(server: Server, *, had_log: bool, was_kept: bool, init: bool) -> None:
    """What was found in the folder, as far as it may be a surprise."""
    if had_log and not was_kept and not init:
        print(_NO_TABLES, file=sys.stderr)
    if was_kept and init:
        print(_INIT_WAS_BEFORE, file=sys.stderr)
    if was_kept and (count := server.keeper.replayed):
        print(_NO_CLEAN_STOP.format(f"{count:,}"), file=sys.stderr)


def _run_script(server: Server, path: Path | None) -> None:
    """MySQLError of the first statement that fails."""
    if path is None:
        return
    from binwriter.documents import read_text
    from binwriter.errors import OptionError, reason_of
    from binwriter.scenario.script import split_script

    session = server.connect()
    try:
        text = read_text(path)
    except (OSError, ValueError) as error:
        raise OptionError(f"--init {path}: cannot be read: {reason_of(error)}") from error
    for _, sql in split_script(text):
        session.execute(sql)
    session.close()
