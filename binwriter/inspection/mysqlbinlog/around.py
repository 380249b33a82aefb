"""What stands around the statements of a log: how the session that runs them begins and ends, by mysqlbinlog's options.

Source: what mysqlbinlog 9.7.4 prints (tests/integration/test_mysqlbinlog_options.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.formats.records import dataclass

# the thread of every statement in mysqlbinlog --short-form, so that two runs of a test print the same
SHORT_FORM_THREAD = 999999999
# what --set-charset saves, and gives back at the end
_CHARSETS = (b"CHARACTER_SET_CLIENT", b"CHARACTER_SET_RESULTS", b"COLLATION_CONNECTION")


@dataclass(frozen=True, kw_only=True)
class Around:
    """mysqlbinlog's options of these names; charset: what --set-charset names, b"" if nothing."""

    disable_log_bin: bool = False
    idempotent: bool = False
    charset: bytes = b""
    require_row_format: bool = False

    def opening(self) -> Iterator[bytes]:
        """What opens a session that only applies a log (the manual, "pseudo_replica_mode")."""
        yield b"SET @@SESSION.PSEUDO_SLAVE_MODE=1"
        if self.disable_log_bin:
            yield b"SET @OLD_SQL_LOG_BIN=@@SQL_LOG_BIN, SQL_LOG_BIN=0"
        yield b"SET @OLD_COMPLETION_TYPE=@@COMPLETION_TYPE,COMPLETION_TYPE=0"
        if self.charset:
            for name in _CHARSETS:
                yield b"SET @OLD_%b=@@%b" % (name, name)
            yield b"SET NAMES " + self.charset
        if self.idempotent:
            yield b"SET @@SESSION.RBR_EXEC_MODE=IDEMPOTENT"
        if self.require_row_format:
            yield b"/*!80019 SET @@SESSION.REQUIRE_ROW_FORMAT=1*/"

    def closing(self) -> Iterator[bytes]:
        """What gives the session back what it had."""
        yield b"SET COMPLETION_TYPE=@OLD_COMPLETION_TYPE"
        if self.disable_log_bin:
            yield b"SET SQL_LOG_BIN=@OLD_SQL_LOG_BIN"
        if self.charset:
            for name in _CHARSETS:
                yield b"SET %b=@OLD_%b" % (name, name)
        yield b"SET @@SESSION.PSEUDO_SLAVE_MODE=0"
        if self.idempotent:
            yield b"SET @@SESSION.RBR_EXEC_MODE=STRICT"
