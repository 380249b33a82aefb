"""What SET GLOBAL does to a running server beyond the variable's value: some variables act on the open log."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.mysql.variables.spec import SEMI_SYNC
from binwriter.server.encryption import encryption_of
from binwriter.server.state import ServerState

_Effect = Callable[[ServerState, int], None]


def global_changed(server: ServerState, name: str, timestamp: int) -> None:
    """Called after SET GLOBAL. timestamp: the statement's, in seconds."""
    effect = _EFFECTS.get(name)
    if effect is not None:
        effect(server, timestamp)


def _gtid_mode(server: ServerState, timestamp: int) -> None:
    server.flush_logs(timestamp=timestamp)


def _gtid_purged(server: ServerState, timestamp: int) -> None:
    text = str(server.variables.get("gtid_purged"))
    server.variables.compute("gtid_purged", lambda: server.gtid_purged)
    if not server.variables.behaviour.gtid_purged_grows:
        without_mode = server.variables.behaviour.purges_without_mode
        server.gtids.check_first_purged("" if without_mode else str(server.variables.get("gtid_mode")))
    server.gtids.set_purged(text, in_table=server.profile.writes_gtids(gtid_mode_on=False))
    if server.keeper is not None:
        server.keeper.keep(server)  # no file of the log will tell of it


def _history_size(server: ServerState, timestamp: int) -> None:
    server.clock.resize(int(server.variables.get("binlog_transaction_dependency_history_size")))


def _max_binlog_size(server: ServerState, timestamp: int) -> None:
    server.open_log.max_binlog_size = int(server.variables.get("max_binlog_size"))


def _server_id(server: ServerState, timestamp: int) -> None:
    server.open_log.set_server_id(int(server.variables.get("server_id")))


def _sync_binlog(server: ServerState, timestamp: int) -> None:
    """Said so: from now on it is honoured."""
    server.open_log.sync_binlog = int(server.variables.get("sync_binlog"))


def _encryption(server: ServerState, timestamp: int) -> None:
    """The next file is as wanted."""
    wanted = encryption_of(server.variables, server.keyring, server.chance)
    if (wanted is None) != (server.open_log.encryption is None):
        with server.locks.turns.mutex:
            server.open_log.set_encryption(wanted, timestamp)
            server.clock.rotate()


def renew_master_key(server: ServerState, timestamp: int) -> bool:
    """ALTER INSTANCE ROTATE BINLOG MASTER KEY; False if the log is not encrypted. timestamp: in seconds."""
    with server.locks.turns.mutex:
        if server.open_log.encryption is None:
            return False
        server.open_log.renew_master_key(timestamp)
        server.clock.rotate()
        return True


def _semi_sync(server: ServerState, timestamp: int) -> None:
    if server.ends.switched is not None:
        server.ends.switched()


_EFFECTS: dict[str, _Effect] = {
    "binlog_checksum": ServerState.checksum_changed,
    "gtid_mode": _gtid_mode,
    "gtid_purged": _gtid_purged,
    "binlog_transaction_dependency_history_size": _history_size,
    "binlog_encryption": _encryption,
    "max_binlog_size": _max_binlog_size,
    f"{SEMI_SYNC}_enabled": _semi_sync,
    "server_id": _server_id,
    "sync_binlog": _sync_binlog,
}
