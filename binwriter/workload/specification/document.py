"""The document of a job: a preset, a TOML file and options, merged in this order; the schema's text taken in."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from pathlib import Path
from typing import Any

from binwriter import documents
from binwriter.errors import SpecError, reason_of
from binwriter.workload.presets import preset_document
from binwriter.workload.schemas.sources import schema_text
from binwriter.workload.specification.option_names import ARRIVAL_OPTIONS, SERVER_OPTIONS, WORKLOAD_OPTIONS

# Giving one of these takes the others away.
_EXCLUSIVE = (
    ({"transactions"}, {"size"}),
    ({"rows-per-transaction"}, {"statements-per-transaction", "rows-per-statement"}),
)


def document_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The document that the command's arguments ask for. SpecError for files that cannot be read."""
    document: dict[str, Any] = {}
    if arguments.preset is not None:
        document = preset_document(arguments.preset, arguments.scale)
    elif arguments.scale is not None:
        raise SpecError("--scale", "it scales a preset; give --preset")
    if arguments.spec is not None:
        _merge(document, read_toml(arguments.spec))
    given = vars(arguments)
    options = _given(given, WORKLOAD_OPTIONS)
    arrival = _given(given, ARRIVAL_OPTIONS)
    if arrival:
        options["arrival"] = arrival
    if server := _server(arguments):
        options["server"] = server
    if arguments.no_guess_references:
        options["guess-references"] = False
    if arguments.schema:
        options |= _schema(arguments.schema, Path())
    _merge(document, options)
    return document


def read_toml(path: Path) -> dict[str, Any]:
    """A specification's document; its schema, files named relative to it, is read in."""
    try:
        document = _plain(documents.read_toml(path))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SpecError(str(path), reason_of(error)) from error
    document = {name.replace("_", "-"): value for name, value in document.items()}
    schema = document.pop("schema", None)
    if schema is not None:
        if "schema-sql" in document:
            raise SpecError("schema", "schema-sql is given too; give one of them")
        names = schema if isinstance(schema, list) else [schema]
        if not names or not all(isinstance(key, str) for key in names):
            raise SpecError("schema", f"a file's name, or several, are wanted, not {schema!r}")
        document |= _schema(names, path.parent)
    return document


def _schema(sources: Sequence[str], base: Path) -> dict[str, Any]:
    texts, names = zip(*(schema_text(str(source), base) for source in sources), strict=True)
    if len(texts) == 1:
        return {"schema-sql": texts[0], "schema-name": names[0]}
    return {"schema-sql": [*texts], "schema-name": [*names]}


def _plain(value: Any) -> Any:
    """TOML's dates and times as text, so that the document is JSON."""
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain(member) for member in value]
    return value.isoformat() if isinstance(value, date | time) else value


def _server(arguments: argparse.Namespace) -> dict[str, str]:
    server: dict[str, str] = {}
    if arguments.server_version is not None:
        server["version"] = arguments.server_version
    for option in arguments.server:
        name, equals, value = option.removeprefix("--").partition("=")
        if not equals:
            raise SpecError("--server", f"{option!r} is not NAME=VALUE")
        server[name.replace("_", "-")] = value
    for name, value in vars(arguments).items():
        key = name.replace("_", "-")
        if value is not None and key in (*SERVER_OPTIONS, "gtid-tag"):
            server[key] = value
    return server


def _merge(document: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Puts `more` over the document, tables of settings key by key."""
    for one, other in (*_EXCLUSIVE, *((b, a) for a, b in _EXCLUSIVE)):
        if one & more.keys() and not other & more.keys():
            for name in other:
                document.pop(name, None)
    for name, value in more.items():
        if isinstance(value, Mapping) and isinstance(document.get(name), dict):
            _merge(document[name], value)
        else:
            document[name] = value


def _given(arguments: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    settings = {name: arguments[name.replace("-", "_")] for name in names}
    return {name: value for name, value in settings.items() if value is not None}
