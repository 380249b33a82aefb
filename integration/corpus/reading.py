"""Scripts of SQL as collections have them: plain `.sql`, and `.test` in the language of MySQL's own test program, or of
sqllogictest (`records`).

Of that language (MySQL manual, "The MySQL Test Framework", mysqltest language reference) what decides which SQL is sent
by whom is followed: connections, delimiters, `source`, `let` and `eval` of plain texts, `error`, and `character_set`,
which says in what characters of several bytes a file is written: their second byte may be a backslash. Blocks (`if`,
`while`, `perl`, files) are left out, as are statements with variables that nobody set; both sides are sent the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from binwriter.formats.records import dataclass
from binwriter.integration.corpus.records import is_of_records, sql_of_records

_NAME = re.compile(r"\$(\w+)", re.ASCII)
_WORD = re.compile(r"\s*([a-z_]+)\b", re.IGNORECASE)
_SENDS = frozenset({"eval", "query", "query_vertical", "query_horizontal", "query_get_value", "send", "send_eval"})
# what ends with the delimiter, too, and is none of SQL
_COMMANDS = frozenset(
    [
        "append_file",
        "assert",
        "break",
        "cat_file",
        "change_user",
        "character_set",
        "chmod",
        "connect",
        "connection",
        "copy_file",
        "copy_files_wildcard",
        "dec",
        "die",
        "diff_files",
        "dirty_close",
        "disable_abort_on_error",
        "disable_async_client",
        "disable_connect_log",
        "disable_info",
        "disable_metadata",
        "disable_ps_protocol",
        "disable_query_log",
        "disable_reconnect",
        "disable_result_log",
        "disable_rpl_parse",
        "disable_session_track_info",
        "disable_testcase",
        "disable_warnings",
        "disconnect",
        "echo",
        "enable_abort_on_error",
        "enable_async_client",
        "enable_connect_log",
        "enable_info",
        "enable_metadata",
        "enable_ps_protocol",
        "enable_query_log",
        "enable_reconnect",
        "enable_result_log",
        "enable_rpl_parse",
        "enable_session_track_info",
        "enable_testcase",
        "enable_warnings",
        "eof",
        "error",
        "exec",
        "execw",
        "exec_in_background",
        "exit",
        "expr",
        "file_exists",
        "force_cpdir",
        "force_rmdir",
        "horizontal_results",
        "inc",
        "let",
        "list_files",
        "list_files_append_file",
        "list_files_write_file",
        "lowercase_result",
        "mkdir",
        "move_file",
        "output",
        "perl",
        "ping",
        "query_attributes",
        "reap",
        "remove_file",
        "remove_files_wildcard",
        "replace_column",
        "replace_numeric_round",
        "replace_regex",
        "replace_result",
        "reset_connection",
        "result_format",
        "rmdir",
        "save_master_pos",
        "send_quit",
        "send_shutdown",
        "shutdown_server",
        "skip",
        "skip_if_hypergraph",
        "sleep",
        "sorted_result",
        "partially_sorted_result",
        "source",
        "start_timer",
        "end_timer",
        "sync_slave_with_master",
        "sync_with_master",
        "system",
        "vertical_results",
        "wait_for_slave_to_stop",
        "write_file",
        "copy_files",
    ]
)
_NESTED = 10
# characters of two bytes whose second one may be that of a quote or a backslash; a file is read byte by byte
_PAIRS = {
    **dict.fromkeys(("sjis", "cp932"), "[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]"),
    "big5": "[\xa1-\xf9][\x40-\x7e\xa1-\xfe]",
    **dict.fromkeys(("gbk", "gb18030"), "[\x81-\xfe][\x40-\x7e\x80-\xfe]"),
}


@dataclass(frozen=True, slots=True)
class Sent:
    """A statement, and by which connection. opens: (user, database, password) of a connection that is made first.

    how: "ask"; "send", whose answer is not waited for; "reap", which waits for it; "disconnect".
    """

    text: str
    connection: str
    line: int
    opens: tuple[str, str, str] | None = None
    how: str = "ask"


def statements_of(path: Path, roots: tuple[Path, ...]) -> Iterator[Sent]:
    """The statements of a file in their order. roots: where `source` finds files."""
    text = path.read_text("latin-1")
    if path.suffix == ".test" and is_of_records(text):
        for line, sql in sql_of_records(text):
            yield Sent(_as_sent(sql), "default", line)
        return
    yield from _Reader(roots).read(text, is_test=path.suffix in (".test", ".inc"))


def _as_sent(text: str) -> str:
    """Bytes that were read one by one, as text: those that are no UTF-8 stay as they are (surrogateescape)."""
    return text.encode("latin-1").decode("utf-8", "surrogateescape")


class _Reader:
    """The state of one file's reading, with the files that it includes."""

    def __init__(self, roots: tuple[Path, ...]) -> None:
        self.roots = roots
        self.connection = "default"
        self.opens: dict[str, tuple[str, str, str]] = {}
        self.sends_next = False
        self.waiting: dict[str, str] = {}  # by connection: what was sent
        self.known: dict[str, str] = {}
        self.delimiter = ";"
        self.pair = ""
        self.depth = 0

    def read(self, text: str, *, is_test: bool) -> Iterator[Sent]:
        place = 0
        while place < len(text):
            if text[place] in " \t\r\n":
                place += 1
                continue
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            line = text[place:end]
            number = text.count("\n", 0, place) + 1
            if line.startswith("#") or (line.startswith("--") and not is_test):
                place = end
            elif line.startswith("--"):
                yield from self._command(line[2:].strip(), number, is_test)
                place = end
            elif is_test and line[0] == "}":
                place += 1
            elif is_test and (_WORD.match(line) or [""])[0].strip().lower() in ("if", "while"):
                place = _after_block(text, place)
            elif line[:10].lower() == "delimiter ":
                self.delimiter = line[10:].strip().split(self.delimiter)[0].strip() or self.delimiter
                place = end
            else:
                stop = _end_of_statement(text, place, self.delimiter, self.pair)
                statement = text[place:stop].strip()
                place = stop + len(self.delimiter)
                word = (_WORD.match(statement) or ["", ""])[1].lower()
                if is_test and (word in _COMMANDS or word in _SENDS):
                    if word in ("perl", "write_file", "append_file"):
                        place = _after_text(text, place, statement)
                    yield from self._command(statement, number, is_test)
                elif statement:
                    yield self._sent(statement, number)

    def _sent(self, text: str, line: int, how: str = "ask") -> Sent:
        if self.sends_next and how == "ask":
            self.sends_next, how = False, "send"
        if how == "send":
            self.waiting[self.connection] = text
        return Sent(_as_sent(text), self.connection, line, self.opens.get(self.connection), how)

    def _command(self, command: str, line: int, is_test: bool) -> Iterator[Sent]:
        word = (_WORD.match(command) or ["", ""])[1].lower()
        rest = command[len(word) :].strip().rstrip(";")
        if word in _SENDS:
            filled = _NAME.sub(lambda match: self.known.get(match[1], match[0]), rest)
            if filled.strip("` ") and not _NAME.search(filled) and word != "query_get_value":
                yield self._sent(filled, line, "send" if word.startswith("send") else "ask")
            elif word == "send" and not rest:
                self.sends_next = True
        elif word == "reap":
            yield self._sent(self.waiting.pop(self.connection, ""), line, "reap")
        elif word in ("disconnect", "dirty_close"):
            yield Sent("", rest.strip(), line, None, "disconnect")
        elif word == "let" and (given := re.match(r"\$(\w+)\s*=\s*(.*)", rest, re.DOTALL)):
            value = _NAME.sub(lambda match: self.known.get(match[1], match[0]), given[2].strip())
            if "`" not in value and "$" not in value:
                self.known[given[1]] = value
        elif word == "character_set":
            self.pair = _PAIRS.get(rest.strip().lower(), "")
        elif word == "delimiter":
            self.delimiter = rest or ";"
        elif word == "connect":
            parts = [part.strip(" \"'") for part in rest.strip("()").split(",")]
            self.connection = parts[0]
            user, password, database = (*parts[2:5], "", "", "")[:3]
            self.opens[parts[0]] = (user or "root", "" if database == "*NO-ONE*" else database or "test", password)
        elif word == "connection":
            self.connection = rest.strip()
        elif word == "source" and self.depth < _NESTED:
            for root in self.roots:
                if (path := root / rest.strip()).is_file():
                    self.depth += 1
                    yield from self.read(path.read_text("latin-1"), is_test=is_test)
                    self.depth -= 1
                    break


