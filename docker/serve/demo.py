"""The programs of the demonstration (compose.yaml): write, consume, follow."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import pymysql

PASSWORD = os.environ["BINWRITER_PASSWORD"]
SOURCE: dict[str, Any] = {"host": "source", "port": 3306, "user": "root", "password": PASSWORD}
REPLICA: dict[str, Any] = {"host": "replica", "port": 3306, "user": "root", "password": ""}
WAIT_SECONDS = 120
# the replica gets them from the log, like everything else
SCHEMA = (
    "CREATE DATABASE IF NOT EXISTS shop",
    "CREATE TABLE IF NOT EXISTS shop.orders (id INT AUTO_INCREMENT PRIMARY KEY, item VARCHAR(20), state VARCHAR(10))",
)
ITEMS = ("pen", "ink", "paper")


def connected(settings: dict[str, Any]) -> pymysql.Connection:
    """As soon as the server answers."""
    for _ in range(WAIT_SECONDS):
        try:
            return pymysql.connect(**settings, ssl={"check_hostname": False}, autocommit=True)
        except pymysql.err.OperationalError as error:
            print(f"waiting for {settings['host']}: {error.args[-1]}")
            time.sleep(1)
    raise SystemExit(f"{settings['host']} does not answer")


def write() -> None:
    """An order each second, and the one before it is sent."""
    with connected(SOURCE) as client, client.cursor() as cursor:
        for statement in SCHEMA:
            cursor.execute(statement)
        while True:
            cursor.execute("BEGIN")
            cursor.execute("UPDATE shop.orders SET state = 'sent' WHERE state = 'new'")
            item = ITEMS[int(time.time()) % len(ITEMS)]
            cursor.execute("INSERT INTO shop.orders (item, state) VALUES (%s, 'new')", (item,))
            cursor.execute("COMMIT")
            time.sleep(1)


def consume() -> None:
    """Every change of a row as a line of JSON, as a connector gives it to its topic."""
    from pymysqlreplication import BinLogStreamReader
    from pymysqlreplication.row_event import DeleteRowsEvent, UpdateRowsEvent, WriteRowsEvent

    connected(SOURCE).close()
    settings = {**SOURCE, "ssl": {"check_hostname": False}}
    stream = BinLogStreamReader(
        connection_settings=settings,
        ctl_connection_settings=settings,
        server_id=4711,
        blocking=True,
        resume_stream=False,
        only_events=[WriteRowsEvent, UpdateRowsEvent, DeleteRowsEvent],
    )
    for event in stream:
        for change in changes(event):
            place = {"file": stream.log_file, "pos": stream.log_pos, "table": f"{event.schema}.{event.table}"}
            print(json.dumps({"source": place, **change}, default=str))


def changes(event: Any) -> Iterator[dict[str, Any]]:
    name = type(event).__name__
    for row in event.rows:
        if name == "UpdateRowsEvent":
            yield {"op": "u", "before": row["before_values"], "after": row["after_values"]}
        else:
            is_insert, side = name == "WriteRowsEvent", row["values"]
            yield {
                "op": "c" if is_insert else "d",
                "before": None if is_insert else side,
                "after": side if is_insert else None,
            }


def follow() -> None:
    """The replica follows by GTIDs; what it has is printed each second."""
    connected(SOURCE).close()
    with connected(REPLICA) as replica, replica.cursor(pymysql.cursors.DictCursor) as cursor:
        cursor.execute(
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST='source', SOURCE_PORT=3306, SOURCE_USER='root',"
            " SOURCE_PASSWORD=%s, SOURCE_SSL=1, SOURCE_AUTO_POSITION=1",
            (PASSWORD,),
        )
        cursor.execute("START REPLICA")
        while True:
            time.sleep(1)
            cursor.execute("SHOW REPLICA STATUS")
            status = cursor.fetchone() or {}
            errors = [status[name] for name in ("Last_IO_Error", "Last_SQL_Error") if status.get(name)]
            try:
                cursor.execute("SELECT COUNT(*) AS rows_here, SUM(state = 'sent') AS sent FROM shop.orders")
                arrived = cursor.fetchone() or {}
            except pymysql.err.Error:  # its definition has not arrived
                arrived = {"rows_here": 0, "sent": 0}
            print(f"replica: {arrived['rows_here']} orders, {arrived['sent']} sent; {'; '.join(errors) or 'no errors'}")


if __name__ == "__main__":
    try:
        {"write": write, "consume": consume, "follow": follow}[sys.argv[1]]()
    except KeyboardInterrupt:
        sys.exit(0)
