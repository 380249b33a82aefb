"""The LOAD DATA statement that the old Load and New_load events (before 5.0.3) take apart, put together again.

Source: MySQL 5.0, Load_log_event::print_query, whose blanks these are.
"""

from __future__ import annotations

from binwriter.formats.events import CreateFile, Load, LoadOptions, NewLoad, OldLoadOptions

_OPTIONALLY, _REPLACE, _IGNORE = 2, 4, 8
_ESCAPES = str.maketrans({"\n": "\\n", "\r": "\\r", "\\": "\\\\", "\b": "\\b", "\t": "\\t", "'": "\\'", "\0": "\\0"})
# The order of the texts in OldLoadOptions.empty_flags.
_TEXTS = ("field_terminator", "enclosed", "line_terminator", "line_start", "escaped")


def load_text(body: Load | NewLoad | CreateFile) -> str:
    """The statement."""
    options = _texts(body.options)
    flags = body.options.flags
    duplicates = " REPLACE " if flags & _REPLACE else " IGNORE " if flags & _IGNORE else ""
    parts = [f"LOAD DATA INFILE '{_text(body.file_name)}' {duplicates}INTO TABLE `{_text(body.table)}`"]
    parts.append(f" FIELDS TERMINATED BY {_quoted(options['field_terminator'])}")
    parts.append(" OPTIONALLY " if flags & _OPTIONALLY else "")
    parts.append(f" ENCLOSED BY {_quoted(options['enclosed'])} ESCAPED BY {_quoted(options['escaped'])}")
    parts.append(f" LINES TERMINATED BY {_quoted(options['line_terminator'])}")
    if options["line_start"]:
        parts.append(f" STARTING BY {_quoted(options['line_start'])}")
    if body.skip_lines:
        parts.append(f" IGNORE {body.skip_lines} LINES ")
    if body.columns:
        parts.append(f" ({', '.join(_text(name) for name in body.columns)})")
    return "".join(parts)


def _texts(options: LoadOptions | OldLoadOptions) -> dict[str, bytes]:
    empty = options.empty_flags if isinstance(options, OldLoadOptions) else 0
    return {name: b"" if empty >> bit & 1 else getattr(options, name) for bit, name in enumerate(_TEXTS)}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def _quoted(data: bytes) -> str:
    return f"'{_text(data).translate(_ESCAPES)}'"
