"""What a LOAD names: its file, its table behind a view, and separators that it should not have."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.views import through_views
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.syntax.load import LOAD, LoadDataSyntax, LoadFormat, LoadTarget
from binwriter.sql.text.known_trees import nodes_outside
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement


def through_view(
    parsed: ParsedStatement, node: exp.Expression, syntax: LoadDataSyntax, listed: tuple[str, ...], run: DmlRun
) -> tuple[exp.Insert, LoadDataSyntax]:
    """An INSERT into the table that a view stands for, and the statement with that table's columns. listed: the view's
    columns."""
    targets = syntax.targets if syntax.targets is not None else tuple(map(LoadTarget, listed))
    names = [target.name for target in targets if not target.variable]
    names += [item.column for item in syntax.assignments]
    read = [_named(item.value, node, listed) for item in syntax.assignments]
    columns = [exp.to_identifier(name, quoted=True) for name in names]
    probe = exp.Insert(this=exp.Schema(this=node.copy(), expressions=columns))
    given = [
        exp.EQ(this=exp.column(item.column, quoted=True), expression=value)
        for item, value in zip(syntax.assignments, read, strict=True)
    ]
    if given:
        probe.set("conflict", exp.OnConflict(duplicate=True, expressions=given))  # whose values are read likewise
    probe.meta[LOAD] = syntax
    insert = through_views(replace(parsed, node=probe), run.database, run.context).node
    assert isinstance(insert, exp.Insert)
    base = {name: column.name for name, column in zip(names, insert.this.expressions, strict=True)}
    values = [pair.expression for pair in insert.args["conflict"].expressions] if given else []
    changed = replace(
        syntax,
        targets=tuple(target if target.variable else LoadTarget(base[target.name]) for target in targets),
        assignments=tuple(
            replace(item, column=base[item.column], value=value)
            for item, value in zip(syntax.assignments, values, strict=True)
        ),
    )
    return insert, changed


def _named(value: exp.Expression, node: exp.Expression, listed: tuple[str, ...]) -> exp.Expression:
    """What SET gives, with the view's columns by their names alone. ER_BAD_FIELD_ERROR for what the view has not
    (captured: loads_read_views_row)."""
    if is_default_keyword(value):
        return value
    known, alias = {name.lower() for name in listed}, node.alias_or_name.lower()
    made = value.copy()
    for column in nodes_outside(made, exp.Query):
        if not isinstance(column, exp.Column):
            continue
        table = column.text("table")
        if column.name.lower() not in known or table.lower() not in ("", alias):
            name = ".".join(part for part in (table, column.name) if part)
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        column.set("table", None)
    return made


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
