"""The keys of a CREATE TABLE: names, checks, order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from binwriter.catalog.keys import placed, sort_keys
from binwriter.catalog.limits import (
    MOST_KEY_PARTS,
    PREFIXABLE,
    check_comment,
    check_length,
    key_part_bytes,
    whole_length,
)
from binwriter.catalog.tables import Column, DefaultKind, Key, KeyPart, SpecialKey, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import in_dictionary
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.expressions import refuse_key_part
from binwriter.sql.ddl.table.functional_keys import (
    FUNCTIONAL,
    check_functional_part,
    check_functional_type,
    free_functional_name,
    may_be_null,
    refuse_arrays,
    refuse_expressions,
)
from binwriter.sql.ddl.table.options import check_counter, longest_key_part
from binwriter.sql.ddl.table.warnings import ONLY_TREES, hash_notes
from binwriter.sql.syntax.table import CreateTableSyntax, KeyPartSyntax, KeySyntax
from binwriter.sql.text.conversions import ARRAY
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in

PRIMARY = "PRIMARY"
_DEFAULT_MAX_KEY_BYTES = 3072
_MAX_KEY_BYTES = {"MyISAM": 1000, "MRG_MYISAM": 1000, "BLACKHOLE": 1000}
_MOST_KEYS = {"CSV": 0, "ARCHIVE": 1}
_NO_TEXT_KEYS = frozenset({"MEMORY", "CSV", "ARCHIVE"})
_DESCENDING = frozenset({"InnoDB"})
_WIDE_SETS = frozenset({"ucs2", "utf16", "utf16le", "utf32"})  # each character has two bytes or more
_NO_SPATIAL_KEYS = frozenset({"MEMORY", "CSV", "ARCHIVE", "BLACKHOLE"})
_NOT_VIRTUAL = {  # what a server says of keys over virtual columns
    "FULLTEXT": "Fulltext index on virtual generated column",
    "SPATIAL": "Spatial index on virtual generated column",
    "primary": "Defining a virtual generated column as primary key",
}
_VIRTUAL_KEY = "Index on virtual generated column"
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})


def build_keys(
    syntax: CreateTableSyntax,
    columns: tuple[Column, ...],
    engine: Engine,
    context: StatementContext,
    before: Collection[str] = (),
    *,
    notes: bool = False,
) -> tuple[tuple[Key, ...], tuple[Column, ...], tuple[SpecialKey, ...]]:
    """The keys in MySQL's order, the columns with those of the primary key made NOT NULL, and the special keys.

    before: the names of those that the table has already, of which nothing is said. notes: of HASH that an engine has
    not, as each key is come to.
    Raises MySQLError for bad names, comments, parts, prefixes and lengths, an AUTO_INCREMENT column without a key.
    """
    builder = _Builder(
        columns, engine, context, before, syntax.options.shown, partitioned=syntax.partition_by is not None
    )
    named = builder.named(syntax.keys)
    if sum(column.auto_increment for column in columns) > 1:  # before other keys are looked at
        raise mysql_error("ER_WRONG_AUTO_KEY")
    if engine.name == "MEMORY" and any(ARRAY.search(f"{part.expression})") for key in named for part in key.parts):
        raise mysql_error("ER_TABLE_CANT_HANDLE_BLOB")
    if engine.name not in _DESCENDING and any(part.descending for key in named for part in key.parts):
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "descending indexes")
    most = _MOST_KEYS.get(engine.name)
    if most is not None and len(named) > most:
        raise mysql_error("ER_TOO_MANY_KEYS", most)
    for key in named:
        builder.add(key, notes=notes)
    keys = sort_keys(builder.keys, builder.columns)
    _check_nulls(keys, builder.columns, engine)
    check_counter(keys, builder.columns, engine, context)
    _check_invisible(keys, builder)
    special = placed(list(zip(builder.special, builder.places, strict=True)), builder.keys, builder.columns)
    return keys, tuple(builder.columns), special


class _Builder:
    def __init__(
        self,
        columns: tuple[Column, ...],
        engine: Engine,
        context: StatementContext,
        before: Collection[str],
        options: Sequence[str],
        *,
        partitioned: bool,
    ) -> None:
        self._partitioned = partitioned
        self._context = context
        self._before = before
        self._comment = ""  # of the key that is named last, as long as it may be
        self.columns = list(columns)
        self.keys: list[Key] = []
        self.special: list[SpecialKey] = []
        self.places: list[int] = []  # how many others come before each special one
        self.invisible: set[str] = set()
        self._index_of = {column.name.lower(): index for index, column in enumerate(columns)}
        self._engine = engine.name
        self._unfinished = Table("", "", engine, columns, ())
        self._max_bytes = _MAX_KEY_BYTES.get(engine.name, _DEFAULT_MAX_KEY_BYTES)
        self._cuts = context.variables.behaviour.cuts_long_keys
        self._part_bytes = longest_key_part(engine, options, self._max_bytes, any_format=self._cuts)

    def named(self, keys: Sequence[KeySyntax]) -> list[KeySyntax]:
        """The keys, those on expressions with their names; expressions are looked at before any other part
        (captured: clusters/keys_in_order, definitions)."""
        if any(key.kind == "primary" and key.invisible for key in keys):
            raise mysql_error("ER_PK_INDEX_CANT_BE_INVISIBLE")
        refuse_expressions(keys)
        names = {key.name.lower() for key in keys if key.name is not None}
        found = []
        for key in keys:
            expressions = [part.expression for part in key.parts if part.expression]
            if expressions and key.name is None:
                name = free_functional_name(names)
                names.add(name)
                key = replace(key, name=name)
            for expression in expressions:
                refuse = partial(refuse_key_part, expression, key.name or "", self._context)
                check_functional_part(expression, self._index_of, refuse)
                if (
                    key.name or ""
                ).lower() not in self._before and self._context.variables.behaviour.checks_expressions:
                    check_functional_type(expression, self._unfinished, self._context)
            refuse_arrays(key.parts)
            found.append(key)
        return found

    def add(self, syntax: KeySyntax, *, notes: bool) -> None:
        """A key, looked at as a server does: its name, its kind, its parts one by one, its length."""
        if len(syntax.parts) > MOST_KEY_PARTS:
            raise mysql_error("ER_TOO_MANY_KEY_PARTS", MOST_KEY_PARTS)
        if syntax.kind == "primary" and any(key.primary for key in self.keys):
            if self._context.variables.behaviour.names_key_columns_first:
                self._parts(syntax)
            raise mysql_error("ER_MULTIPLE_PRI_KEY")
        name = self._name(syntax)
        if notes:
            self._context.diagnostics.extend(hash_notes(syntax, self._unfinished.engine))
        innodb_has_none = self._engine == "InnoDB" and not self._context.variables.behaviour.innodb_has_text_keys
        if syntax.special == "FULLTEXT" and (self._engine in _NO_TEXT_KEYS or self._partitioned or innodb_has_none):
            raise mysql_error("ER_TABLE_CANT_HANDLE_FT")
        no_places = self._engine == "InnoDB" and not self._context.variables.behaviour.innodb_has_spatial_keys
        if syntax.special == "SPATIAL" and (self._engine in _NO_SPATIAL_KEYS or no_places):
            raise mysql_error("ER_TABLE_CANT_HANDLE_SPKEYS")
        if syntax.special == "SPATIAL" and len(syntax.parts) > 1:
            raise mysql_error("ER_TOO_MANY_KEY_PARTS", 1)
        syntax = self._spatial_by_column(syntax)
        if syntax.special:
            self._add_special(syntax, name)
            return
        parts = self._parts(syntax)
        if syntax.kind == "key" and (self._cuts or not self._context.strict):
            parts = tuple(map(self._shortened, parts))
        total = sum(key_part_bytes(self.columns[part.column].spec, part.length) for part in parts)
        if total > self._max_bytes:
            raise mysql_error("ER_TOO_LONG_KEY", self._max_bytes)
        self.keys.append(
            Key(
                name,
                parts,
                unique=syntax.kind != "key",
                generated=syntax.generated,
                comment=in_dictionary(self._comment),
                visible=not syntax.invisible,
                algorithm="" if syntax.algorithm == "HASH" and self._engine in ONLY_TREES else syntax.algorithm,
            )
        )
        if syntax.invisible:
            self.invisible.add(name)

    def _shortened(self, part: KeyPart) -> KeyPart:
        """The part, or as much of it as a key may be long, with a warning."""
        spec = self.columns[part.column].spec
        if spec.type not in PREFIXABLE or key_part_bytes(spec, part.length) <= self._part_bytes:
            return part
        self._context.warn("ER_TOO_LONG_KEY", self._part_bytes)
        width = 1 if spec.collation == BINARY_COLLATION_ID else collation_by_id(spec.collation).mbmaxlen
        return replace(part, length=self._part_bytes // width)

    def _spatial_by_column(self, syntax: KeySyntax) -> KeySyntax:
        """A key of a GEOMETRY column alone is SPATIAL, whether it says so or not (captured: keys_of_geometries)."""
        if syntax.special:
            return syntax
        indexes = [self._index_of.get(part.column.lower(), -1) for part in syntax.parts]
        if not any(index >= 0 and self.columns[index].spec.type is ColumnType.GEOMETRY for index in indexes):
            return syntax
        if len(syntax.parts) > 1:
            raise mysql_error("ER_TOO_MANY_KEY_PARTS", 1)
        if syntax.parts[0].length is not None:
            raise mysql_error("ER_WRONG_SUB_KEY")
        if syntax.kind != "key":
            raise mysql_error("ER_SPATIAL_UNIQUE_INDEX")
        return replace(syntax, special="SPATIAL")

    def _check_spatial(self, syntax: KeySyntax) -> None:
        spec = self.columns[self._index_of[syntax.parts[0].column.lower()]].spec
        if syntax.parts[0].length is not None:
            raise mysql_error("ER_WRONG_SUB_KEY")
        if spec.type is not ColumnType.GEOMETRY:
            raise mysql_error("ER_SPATIAL_MUST_HAVE_GEOM_COL")
        if spec.nullable:
            raise mysql_error("ER_SPATIAL_CANT_HAVE_NULL")
        if spec.srid is None and (syntax.name or "").lower() not in self._before:
            self._context.warn("WARN_USELESS_SPATIAL_INDEX", spec.name)

    def _add_special(self, syntax: KeySyntax, name: str) -> None:
        columns: list[str] = []
        shown: list[str] = []
        seen: set[str] = set()
        text: ColumnSpec | None = None
        null_parts: set[int] = set()
        for number, part in enumerate(syntax.parts):
            if part.expression:
                if self._engine != "InnoDB":
                    raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", self._engine, _VIRTUAL_KEY)
                tree = parse_expression(part.expression)
                columns += (node.name.lower() for node in columns_in(tree))
                if may_be_null(tree, self.columns, self._context):
                    null_parts.add(number)
                shown.append(f"({part.expression})")
                continue
            column = self._column(part, syntax)
            if part.column.lower() in seen:
                raise mysql_error("ER_DUP_FIELDNAME", part.column)
            seen.add(part.column.lower())
            if syntax.special == FUNCTIONAL:
                self._prefix(part, column.spec)
            elif syntax.special == "SPATIAL":
                self._check_spatial(syntax)
            elif not self._is_text(column.spec, text := text or column.spec):
                raise mysql_error("ER_BAD_FT_COLUMN", part.column)
            if column.spec.nullable:
                null_parts.add(number)
            columns.append(part.column.lower())
            shown.append(quoted(part.column))
        unique = syntax.kind == "unique"
        self.places.append(len(self.keys))
        self.special.append(
            SpecialKey(
                syntax.special,
                name,
                tuple(shown),
                tuple(columns),
                unique,
                syntax.parser,
                in_dictionary(self._comment),
                not syntax.invisible,
                frozenset(number for number, part in enumerate(syntax.parts) if part.descending),
                syntax.algorithm if syntax.algorithm == "BTREE" else "",
                null_parts=frozenset(null_parts),
            )
        )

    def _is_text(self, spec: ColumnSpec, first: ColumnSpec) -> bool:
        """Whether a FULLTEXT key may be over it, and over the key's first column."""
        if spec.type not in PREFIXABLE or spec.collation == BINARY_COLLATION_ID:
            return False
        collation = collation_by_id(spec.collation)
        alone = not self._context.variables.behaviour.checks_expressions or spec.collation == first.collation
        return alone and collation.charset not in _WIDE_SETS

    # --- names ------------------------------------------------------------------------------------------------------

    def _name(self, syntax: KeySyntax) -> str:
        name = self._unique_name(syntax)
        self._comment = check_comment(syntax.comment, name, "ER_TOO_LONG_INDEX_COMMENT", self._context)
        return name

    def _unique_name(self, syntax: KeySyntax) -> str:
        if syntax.kind == "primary":
            return PRIMARY
        name = syntax.name
        if name is None:
            if syntax.parts[0].column.lower() not in self._index_of:
                raise mysql_error("ER_KEY_COLUMN_DOES_NOT_EXITS", syntax.parts[0].column)
            return self._free_name(syntax.parts[0].column)
        if not name or name.endswith(" ") or name.upper() == PRIMARY:
            raise mysql_error("ER_WRONG_NAME_FOR_INDEX", name)
        check_length(name)
        if self._taken(name):
            raise mysql_error("ER_DUP_KEYNAME", name)
        return name

    def _taken(self, name: str) -> bool:
        names = [*(key.name for key in self.keys), *(key.name for key in self.special)]
        return any(known.lower() == name.lower() for known in names)

    def _free_name(self, written: str) -> str:
        """The first column's name, or that with _2, _3 ... against the keys before it."""
        name = self.columns[self._index_of[written.lower()]].name
        number, candidate = 1, name
        while candidate.upper() == PRIMARY or self._taken(candidate):
            number += 1
            candidate = f"{name}_{number}"
        return candidate

    # --- parts ------------------------------------------------------------------------------------------------------

    def _parts(self, syntax: KeySyntax) -> tuple[KeyPart, ...]:
        seen: set[int] = set()
        parts = []
        for part in syntax.parts:
            column = self._column(part, syntax)
            index = self._index_of[part.column.lower()]
            if index in seen:
                raise mysql_error("ER_DUP_FIELDNAME", part.column)
            seen.add(index)
            length = self._prefix(part, column.spec)
            if syntax.kind == "primary":
                self._not_null(index)
            most = self._max_bytes if syntax.kind == "key" and not self._context.strict else self._part_bytes
            if (syntax.kind != "key" or most < self._max_bytes) and key_part_bytes(column.spec, length) > most:
                raise mysql_error("ER_TOO_LONG_KEY", most)
            parts.append(KeyPart(index, length, part.descending))
        return tuple(parts)

    def _column(self, part: KeyPartSyntax, syntax: KeySyntax) -> Column:
        """The column of a part, as far as its kind goes with the key's."""
        index = self._index_of.get(part.column.lower())
        if index is None:
            raise mysql_error("ER_KEY_COLUMN_DOES_NOT_EXITS", part.column)
        column = self.columns[index]
        if column.virtual:
            kind = "SPATIAL" if column.spec.type is ColumnType.GEOMETRY else syntax.special or syntax.kind
            if kind in _NOT_VIRTUAL:
                raise mysql_error("ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN", _NOT_VIRTUAL[kind])
            if self._engine != "InnoDB":
                raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", self._engine, _VIRTUAL_KEY)
        if column.spec.type is ColumnType.JSON:
            raise mysql_error("ER_JSON_USED_AS_KEY", column.name)
        return column

    def _prefix(self, part: KeyPartSyntax, spec: ColumnSpec) -> int:
        """The prefix in characters (bytes of a binary column), 0 when it is the whole column."""
        if spec.type is ColumnType.VECTOR:
            raise mysql_error("ER_NON_SCALAR_USED_AS_KEY", spec.name)
        if spec.type in (ColumnType.STRING, ColumnType.VARCHAR) and not spec.length:
            raise mysql_error("ER_WRONG_KEY_COLUMN", spec.name)
        if part.length is None:
            if spec.type is ColumnType.BLOB:
                raise mysql_error("ER_BLOB_KEY_WITHOUT_LENGTH", spec.name)
            return 0
        if spec.type not in PREFIXABLE:
            if (
                part.length == key_part_bytes(spec, 0) and spec.type not in _MEMBERS
            ):  # as long as the column itself (captured: clusters/defaults_cut)
                return 0
            raise mysql_error("ER_WRONG_SUB_KEY")
        if spec.type is ColumnType.BLOB:
            return self._blob_prefix(part.length, spec)
        whole = whole_length(spec)
        if part.length > whole:
            raise mysql_error("ER_WRONG_SUB_KEY")
        return 0 if part.length == whole else part.length

    def _blob_prefix(self, length: int, spec: ColumnSpec) -> int:
        limit = (1 << 8 * spec.length) - 1
        if key_part_bytes(spec, length) > limit:
            raise mysql_error("ER_TOO_LONG_KEY", limit)
        return length

    def _not_null(self, index: int) -> None:
        """Columns of the primary key are NOT NULL; NULL written at them is an error."""
        column = self.columns[index]
        if column.spec.nullable:
            raise mysql_error("ER_PRIMARY_CANT_HAVE_NULL")
        if column.default_kind is DefaultKind.LITERAL and column.default is None:
            self.columns[index] = replace(column, default_kind=DefaultKind.NONE)


def _check_nulls(keys: Sequence[Key], columns: Sequence[Column], engine: Engine) -> None:
    """ER_NULL_COLUMN_IN_INDEX (1121): ARCHIVE cannot have NULL in an index."""
    for key in keys if engine.insert_only else ():
        for index in key.columns:
            if columns[index].spec.nullable:
                raise mysql_error("ER_NULL_COLUMN_IN_INDEX", columns[index].name)


def _check_invisible(keys: Sequence[Key], builder: _Builder) -> None:
    """The primary key, or the NOT NULL unique key that stands in for it, must be visible."""
    if not keys or keys[0].name not in builder.invisible or not keys[0].unique:
        return
    if not any(builder.columns[column].spec.nullable for column in keys[0].columns):
        raise mysql_error("ER_PK_INDEX_CANT_BE_INVISIBLE")
