"""The log as a server's variables ask for it, and what stands at the beginning of its files."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Protocol

from binwriter.binlog.files.ends import LogEnds
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.selection import previous_gtids_of
from binwriter.binlog.files.unwritten import UnwrittenLog
from binwriter.binlog.files.writer import LogWriter
from binwriter.chance import Chance
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.gtid.state import GtidSet, GtidState
from binwriter.mysql.variables.scopes import GlobalVariables
from binwriter.server.encryption import encryption_of


class LogOwner(Protocol):
    """A server as far as the opening of its log concerns it (`binwriter.server.state.ServerState`)."""

    directory: Path
    variables: GlobalVariables
    profile: ServerProfile
    chance: Chance
    gtids: GtidState
    ends: LogEnds
    keyring: Keyring | None


def log_writer(server: LogOwner) -> LogWriter:
    """Opens the next file of the log: what its earlier files hold is added to the GTIDs executed. Under skip-log-bin
    one that is off."""
    variables, get = server.variables, server.variables.get
    if not variables.options.log_bin:
        return UnwrittenLog(server.directory, profile=server.profile, checksum=checksum_of(variables))
    return LogWriter(
        server.directory,
        basename=variables.options.basename,
        profile=server.profile,
        server_id=int(get("server_id")),
        checksum=checksum_of(variables),
        gtid_mode_on=get("gtid_mode") == "ON",
        max_binlog_size=int(get("max_binlog_size")),
        # None unless an option asks for it: a log made for tests need not outlive a power cut group by group (the
        # command `run` makes all its files safe when it is done)
        sync_binlog=int(get("sync_binlog")) if "sync_binlog" in variables.options.values else None,
        chance=server.chance,
        previous_gtids=server.gtids.executed,
        unlogged=server.gtids.unlogged,
        ends=server.ends,
        keyring=server.keyring,
        encryption=encryption_of(variables, server.keyring, server.chance),
    )


def checksum_of(variables: GlobalVariables) -> ChecksumAlgorithm:
    """binlog_checksum."""
    return ChecksumAlgorithm[str(variables.get("binlog_checksum"))]


def previous_gtids(path: Path, keyring: Keyring | None) -> GtidSet:
    """What was executed before a file of the log began."""
    stated = (previous_gtids_of(event) for event in islice(read_events(path, keyring=keyring), 2))
    return next((gtids for gtids in stated if gtids is not None), GtidSet())
