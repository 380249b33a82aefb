"""Packages of the extras (`pip install 'binwriter[sql]'`), and what to say when one is missing or unfit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
