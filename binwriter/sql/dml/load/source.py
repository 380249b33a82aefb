"""What a LOAD names: its file, its table behind a view, and separators that it should not have."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.views import through_views
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.syntax.load import LOAD, LoadDataSyntax, LoadFormat, LoadTarget
from binwriter.sql.text.words import ParsedStatement


def through_view(
    parsed: ParsedStatement, node: exp.Expression, syntax: LoadDataSyntax, listed: tuple[str, ...], run: DmlRun
) -> tuple[exp.Insert, LoadDataSyntax]:
    """An INSERT into the table that a view stands for, and the statement with that table's columns. listed: the view's
    columns."""
    targets = syntax.targets if syntax.targets is not None else tuple(map(LoadTarget, listed))
    names = [target.name for target in targets if not target.variable]
    names += [item.column for item in syntax.assignments]
    columns = [exp.to_identifier(name, quoted=True) for name in names]
    probe = exp.Insert(this=exp.Schema(this=node.copy(), expressions=columns))
    probe.meta[LOAD] = syntax
    insert = through_views(replace(parsed, node=probe), run.database, run.context).node
    assert isinstance(insert, exp.Insert)
    base = {name: column.name for name, column in zip(names, insert.this.expressions, strict=True)}
    changed = replace(
        syntax,
        targets=tuple(target if target.variable else LoadTarget(base[target.name]) for target in targets),
        assignments=tuple(replace(item, column=base[item.column]) for item in syntax.assignments),
    )
    return insert, changed


def loaded_file(run: DmlRun, syntax: LoadDataSyntax) -> bytes:
    """The file's content: see `ServerFiles`."""
    files, sent = run.database.files, run.context.session.client_files()
    if syntax.local and sent is not None:
        if syntax.file not in sent:
            raise mysql_error("ER_CLIENT_LOCAL_FILES_DISABLED")
        return sent[syntax.file]
    return files.to_load_locally(syntax.file) if syntax.local else files.to_load(syntax.file, run.context.database)


def complain_of_separators(run: DmlRun, format_: LoadFormat) -> None:
    """WARN_NON_ASCII_SEPARATOR_NOT_IMPLEMENTED, once, before the file is opened (captured: tests/golden/loads)."""
    if not format_.is_ascii:
        run.context.warn("WARN_NON_ASCII_SEPARATOR_NOT_IMPLEMENTED")
