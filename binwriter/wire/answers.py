"""OK, ERR and EOF packets (MySQL source documentation, "Generic Response Packets")."""

from __future__ import annotations

from functools import lru_cache

from binwriter.errors import MySQLError
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.wire.capabilities import Status
from binwriter.wire.numbers import packed, string

_OK, _EOF, _ERROR = b"\x00", b"\xfe", b"\xff"
_MOST_WARNINGS = 0xFFFF


@lru_cache(maxsize=256)
def ok_packet(
    status: int,
    *,
    affected: int = 0,
    insert_id: int = 0,
    warnings: int = 0,
    info: str = "",
    tracked: bytes = b"",
    ends_rows: bool = False,
) -> bytes:
    """OK_Packet. tracked: session state changes, if the client wants them; ends_rows: it stands behind rows.

    info has its length before it, whatever the client can do (a 9.7.4's; the documentation has it otherwise).
    """
    head = _EOF if ends_rows else _OK
    if tracked:
        status |= Status.SESSION_STATE_CHANGED
    counts = packed(affected) + packed(insert_id) + _state(status, warnings)
    if tracked:
        return head + counts + string(info.encode()) + string(tracked)
    return head + counts + (string(info.encode()) if info else b"")


def _state(status: int, warnings: int) -> bytes:
    return status.to_bytes(2, "little") + min(warnings, _MOST_WARNINGS).to_bytes(2, "little")


@lru_cache(maxsize=256)
def eof_packet(status: int, warnings: int = 0) -> bytes:
    """EOF_Packet."""
    return _EOF + min(warnings, _MOST_WARNINGS).to_bytes(2, "little") + status.to_bytes(2, "little")


def error_packet(error: MySQLError, *, named: bool = True, text: bytes | None = None) -> bytes:
    """ERR_Packet. named: with the SQLSTATE, which clients get that have said who they are. text: the message in the
    client's character set; UTF-8 by default."""
    state = b"#" + error.sqlstate.encode() if named else b""
    return _ERROR + error.code.to_bytes(2, "little") + state + (bytes_of(error.message) if text is None else text)
