"""A consumer of a MySQL server's binary log: it keeps the sum of each account, and knows where it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pymysqlreplication import BinLogStreamReader
from pymysqlreplication.row_event import DeleteRowsEvent, UpdateRowsEvent, WriteRowsEvent


class Balances:
    """Follows `bank.booking`. settings: host, port, user, password; place: file and position to go on from."""

    def __init__(self, settings: Mapping[str, Any], place: tuple[str, int] | None = None) -> None:
        self.settings, self.place = dict(settings), place
        self.sums: dict[str, Decimal] = {}

    def catch_up(self) -> None:
        """Reads to the log's end."""
        where: dict[str, Any] = {} if self.place is None else {"log_file": self.place[0], "log_pos": self.place[1]}
        stream = BinLogStreamReader(
            connection_settings=self.settings,
            server_id=4711,
            only_schemas=["bank"],
            only_tables=["booking"],
            only_events=[WriteRowsEvent, UpdateRowsEvent, DeleteRowsEvent],
            resume_stream=self.place is not None,
            **where,
        )
        try:
            for event in stream:
                for row in event.rows:
                    # an insert has `values`, a delete too, an update both images
                    if isinstance(event, DeleteRowsEvent):
                        self._book(row["values"], -1)
                    elif isinstance(event, UpdateRowsEvent):
                        self._book(row["before_values"], -1)
                        self._book(row["after_values"], +1)
                    else:
                        self._book(row["values"], +1)
                self.place = stream.log_file, stream.log_pos
        finally:
            stream.close()

    def _book(self, row: Mapping[str, Any], sign: int) -> None:
        account = row["account"]
        self.sums[account] = self.sums.get(account, Decimal(0)) + sign * row["amount"]
