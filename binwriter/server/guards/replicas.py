"""What stands in the way of statements about replicas (captured: cluster channels_named)."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution


def check_replica(runner: Execution) -> None:
    """ER_REPLICA_CONFIGURATION on a server that was started with the number 0, whatever its number is now."""
    if runner.session.server.variables.options.values.get("server_id") == 0:
        raise mysql_error("ER_REPLICA_CONFIGURATION")


def check_channel(runner: Execution, channel: str) -> None:
    """ER_REPLICA_CHANNEL_DOES_NOT_EXIST. The one without a name is always there."""
    name = channel.lower()
    if name and name not in runner.front_end.catalog.channels:
        raise mysql_error("ER_REPLICA_CHANNEL_DOES_NOT_EXIST", name)