def _end_of_statement(text: str, place: int, delimiter: str, pair: str = "") -> int:
    """Where the delimiter stands that is in no string and no comment. pair: characters of two bytes (a pattern)."""
    pattern = re.compile(
        rf"'(?>{pair or '(?!)'}|[^'\\]|\\.)*+'|\"(?>{pair or '(?!)'}|[^\"\\]|\\.)*+\"|`(?>{pair or '(?!)'}|[^`])*+`|"
        rf"/\*.*?\*/|(?:^|(?<=\s))(?:#|-- )[^\n]*|{pair or '(?!)'}|(?P<end>{re.escape(delimiter)})",
        re.DOTALL | re.ASCII,
    )
    for match in pattern.finditer(text, place):
        if match["end"] is not None:
            return match.start()
    return len(text)


def _after_block(text: str, place: int) -> int:
    """Behind the block in braces that begins here."""
    depth, place = 1, text.find("{", place) + 1
    if not place:
        return len(text)
    while depth and place < len(text):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    return place


def _after_text(text: str, place: int, command: str) -> int:
    """Behind the text that a command is given line by line, up to its last word or EOF."""
    words = command.split()
    end = words[-1] if len(words) > 2 else "EOF"
    place_of_end = text.find(f"\n{end}", place)
    return len(text) if place_of_end < 0 else place_of_end + len(end) + 1
