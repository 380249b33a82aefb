"""What can be wrong with what a client sends. Each is the error that the client gets before its connection ends."""

from __future__ import annotations

from binwriter.errors import BinwriterError, MySQLError
from binwriter.mysql.messages.table import mysql_error


class WireError(BinwriterError):
    """A packet that ends its connection. symbol: of the error that the client is told."""

    symbol = "ER_NET_READ_ERROR"

    @property
    def answer(self) -> MySQLError:
        return mysql_error(self.symbol)


class OutOfOrderError(WireError):
    """A packet whose sequence number is not the next one."""

    symbol = "ER_NET_PACKETS_OUT_OF_ORDER"


class TooLargeError(WireError):
    """A packet that is larger than its connection may send."""

    symbol = "ER_NET_PACKET_TOO_LARGE"


class MalformedPacketError(WireError):
    """A packet that ends too soon, or says what cannot be."""

    symbol = "ER_MALFORMED_PACKET"


class HandshakeError(WireError):
    """A login that is none."""

    symbol = "ER_HANDSHAKE_ERROR"
