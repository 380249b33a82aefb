"""Values that SET PERSIST keeps for the next start of a server: mysqld-auto.cnf.

Source: MySQL manual, "Persisted System Variables"; the file as a 9.7.4 writes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from binwriter.errors import OptionError
from binwriter.formats.records import dataclass

FILE_NAME = "mysqld-auto.cnf"
_VERSION = 2
_STATIC, _EARLY, _DYNAMIC = "mysql_static_variables", "mysql_dynamic_parse_early_variables", "mysql_dynamic_variables"
_READ_EARLY = frozenset({"max_connections", "open_files_limit", "table_definition_cache", "table_open_cache"})


@dataclass(frozen=True, slots=True)
class PersistedValue:
    """value: as SHOW VARIABLES has it. user, host: who has set it, when: microseconds since 1970 UTC."""

    value: str
    user: str
    host: str
    when: int


class PersistedVariables(dict[str, PersistedValue]):
    """By name. written: told of every change."""

    written: Callable[[str], None] | None = None

    def keep(self, name: str, value: PersistedValue, *, is_static: bool) -> None:
        """SET PERSIST, SET PERSIST_ONLY. is_static: it cannot be changed while the server runs."""
        self._static.discard(name)
        if is_static:
            self._static.add(name)
        self[name] = value
        self._write()

    def forget(self, name: str | None = None) -> None:
        """RESET PERSIST, of one or of all. KeyError if there is no such one."""
        if name is None:
            self.clear()
        else:
            del self[name]
        self._write()

    def __init__(self) -> None:
        super().__init__()
        self._static: set[str] = set()

    def _write(self) -> None:
        if self.written is not None:
            self.written(self.text)

    @property
    def text(self) -> str:
        """Of the file."""
        sections: dict[str, object] = {"Version": _VERSION}
        for section in (_STATIC, _DYNAMIC, _EARLY):
            entries = {
                name: {
                    "Value": self[name].value,
                    "Metadata": {"Host": self[name].host, "User": self[name].user, "Timestamp": self[name].when},
                }
                for name in self._of(section)
            }
            if entries:
                sections[section] = entries
        return json.dumps(sections)

    def _of(self, section: str) -> Iterator[str]:
        for name in self:
            static, early = name in self._static, name in _READ_EARLY
            if section == (_STATIC if static else _EARLY if early else _DYNAMIC):
                yield name

    def read(self, text: str, name: str) -> None:
        """Takes what such a file says. name: of the file, for OptionError if it is none."""
        try:
            sections = json.loads(text)
            for section in (_STATIC, _EARLY, _DYNAMIC):
                for variable, entry in sections.get(section, {}).items():
                    by = entry["Metadata"]
                    value = PersistedValue(str(entry["Value"]), str(by["User"]), str(by["Host"]), int(by["Timestamp"]))
                    self[variable] = value
                    if section == _STATIC:
                        self._static.add(variable)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise OptionError(f"{name} is no file of persisted variables: {error}") from error

    @property
    def options(self) -> list[str]:
        """As options of a server, behind those that it is given; unknown ones are left out."""
        return [f"loose-{name}={value.value}" for name, value in self.items()]
