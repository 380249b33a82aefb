"""Packages of the extras (`pip install 'binwriter[sql]'`), and what to say when one is missing or unfit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from binwriter.errors import MissingExtraError

# as pyproject.toml has them under [project.optional-dependencies]; `spark` and `fast` bring `bulk` along
EXTRA_OF = {
    "sqlglot": "sql",
    "rich": "sql",
    "pymysql": "replay",
    "numpy": "bulk",
    "pyarrow": "bulk",
    "numba": "fast",
    "isal": "fast",
    "pyspark": "spark",
    "cryptography": "serve",
    "shapely": "gis",
    "plotly": "report",
    "mimesis": "fields",
    "shtab": "shell",
    "argparse_manpage": "shell",
}


def missing_package(error: ImportError) -> str | None:
    """The message for a package of an extra that cannot be imported; None for another error."""
    if isinstance(error, MissingExtraError):
        return str(error)
    package = (error.name or "").partition(".")[0]
    extra = EXTRA_OF.get(package)
    if extra is None:
        return None
    if not isinstance(error, ModuleNotFoundError):
        return f"{package} cannot be used: {error}"
    return f"{package} is missing: pip install 'binwriter[{extra}]'"


@contextmanager
def naming_extras() -> Iterator[None]:
    """In the block a package of an extra that cannot be imported is a MissingExtraError; other errors stay."""
    try:
        yield
    except ImportError as error:
        message = missing_package(error)
        if message is None or isinstance(error, MissingExtraError):
            raise
        package = (error.name or "").partition(".")[0]
        raise MissingExtraError(message, package, EXTRA_OF[package]) from error


def import_sqlglot() -> None:
    """Imports sqlglot without `importlib.metadata`, which it asks for plugins when it is given a dialect that it does
    not know, and which imports the reader of e-mail and sockets: a twentieth of the time of a short run.

    For a process that is ours, before anything else imports it. Who asks for plugins has the real module asked.
    """
    name = "importlib.metadata"
    if name in sys.modules or "sqlglot" in sys.modules:
        return
    sys.modules[name] = _StandIn(name)
    try:
        import sqlglot  # noqa: F401
    finally:
        del sys.modules[name]


class _StandIn(ModuleType):
    @staticmethod
    def entry_points(**names: Any) -> Any:
        from importlib.metadata import entry_points

        return entry_points(**names)
