"""What a schema's statements make, kept for the next process: reading them takes the whole SQL side of a server.

A schema is a function of its text, the server's options and this package; both are in the name of the file. Without a
folder to keep it in, or where a table cannot be pickled, it is read each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
from collections.abc import Iterable, Sequence
from pathlib import Path

from binwriter.bulk.kept import keep, kept_folder, package_digest
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
    path = _path(repr((text, place, database, options, profile.name)))
    if path is not None:
        with contextlib.suppress(OSError, pickle.PickleError, EOFError, AttributeError, ImportError, IndexError):
            kept: WorkloadSchema = pickle.loads(path.read_bytes())
            return kept
    from binwriter.workload.schema import read_schema  # half of a second

    schema = read_schema(text, place, database=database, options=options, profile=profile)
    if path is not None:
        with contextlib.suppress(OSError, pickle.PickleError, AttributeError, TypeError):
            keep(path, pickle.dumps(schema))
    return schema


def _path(question: str) -> Path | None:
    digest = package_digest()
    folder = kept_folder("schemas", digest) if digest else None
    return None if folder is None else folder / f"{hashlib.sha256(question.encode()).hexdigest()}.pickle"
