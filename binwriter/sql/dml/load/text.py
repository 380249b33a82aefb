"""LOAD DATA as a server writes it into an Execute_load_query event (captured: load_data_*)."""

from __future__ import annotations

from collections.abc import Mapping

from binwriter.errors import UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.printing.names import ALIASES_5_1
from binwriter.sql.syntax.load import LoadAssignment, LoadDataSyntax

_ESCAPES = str.maketrans({"\n": "\\n", "\r": "\\r", "\\": "\\\\", "\b": "\\b", "\t": "\\t", "'": "\\'", "\0": "\\0"})


def logged_text(
    syntax: LoadDataSyntax,
    schema: str | None,
    columns: tuple[str, ...],
    *,
    quotes_variables: bool = True,
    cuts_concurrent: bool = True,
    quote: str = "`",
) -> tuple[str, int, int]:
    """The statement, and where the part that names the file begins and ends in it (bytes).

    schema: the table's database, None if it is the session's. columns: the list where the statement has none.
    quotes_variables: user variables in the list are quoted (from 5.6). cuts_concurrent: REPLACE has no CONCURRENT.
    quote: that of names, another one by ANSI_QUOTES.
    """
    head = "LOAD DATA"
    # which locks in its own way (captured: load_concurrent_statement)
    if syntax.concurrent and not (cuts_concurrent and syntax.conflict == "REPLACE"):
        head += " CONCURRENT"
    named = f"{' LOCAL' if syntax.local else ''} INFILE '{syntax.file.translate(_ESCAPES)}'"
    named += f"{' ' + syntax.conflict if syntax.conflict else ''} INTO"
    format_ = syntax.format
    parts = [f" TABLE {f'{quote}{schema}{quote}.' if schema else ''}{quote}{syntax.table}{quote}"]
    if syntax.charset:
        parts.append(f" CHARACTER SET {syntax.charset}")
    parts.append(f" FIELDS TERMINATED BY {_quoted(format_.terminated)}{' OPTIONALLY ' if format_.optionally else ''}")
    parts.append(f" ENCLOSED BY {_quoted(format_.enclosed)} ESCAPED BY {_quoted(format_.escaped)}")
    parts.append(f" LINES TERMINATED BY {_quoted(format_.line_terminated)}")
    if format_.line_starting:
        parts.append(f" STARTING BY {_quoted(format_.line_starting)}")
    if format_.skip:
        parts.append(f" IGNORE {format_.skip} LINES ")
    names = [f"{quote}{name}{quote}" for name in columns]
    if syntax.targets is not None:
        of_variables = quote if quotes_variables else ""
        names = [
            f"@{of_variables}{target.name}{of_variables}" if target.variable else f"{quote}{target.name}{quote}"
            for target in syntax.targets
        ]
    parts.append(f" ({', '.join(names)})")
    if syntax.assignments:
        parts.append(" SET " + ", ".join(f"{quote}{item.column}{quote}={item.text}" for item in syntax.assignments))
    begin = len(head.encode())
    return head + named + "".join(parts), begin, begin + len(named.encode())


def printed_values(syntax: LoadDataSyntax, names: Mapping[str, str]) -> LoadDataSyntax:
    """With the values of SET as 5.1.54 prints them; names: of the table's columns, as it does. What is not known how to
    print stays as it was written."""
    printer = Printer(
        lambda column: names.get(column.name.lower(), quoted(column.name)), aliases=ALIASES_5_1, quotes_variables=False
    )

    def printed(item: LoadAssignment) -> LoadAssignment:
        try:
            return replace(item, text=printer.print(item.value))
        except UnsupportedError:
            return item

    return replace(syntax, assignments=tuple(map(printed, syntax.assignments)))


def _quoted(text: str) -> str:
    return f"'{text.translate(_ESCAPES)}'"
