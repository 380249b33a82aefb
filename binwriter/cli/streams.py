"""Standard output and standard error of a command: what happens when they cannot be written.

A command that writes a log finishes it, whatever becomes of its output; one that only shows something ends at the first
write that fails. Either way the exit status tells, and one line says why, unless it was only that the reader has gone.
What is written as text drives no terminal (`visible`); what draws on one itself, rich, writes to `as_is`.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, TextIO, cast

from binwriter.cli.visible import visible
from binwriter.mysql.secret_text import without_secrets

# The shell's status of a program that SIGPIPE has ended, and EX_IOERR of sysexits.h.
READER_GONE = 128 + signal.SIGPIPE
NOT_WRITTEN = 74


class OutputError(Exception):
    """Standard output cannot be written. cause: why."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _Raw(io.RawIOBase):
    """A descriptor. goes_on: what cannot be written is dropped, and `failure` says so."""

    def __init__(self, descriptor: int, *, goes_on: bool) -> None:
        self._descriptor = descriptor
        self.goes_on = goes_on
        self.failure: OSError | None = None

    def write(self, data: Any) -> int:
        size = len(data)
        if self.failure is None:
            try:
                return os.write(self._descriptor, data)
            except OSError as error:
                self.failure = error
        if not self.goes_on:
            raise OutputError(self.failure)
        return size

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True


class _Text(io.TextIOWrapper):
    """Escapes what a terminal would obey, and shows no password of a statement or URL."""

    def write(self, text: str, /) -> int:
        super().write(visible(without_secrets(text)))
        return len(text)


class _AsIs:
    """A stream's own writes, nothing escaped."""

    def __init__(self, stream: _Text) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        return io.TextIOWrapper.write(self._stream, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def as_is(stream: TextIO) -> TextIO:
    """For what draws on a terminal itself, and escapes what is not its own."""
    return cast(TextIO, _AsIs(stream)) if isinstance(stream, _Text) else stream


class Streams:
    """The two streams of a command while it runs."""

    def __init__(self) -> None:
        self._output: _Raw | None = None
        self._errors: _Raw | None = None

    def finish_whatever_happens(self) -> None:
        """From now on output that cannot be written ends nothing."""
        if self._output is not None:
            self._output.goes_on = True

    def status(self, status: int, command: str) -> int:
        """The exit status: a 0 becomes another one if something could not be written. Says what happened."""
        self.finish_whatever_happens()
        _flush(sys.stdout)
        failure = self._output.failure if self._output is not None else None
        if failure is not None and failure.errno == errno.EPIPE:
            return status or READER_GONE
        if failure is not None:
            print(f"{command}: cannot write to standard output: {failure.strerror}", file=sys.stderr)
            status = status or NOT_WRITTEN
        _flush(sys.stderr)
        if self._errors is not None and self._errors.failure is not None:
            status = status or NOT_WRITTEN
        return status

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """In the block sys.stdout and sys.stderr are these, unless somebody has put others in their place."""
        _open_closed()
        before = sys.stdout, sys.stderr
        if _is_own(sys.stdout, sys.__stdout__, 1):
            self._output = _Raw(1, goes_on=False)
            sys.stdout = _text(self._output, sys.stdout, line_buffering=self._output.isatty())
        elif hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")
        if _is_own(sys.stderr, sys.__stderr__, 2):
            self._errors = _Raw(2, goes_on=True)
            sys.stderr = _text(self._errors, sys.stderr, line_buffering=True)
        try:
            yield
        finally:
            self.finish_whatever_happens()
            _flush(sys.stdout)
            _flush(sys.stderr)
            sys.stdout, sys.stderr = before


def _open_closed() -> None:
    """A descriptor that is closed would be the next file's that is opened. Writing to it still fails."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, os.O_WRONLY if descriptor == 0 else os.O_RDONLY)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)


def _is_own(stream: IO[str] | None, original: IO[str] | None, descriptor: int) -> bool:
    if stream is None:
        return True  # it was closed when Python began
    try:
        return stream is original and stream.fileno() == descriptor
    except (OSError, ValueError):
        return False


def _text(raw: _Raw, before: TextIO | None, *, line_buffering: bool) -> TextIO:
    """A terminal that lacks a character shows its code instead of ending the run."""
    encoding = before.encoding if before is not None else "utf-8"
    return _Text(io.BufferedWriter(raw), encoding=encoding, errors="backslashreplace", line_buffering=line_buffering)


def _flush(stream: IO[str] | None) -> None:
    if stream is not None:
        stream.flush()
