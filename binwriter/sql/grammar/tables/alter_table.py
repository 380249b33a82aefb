"""Reads ALTER TABLE and RENAME TABLE.

Source: MySQL manual, "ALTER TABLE Statement", "RENAME TABLE Statement".
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.errors import BinwriterError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.create_table import TableReader
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.grammar.tables.partitions import read_partition_action, read_partition_by
from binwriter.sql.grammar.tables.types import read_charset_name, read_collation_name
from binwriter.sql.syntax.alter_table import (
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterKey,
    AlterTableSyntax,
    ChangeColumn,
    ConvertCharset,
    DropColumn,
    DropConstraint,
    DropKey,
    EnforceCheck,
    OrderRows,
    Rebuild,
    RenameColumn,
    RenameKey,
    RenameTable,
    RenameTablesSyntax,
    SetDefault,
)
from binwriter.sql.syntax.table import CreateTableSyntax, DefaultSyntax, DefaultSyntaxKind
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words, syntax_error, tokenize

_PARTITION_WORDS = frozenset(
    {
        *("REMOVE", "REORGANIZE", "EXCHANGE", "COALESCE", "TRUNCATE", "REBUILD", "DISCARD", "IMPORT"),
        *("ANALYZE", "CHECK", "OPTIMIZE", "REPAIR"),
    }
)
_ELEMENTS = frozenset({"CONSTRAINT", "PRIMARY", "UNIQUE", "KEY", "INDEX", "FULLTEXT", "SPATIAL", "FOREIGN", "CHECK"})
_STORAGE = frozenset({"DISCARD", "IMPORT", "SECONDARY_LOAD", "SECONDARY_UNLOAD"})


def _without_brackets(default: DefaultSyntax) -> DefaultSyntax:
    """A literal in brackets is none that is asked for anew (captured: clusters/literals_set_as_defaults)."""
    if default.kind is not DefaultSyntaxKind.EXPRESSION:
        return default
    reader = AlterReader(Cursor(tokenize(default.text)))
    brackets = 0
    while reader.cursor.accept_symbol("("):
        brackets += 1
    if reader.cursor.at_symbol("-"):
        return default
    try:
        literal = reader._default()
        for _ in range(brackets):
            reader.cursor.expect_symbol(")")
    except BinwriterError:
        return default
    is_literal = literal.kind in (DefaultSyntaxKind.LITERAL, DefaultSyntaxKind.NULL)
    return literal if is_literal and reader.cursor.at_end else default


@reads("ALTER TABLE")
def read_alter_table(words: Words) -> ParsedStatement:
    """ALTER TABLE."""
    reader = AlterReader(Cursor(words))
    with reader.telling():
        return ParsedStatement(words.text, "alter_table", reader.alter_table())


@reads("RENAME TABLE", "RENAME TABLES")
def read_rename_table(words: Words) -> ParsedStatement:
    """RENAME TABLE a TO b, ..."""
    cursor = Cursor(words)
    cursor.expect("RENAME")
    if not cursor.accept("TABLE"):
        cursor.expect("TABLES")
    pairs = []
    while True:
        old = read_qualified_name(cursor)
        cursor.expect("TO")
        pairs.append((old, read_qualified_name(cursor)))
        if not cursor.accept_symbol(","):
            break
    if not cursor.at_end:
        raise cursor.error()
    return ParsedStatement(words.text, "rename_table", RenameTablesSyntax(tuple(pairs)))


class AlterReader(TableReader):
    """What becomes of a table, clause by clause."""

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(cursor)
        self.alter = AlterTableSyntax(None, "")

    def alter_table(self) -> AlterTableSyntax:
        cursor = self.cursor
        cursor.expect("ALTER", "TABLE")
        self.alter.schema, self.alter.name = read_qualified_name(cursor)
        while not cursor.at_end:
            if cursor.at("PARTITION", "BY"):
                self.alter.partition_by = read_partition_by(cursor)
                break
            listed = self._one_action()
            if self.alter.partitions is not None or self.alter.storage:
                break
            if cursor.at("PARTITION", "BY") or cursor.at("REMOVE", "PARTITIONING"):
                continue
            comma = not listed and cursor.accept_symbol(",")
            if not listed and not comma and not cursor.at_end:
                raise cursor.error()
            if comma and (cursor.at("PARTITION", "BY") or cursor.at("REMOVE", "PARTITIONING")):
                raise cursor.error()  # they follow the list
        if not cursor.at_end:
            raise cursor.error()
        self.alter.options.named.update(self.attributes)
        self.alter.options.later = self.later
        return self.alter

    def _one_action(self) -> bool:
        """Whether a comma was read behind it."""
        cursor = self.cursor
        options = self.alter.options
        alone = not (self.alter.actions or options.written or options.shown)
        if not alone and (cursor.word() in _STORAGE or cursor.word() in ("DISCARD", "IMPORT")):
            raise cursor.error()
        if cursor.word() in _PARTITION_WORDS and cursor.word(1) in ("PARTITION", "PARTITIONING"):
            self.alter.partitions = read_partition_action(cursor)
            return False
        action = _ACTIONS.get(cursor.word())
        if action is not None:
            action(self)
            return False
        if cursor.word() in _STORAGE:
            self.alter.storage = cursor.next().text.upper()
            if self.alter.storage in ("DISCARD", "IMPORT"):
                cursor.expect("TABLESPACE")
            return False
        before = cursor.offset
        listed = self._options(self.alter.options)
        if cursor.offset == before:
            raise cursor.error()
        return listed

    # --- ADD

    def _add(self) -> None:
        cursor = self.cursor
        if cursor.at("ADD", "PARTITION") and not self.alter.actions:
            self.alter.partitions = read_partition_action(cursor)
            return
        cursor.expect("ADD")
        if cursor.accept("COLUMN") or cursor.at_symbol("("):
            self._add_columns()
        elif cursor.word() in _ELEMENTS:
            self._add_elements()
        else:
            self._add_columns()

    def _add_elements(self) -> None:
        scratch = CreateTableSyntax("")
        self._element(scratch)
        self._take(scratch)

    def _take(self, scratch: CreateTableSyntax) -> None:
        self.alter.actions += [AddKey(key) for key in scratch.keys]
        self.alter.actions += [AddForeignKey(key) for key in scratch.foreign_keys]
        self.alter.actions += [AddCheck(check) for check in scratch.checks]

    def _add_columns(self) -> None:
        cursor = self.cursor
        listed = cursor.accept_symbol("(")
        while True:
            if listed and cursor.word() in _ELEMENTS:
                self._add_elements()
            else:
                scratch = CreateTableSyntax("")
                column = self._column(scratch)
                placed, after = (False, None) if listed else self._place()
                self.alter.actions.append(AddColumn(column, after if placed else None))
                self._take(scratch)
            if not listed or not cursor.accept_symbol(","):
                break
        if listed:
            cursor.expect_symbol(")")

    def _place(self) -> tuple[bool, str | None]:
        """FIRST, AFTER name."""
        if self.cursor.accept("FIRST"):
            return True, ""
        if self.cursor.accept("AFTER"):
            return True, self.cursor.name()
        return False, None

    # --- DROP, RENAME

    def _drop(self) -> None:
        cursor = self.cursor
        if cursor.at("DROP", "PARTITION") and not self.alter.actions:
            self.alter.partitions = read_partition_action(cursor)
            return
        cursor.expect("DROP")
        if cursor.accept("PRIMARY", "KEY"):
            self.alter.actions.append(DropKey("PRIMARY"))
        elif cursor.accept("INDEX") or cursor.accept("KEY"):
            self.alter.actions.append(DropKey(cursor.name()))
        elif cursor.accept("FOREIGN", "KEY"):
            self.alter.actions.append(DropConstraint(cursor.name(), "FOREIGN KEY"))
        elif cursor.accept("CHECK"):
            self.alter.actions.append(DropConstraint(cursor.name(), "CHECK"))
        elif cursor.accept("CONSTRAINT"):
            self.alter.actions.append(DropConstraint(cursor.name(), "CONSTRAINT"))
        else:
            cursor.accept("COLUMN")
            self.alter.actions.append(DropColumn(cursor.name()))
            if not cursor.accept("RESTRICT"):
                cursor.accept("CASCADE")

    def _rename(self) -> None:
        cursor = self.cursor
        cursor.expect("RENAME")
        if cursor.accept("COLUMN"):
            old = cursor.name()
            cursor.expect("TO")
            self.alter.actions.append(RenameColumn(old, cursor.name()))
        elif cursor.at("INDEX") or cursor.at("KEY"):
            cursor.next()
            old = cursor.name()
            cursor.expect("TO")
            self.alter.actions.append(RenameKey(old, cursor.name()))
        else:
            if not cursor.accept("TO") and not cursor.accept("AS"):
                cursor.accept_symbol("=")
            self.alter.actions.append(RenameTable(*read_qualified_name(cursor)))

    # --- columns

    def _modify(self) -> None:
        cursor = self.cursor
        cursor.expect("MODIFY")
        cursor.accept("COLUMN")
        self._changed_column(None)

    def _change(self) -> None:
        cursor = self.cursor
        cursor.expect("CHANGE")
        cursor.accept("COLUMN")
        self._changed_column(cursor.name())

    def _changed_column(self, old_name: str | None) -> None:
        scratch = CreateTableSyntax("")
        column = self._column(scratch, may_refer=False)
        placed, after = self._place()
        verb = "MODIFY" if old_name is None else "CHANGE"
        self.alter.actions.append(ChangeColumn(old_name or column.name, column, placed, after, verb))
        self._take(scratch)

    def _alter(self) -> None:
        cursor = self.cursor
        cursor.expect("ALTER")
        if cursor.accept("INDEX"):
            name = cursor.name()
            self.alter.actions.append(AlterKey(name, cursor.next().text.upper() == "VISIBLE"))
            return
        if cursor.at("CHECK") or cursor.at("CONSTRAINT"):
            kind = cursor.next().text.upper()
            name = cursor.name()
            enforced = not cursor.accept("NOT")
            cursor.expect("ENFORCED")
            self.alter.actions.append(EnforceCheck(name, enforced, kind))
            return
        cursor.accept("COLUMN")
        name = cursor.name()
        if cursor.accept("DROP", "DEFAULT"):
            self.alter.actions.append(SetDefault(name))
            return
        cursor.expect("SET")
        if cursor.word() in ("VISIBLE", "INVISIBLE"):
            self.alter.actions.append(SetDefault(name, visible=cursor.next().text.upper() == "VISIBLE"))
            return
        cursor.expect("DEFAULT")
        at = cursor.offset
        default = self._default()
        if default.kind is DefaultSyntaxKind.NOW:
            raise syntax_error(cursor.text, at)  # a function stands in brackets
        self.alter.actions.append(SetDefault(name, _without_brackets(default)))

    # --- the rest

    def _convert(self) -> None:
        cursor = self.cursor
        cursor.expect("CONVERT", "TO")
        if cursor.word() not in ("CHARACTER", "CHAR", "CHARSET"):
            raise cursor.error()
        charset = read_charset_name(cursor, equals=True, default=True)
        collation = None
        if cursor.accept("COLLATE"):
            cursor.accept_symbol("=")
            collation = read_collation_name(cursor)
        self.alter.actions.append(ConvertCharset(charset, collation))
        self._in_order(self.alter.options, (charset, collation))

    def _order(self) -> None:
        cursor = self.cursor
        cursor.expect("ORDER", "BY")
        columns = []
        while True:
            name = cursor.name()
            while cursor.accept_symbol("."):  # the table's name counts for nothing
                name = cursor.name()
            descending = cursor.accept("DESC")
            if not descending:
                cursor.accept("ASC")
            columns.append((name, descending))
            if not cursor.accept_symbol(","):
                break
        self.alter.actions.append(OrderRows(tuple(columns)))

    def _rebuild(self) -> None:
        word = self.cursor.next().text.upper()
        if word in ("ENABLE", "DISABLE"):
            self.cursor.expect("KEYS")
        self.alter.actions.append(Rebuild(word))

    def read_algorithm(self) -> None:
        """ALGORITHM, LOCK, WITH VALIDATION: how it is done, which nobody sees afterwards."""
        cursor = self.cursor
        word = cursor.next().text.upper()
        if word in ("WITH", "WITHOUT"):
            cursor.expect("VALIDATION")
            self.alter.validates = word == "WITH"
            return
        cursor.accept_symbol("=")
        value = "DEFAULT" if cursor.accept("DEFAULT") else cursor.name()
        if word == "ALGORITHM":
            if value.upper() not in ("DEFAULT", "INSTANT", "INPLACE", "COPY"):
                raise mysql_error("ER_UNKNOWN_ALTER_ALGORITHM", value)
            self.alter.algorithm = value.upper()
        elif value.upper() not in ("DEFAULT", "NONE", "SHARED", "EXCLUSIVE"):
            raise mysql_error("ER_UNKNOWN_ALTER_LOCK", value)
        else:
            self.alter.lock = value.upper() if value.upper() != "DEFAULT" else ""


_ACTIONS: dict[str, Callable[[AlterReader], None]] = {
    "ADD": AlterReader._add,
    "DROP": AlterReader._drop,
    "RENAME": AlterReader._rename,
    "MODIFY": AlterReader._modify,
    "CHANGE": AlterReader._change,
    "ALTER": AlterReader._alter,
    "CONVERT": AlterReader._convert,
    "ORDER": AlterReader._order,
    "FORCE": AlterReader._rebuild,
    "ENABLE": AlterReader._rebuild,
    "DISABLE": AlterReader._rebuild,
    "ALGORITHM": AlterReader.read_algorithm,
    "LOCK": AlterReader.read_algorithm,
    "WITH": AlterReader.read_algorithm,
    "WITHOUT": AlterReader.read_algorithm,
}
