"""`pattern`: a regular expression that is compiled when it is first asked for something.

Compiling is done in Python, and takes a tenth of the time that `binwriter run` takes to start if every module compiles
what it may need. A pattern of a module is therefore made with `pattern`, by the arguments of `re.compile`; what is made
inside a function is wanted at once and needs none. Differences that can be seen: a wrong expression is an error at its
first use, and `re.match(made, text)` does not take one of these: ask its own methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

__all__ = ["Needles", "pattern"]


class Needles:
    """Words in any case, and signs, looked for one after the other: a pattern of twenty words tries all of them at each
    character of a text, which takes over a second a megabyte; so it takes a thousandth of that."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple({word.upper() for word in words})

    def may_stand_in(self, text: str) -> bool:
        """False only where none of them stands there, be it as a part of another word."""
        if not text.isascii():  # a letter of another script may be the same in another case
            return True
        upper = text.upper()
        return any(word in upper for word in self._words)


_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")

if TYPE_CHECKING:
    from re import compile as pattern
else:

    class pattern:  # noqa: N801 - it stands for a function
        """As `re.compile`."""

        def __init__(self, text: str | bytes, flags: int = 0) -> None:
            self.pattern, self._flags = text, flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            made = re.compile(self.pattern, self._flags)
            self.__dict__.update({method: getattr(made, method) for method in _METHODS})
            return getattr(made, name)

        def __repr__(self) -> str:
            return repr(re.compile(self.pattern, self._flags))
