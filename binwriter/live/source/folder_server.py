"""A server that serves a folder of anybody's binary logs and writes none of its own.

What clients ask of the log, and the variables that they trust over it, are answered from the files.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from binwriter.chance import Chance
from binwriter.errors import LogFileError
from binwriter.formats.servers import PROFILES, ServerProfile, version_tuple
from binwriter.live.source.folder import FolderLog
from binwriter.live.source.source import Source
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.options import Options
from binwriter.server.server import Server

_OPTION = "--read-only-log"
# how often the files are looked at: two looks at the file system
_PERIOD = 0.02


class FolderServer(Server):
    """`folder` is served. directory: an empty folder for what a server cannot do without, a log of its own.

    options: as of a Server; those that say what the log's server was like (server_id, server_uuid, gtid_mode,
    binlog_checksum, binlog_row_metadata) win over what the files say. profile: by default that of the files.
    LogFileError, CorruptLogError for a folder that cannot be served.
    """

    def __init__(
        self,
        folder: FolderLog,
        directory: Path | str,
        options: Options = (),
        *,
        chance: Chance | None = None,
        profile: str | None = None,
    ) -> None:
        self.folder = folder
        traits = folder.traits
        known = profile_of_version(traits.version)
        given = [f"server-id={traits.server_id}", f"loose-binlog-row-metadata={traits.row_metadata}"]
        given += [f"loose-binlog-checksum={traits.checksum.name}", f"loose-gtid-mode={traits.gtid_mode}"]
        given.append(f"loose-enforce-gtid-consistency={traits.gtid_mode}")
        if traits.server_uuid is not None:
            given.append(f"loose-server-uuid={traits.server_uuid}")
        given += [f"{name}={value}" for name, value in options.items()] if isinstance(options, Mapping) else options
        super().__init__(directory, given, chance=chance, profile=profile or known.name)
        if profile is None:
            self.variables.assign("version", traits.version)
        folder.server_id = int(self.variables.get("server_id"))
        folder.server_uuid = str(self.variables.get("server_uuid"))
        folder.gtid_mode = str(self.variables.get("gtid_mode"))
        self.variables.compute("gtid_purged", lambda: str(folder.purged()))
        self._stops = threading.Event()
        self._follower = threading.Thread(target=self._follow, name="files that grow", daemon=True)
        self._follower.start()
        Source.serve(self, folder)

    def _follow(self) -> None:
        while not self._stops.wait(_PERIOD):
            try:
                self.folder.refresh()
            except LogFileError:  # the folder is gone for now
                continue

    def make_read_only(self) -> None:
        """From now on clients can change nothing."""
        self.variables.assign("read_only", True)
        self.variables.assign("super_read_only", True)

    def log_files(self) -> list[Path]:
        return [self.folder.path(name) for name in self.folder.names()]

    def position(self) -> tuple[str, int]:
        return self.folder.end()

    @property
    def gtid_executed(self) -> str:
        return str(self.folder.executed())

    def flush_logs(self, *, timestamp: int | None = None) -> None:
        self._refuse()

    def reset_logs(self, *, timestamp: int | None = None, number: int = 1) -> None:
        self._refuse()

    def purge_logs(self, to: str) -> list[str]:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise mysql_error("ER_OPTION_PREVENTS_STATEMENT", _OPTION)

    def shutdown(self) -> None:
        self._stops.set()
        super().shutdown()


def profile_of_version(version: str) -> ServerProfile:
    """The profile of the newest server that is not newer; the oldest one for those before it."""
    numbers = version_tuple(version)
    older = [profile for profile in PROFILES.values() if version_tuple(profile.version) <= numbers]
    same = [profile for profile in PROFILES.values() if version_tuple(profile.version)[:2] == numbers[:2]]
    return (same or older or list(PROFILES.values())[:1])[-1]
