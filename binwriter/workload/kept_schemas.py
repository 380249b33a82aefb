"""What a schema's statements make, kept for the next process: reading them takes the whole SQL side of a server.

A schema is a function of its text, the server's options, this package, the parser of its expressions and Python: all
are in the name of the file. Without a folder to keep it in, or where a table cannot be pickled, it is read each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import pickle
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from binwriter.bulk.kept import keep, kept, kept_folder, package_digest
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.workload.specification.spec import WorkloadSchema


def kept_schema(
    text: str | Sequence[str],
    place: str | Sequence[str],
    *,
    database: str,
    options: Iterable[str] = (),
    profile: ServerProfile = NEWEST,
) -> WorkloadSchema:
    """As `schema.read_schema`, from the last time if there was one."""
    options = tuple(options)
    question = repr((text, place, database, options, profile.name, sys.version, installed("sqlglot")))
    path = kept_path("schemas", question, "pickle")
    if path is not None and (content := kept(path)) is not None:
        known: WorkloadSchema = pickle.loads(content)
        return known
    from binwriter.workload.schema import read_schema  # half of a second

    schema = read_schema(text, place, database=database, options=options, profile=profile)
    if path is not None:
        with contextlib.suppress(OSError, pickle.PickleError, AttributeError, TypeError):
            keep(path, pickle.dumps(schema))
    return schema


def kept_path(stem: str, question: str, ending: str) -> Path | None:
    """The file of an answer of this package's to a question; None where nothing can be kept."""
    digest = package_digest()
    folder = kept_folder(stem, digest) if digest else None
    return None if folder is None else folder / f"{hashlib.sha256(question.encode()).hexdigest()}.{ending}"


def installed(package: str) -> tuple[str, int]:
    """Which version of a package is installed, without importing it."""
    spec = importlib.util.find_spec(package)
    origin = Path(spec.origin) if spec is not None and spec.origin else None
    return (str(origin), origin.stat().st_mtime_ns) if origin is not None and origin.is_file() else ("", 0)
