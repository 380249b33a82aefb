"""Log files for a test: of SQL, as a server that ran it would have written them, or of events as they are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import TableRows, rows_of_events
from binwriter.chance import DEFAULT_START
from binwriter.formats.constants import BINLOG_MAGIC
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription, build_body, event_type_of
from binwriter.formats.header import frame, framed_size
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, profile_by_name
from binwriter.server.server import Server

_SECOND = 1_000_000


@dataclass(frozen=True)
class Binlog:
    """The files of a log, in order."""

    files: tuple[Path, ...]

    @classmethod
    def of_sql(
        cls,
        folder: Path,
        statements: Iterable[str],
        version: str | None = None,
        **options: str,
    ) -> Binlog:
        """What a server logs of these statements, which run in one session; the same each time.

        version: of the server, such as "8.0"; None: the newest. options: of mysqld, as gtid_mode="ON". Raises
        MySQLError for a statement that fails, UnsupportedError for one that binwriter does not model.
        """
        with Server(folder, options, profile=version or NEWEST.name) as server:
            session = server.connect()
            for statement in statements:
                session.execute(statement)
            session.close()
        return cls(tuple(server.log_files()))

    @classmethod
    def of_events(
        cls, file: Path, bodies: Iterable[Declared], version: str | None = None, server_id: int = 1
    ) -> Binlog:
        """A file with these events (`binwriter.formats.events`), a second apart, behind a format description.

        Nothing is checked: a log that no server writes can be made.
        """
        description = FormatDescription.of(profile_by_name(version or NEWEST.name), 0)
        data = BINLOG_MAGIC
        for number, body in enumerate((description, *bodies)):
            kind, content = event_type_of(body), build_body(body)
            end = len(data) + framed_size(len(content), description.checksum, kind)
            timestamp = DEFAULT_START // _SECOND + number
            data += frame(
                kind,
                content,
                timestamp=timestamp,
                server_id=server_id,
                end_log_pos=end,
                checksum=description.checksum,
            )
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return cls((file,))

    @property
    def bytes(self) -> bytes:
        """Of the first file."""
        return self.files[0].read_bytes()

    def events(self) -> Iterator[LogEvent]:
        """All events; a file that is being written may end within one."""
        for path in self.files:
            yield from read_events(path, stop_at_truncation=True)

    def rows(self) -> Iterator[TableRows]:
        """The row changes, each with its table."""
        return rows_of_events(self.events())
