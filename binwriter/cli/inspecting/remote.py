"""The options of `inspect` that read a server's logs, with mysqlbinlog's names, and what they ask for."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from binwriter.cli.inspecting.options import server_id

if TYPE_CHECKING:
    from binwriter.integration.remote_logs import RemoteLogs

_PORT = 3306
_KINDS = ("BINLOG-DUMP-NON-GTIDS", "BINLOG-DUMP-GTIDS")


def add_remote(group: argparse._ArgumentGroup) -> None:
    """Declares the options."""
    group.add_argument(
        "-R",
        "--read-from-remote-server",
        action="store_true",
        help="FILE is a log of a server's, which is read as a replica reads it (needs the extra replay)",
    )
    group.add_argument(
        "--read-from-remote-source", type=str.upper, choices=_KINDS, help="the same; what it sends is the same, too"
    )
    group.add_argument("--host", metavar="NAME", default="127.0.0.1", help="of the server (default: 127.0.0.1)")
    group.add_argument("-P", "--port", metavar="N", type=int, default=_PORT, help=f"its port (default: {_PORT})")
    group.add_argument("-S", "--socket", metavar="PATH", help="its socket, in place of host and port")
    group.add_argument("-u", "--user", metavar="NAME", default="root", help="who reads (default: root)")
    group.add_argument("--password", metavar="TEXT", help="of the user; by default $MYSQL_PWD")
    group.add_argument("--ssl-ca", metavar="FILE", help="the server's certificate must be signed by one of these")
    group.add_argument("-t", "--to-last-log", action="store_true", help="with -R: the logs behind it, too")
    group.add_argument("--stop-never", action="store_true", help="with -R: all logs behind it, and wait for more")
    group.add_argument(
        "--connection-server-id", type=server_id, default=0, metavar="ID", help="which replica the reader says it is"
    )


def is_remote(arguments: argparse.Namespace) -> bool:
    return bool(arguments.read_from_remote_server or arguments.read_from_remote_source)


def remote_logs(arguments: argparse.Namespace) -> RemoteLogs:
    """What the options ask for."""
    from binwriter.integration.remote_logs import RemoteChoice, RemoteLogs
    from binwriter.mysql.server_url import ServerUrl

    password = os.environ.get("MYSQL_PWD", "") if arguments.password is None else arguments.password
    given = (("unix_socket", arguments.socket), ("ssl_ca", arguments.ssl_ca))
    parameters = tuple((name, value) for name, value in given if value is not None)
    choice = RemoteChoice(
        server=ServerUrl(arguments.host, arguments.port, arguments.user, password, parameters),
        to_last_log=arguments.to_last_log,
        stop_never=arguments.stop_never,
        server_id=arguments.connection_server_id,
    )
    return RemoteLogs(arguments.files, choice, verify=arguments.verify and not arguments.force_read)
