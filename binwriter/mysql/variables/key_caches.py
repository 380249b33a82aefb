"""Key caches of MyISAM: variables of which each cache has its own, `CACHE.key_buffer_size` and three more.

Source: MySQL manual, "Structured System Variables"; captured: clusters/key_caches_by_name. Nothing is cached here: they
are there to be set, read and named by CACHE INDEX.
"""

from __future__ import annotations

from collections.abc import Mapping

from binwriter.mysql.variables.spec import DEFAULT_CACHE, Value

_SIZE = "key_buffer_size"


class KeyCaches:
    """Those beside the default one, by their names: letters of either case are others. at_start: the values that the
    default one began with."""

    def __init__(self, at_start: Mapping[str, Value]) -> None:
        self._first = {**at_start, _SIZE: 0}
        self._caches: dict[str, dict[str, Value]] = {}
        self._buffered = {DEFAULT_CACHE}

    def takes(self, cache: str) -> bool:
        """Whether keys can be assigned to it: it has a buffer, or had one."""
        return cache in self._buffered

    def value(self, cache: str, name: str) -> Value:
        """0 of a cache that there is not."""
        return self._caches[cache][name] if cache in self._caches else 0

    def set(self, cache: str, name: str, value: Value) -> None:
        """The first value makes the cache, without a buffer."""
        self._caches.setdefault(cache, dict(self._first))[name] = value
        if name == _SIZE and value:
            self._buffered.add(cache)
