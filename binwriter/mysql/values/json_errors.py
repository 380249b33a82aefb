"""Where a text stops being JSON, in the words of a server (which are those of RapidJSON).

Source: error 3140 and 3141 as a 9.7.4 gives them; positions are bytes of the text in utf8mb4, from 0.
"""

from __future__ import annotations

from binwriter.formats.patterns import pattern

_SPACE = b" \t\n\r"
_DIGITS = b"0123456789"
_WORDS = {ord("n"): b"null", ord("t"): b"true", ord("f"): b"false"}
_ESCAPED = b'"\\/bfnrtu'
_SURROGATES, _LOW = range(0xD800, 0xE000), 0xDC00
_SURROGATE = pattern(r"\\u[dD][89a-fA-F]")


class _NotJsonError(Exception):
    """reason, position: what a server says."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason)
        self.reason, self.position = reason, position


def json_error(text: str) -> tuple[str, int]:
    """What is wrong with a text that is not JSON, and where."""
    return _wrong(text) or ("Invalid value.", 0)


def half_a_pair(text: str) -> tuple[str, int] | None:
    """What is wrong with a text that is JSON but for an escape of half a surrogate pair; None of others (captured:
    clusters/surrogates_of_documents)."""
    return _wrong(text) if "\\u" in text and _SURROGATE.search(text) else None


def _wrong(text: str) -> tuple[str, int] | None:
    scan = _Scan(text.encode("utf-8", "surrogatepass"))
    try:
        scan.document()
    except _NotJsonError as wrong:
        return wrong.reason, wrong.position
    except RecursionError:
        pass
    return None


class _Scan:
    """A cursor over the bytes; at the end it sees NUL bytes."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data + b"\0", 0

    @property
    def byte(self) -> int:
        return self.data[min(self.at, len(self.data) - 1)]

    def skip(self) -> None:
        while self.byte in _SPACE:
            self.at += 1

    def document(self) -> None:
        self.skip()
        if not self.byte:
            raise _NotJsonError("The document is empty.", self.at)
        self.value()
        self.skip()
        if self.byte:
            raise _NotJsonError("The document root must not be followed by other values.", self.at)

    def value(self) -> None:
        word = _WORDS.get(self.byte)
        if word is not None:
            self.word(word)
        elif self.byte == ord('"'):
            self.string()
        elif self.byte == ord("{"):
            self.members()
        elif self.byte == ord("["):
            self.elements()
        else:
            self.number()

    def word(self, word: bytes) -> None:
        for expected in word:
            if self.byte != expected:
                raise _NotJsonError("Invalid value.", self.at)
            self.at += 1

    def members(self) -> None:
        self.at += 1
        self.skip()
        if self.byte == ord("}"):
            self.at += 1
            return
        while True:
            if self.byte != ord('"'):
                raise _NotJsonError("Missing a name for object member.", self.at)
            self.string()
            self.skip()
            if self.byte != ord(":"):
                raise _NotJsonError("Missing a colon after a name of object member.", self.at)
            self.at += 1
            self.skip()
            self.value()
            self.skip()
            if self.byte not in b",}":
                raise _NotJsonError("Missing a comma or '}' after an object member.", self.at)
            self.at += 1
            if self.data[self.at - 1] == ord("}"):
                return
            self.skip()

    def elements(self) -> None:
        self.at += 1
        self.skip()
        if self.byte == ord("]"):
            self.at += 1
            return
        while True:
            self.value()
            self.skip()
            if self.byte not in b",]":
                raise _NotJsonError("Missing a comma or ']' after an array element.", self.at)
            self.at += 1
            if self.data[self.at - 1] == ord("]"):
                return
            self.skip()

    def string(self) -> None:
        self.at += 1
        while self.byte != ord('"'):
            if self.byte == ord("\\"):
                start = self.at
                self.at += 1
                if self.byte not in _ESCAPED:
                    raise _NotJsonError("Invalid escape character in string.", start)
                if self.byte == ord("u"):
                    self.character(start)
            elif self.byte < ord(" "):
                end = self.byte == 0
                reason = "Missing a closing quotation mark in string." if end else "Invalid encoding in string."
                raise _NotJsonError(reason, self.at)
            self.at += 1
        self.at += 1

    def character(self, start: int) -> None:
        """What stands behind \\u; of a surrogate pair both. start: of the first escape."""
        first = self.unit(start)
        if first not in _SURROGATES:
            return
        is_followed = first < _LOW and self.data[self.at + 1 : self.at + 3] == b"\\u"
        if is_followed:
            self.at += 2
        if not is_followed or not _LOW <= self.unit(start) < _SURROGATES.stop:
            raise _NotJsonError("The surrogate pair in string is invalid.", start)

    def unit(self, start: int) -> int:
        """Four digits; the last of them is left to be passed over."""
        for _ in range(4):
            self.at += 1
            if self.byte not in b"0123456789abcdefABCDEF":
                raise _NotJsonError("Incorrect hex digit after \\u escape in string.", start)
        return int(self.data[self.at - 3 : self.at + 1], 16)

    def number(self) -> None:
        start = self.at
        if self.byte == ord("-"):
            self.at += 1
        if self.byte not in _DIGITS:
            raise _NotJsonError("Invalid value.", self.at)
        if self.byte == ord("0"):
            self.at += 1
        else:
            self.digits()
        if self.byte == ord("."):
            self.at += 1
            if self.byte not in _DIGITS:
                raise _NotJsonError("Miss fraction part in number.", self.at)
            self.digits()
        if self.byte in b"eE":
            self.at += 1
            if self.byte in b"+-":
                self.at += 1
            if self.byte not in _DIGITS:
                raise _NotJsonError("Miss exponent in number.", self.at)
            self.digits()
        if float(self.data[start : self.at]) in (float("inf"), float("-inf")):
            raise _NotJsonError("Number too big to be stored in double.", start)

    def digits(self) -> None:
        while self.byte in _DIGITS:
            self.at += 1
