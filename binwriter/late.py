"""Modules that are loaded when they are first asked for something: who alters no table never loads what alters one.

`LATE` names them. Such a module is imported as every other, at the top, but by its own name and not for names in it
(`from binwriter.sql.dml import load`, then `load.run(..)`), and what is imported is empty until it is asked for a name.
Modules that register what they have when they are loaded stand in a `Later`, which the table asks for a key that it
has not: they are loaded one after another until one has registered it.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:
    Loader = MetaPathFinder = object  # `import binwriter` imports next to nothing

__all__ = ["LATE", "Later", "load"]


def _below(room: str, *names: str) -> frozenset[str]:
    return frozenset(f"binwriter.{room}.{name}" for part in names for name in part.split())


# of others, who import them for what hardly anybody asks of them: construct the debugger and pickles, shutil archives
_OF_OTHERS = frozenset(["pdb", "pickle", "bz2", "lzma", "calendar", "asyncio.sslproto", "asyncio.staggered"])
LATE = (
    _OF_OTHERS
    | _below("cli", "event_table")
    | _below("formats", "events.parts.payload")
    | _below("sql.text", "computed_cells duality_calls sent_names several spelled")
    | _below("catalog", "histograms named_rows resource_groups resources roles_graph")
    | _below("mysql", "characters_of_bytes collation.weight_lengths old_ciphers unix_crypt")
    | _below("mysql", "system_definitions values.temporal_text variables.persisted")
    | _below("server.guards", "beside_the_server kills reopened resources")
    | _below("server.log", "expired")
    | _below(
        "server.execute",
        "shapes.alike binary_logs conditions conditions_left explained handler maintenance persisting prepare.types",
        "prepare.checks prepare.cursors prepare.kept prepare.limits prepare.lists prepare.logged prepare.places",
        "prepare.rights prepare.values prepare.preparing prepare.known_texts prepare.versions",
        "help histograms table_maintenance create_select",
    )
    | _below(
        "server.execute",
        "fill_existing foreign_servers lock_tables long_changes replication resource_groups row_injection unmodelled",
    )
    | _below("server.execute.quick", "changes commands exists_plans found_changes join_plans queries rival_plans")
    | _below("server.execute.programs", "call_effects call_profiles procedure_host")
    | _below("server.show", "show")
    | _below("server", "changed_variables followed given_rows")
    | _below("server.tracing", "session")
    | _below("storage", "heap_room")
    | _below("sql.accounts", "users")
    | _below(
        "sql.binding",
        "call_counts duality insertable join_views locking_clauses prepare_checks reading_order view_names",
    )
    | _below(
        "sql.query",
        "access.listed access.told_of_server access.virtual joins.lookups joins.mixed joins.partners joins.search",
        "joins.silent joins.visited",
    )
    | _below("sql.grammar", "programs.plain_execute unplaced")
    | _below("sql.binding", "partition_engine using_of_views view_checks view_subqueries")
    | _below(
        "sql.ddl",
        "alter.run create_select drop run libraries partitions.functions partitions.values programs.change",
        "programs.create",
    )
    | _below(
        "sql.ddl",
        "databases partitions.checks show_create table.foreign_keys_old table.innodb_options tablespaces views",
    )
    | _below(
        "sql.ddl",
        "table.elements table.equal_members table.introduced table.kept_as table.partition_engine table.define",
    )
    | _below(
        "sql.dml",
        "insert update_delete again behind_errors call_shapes computed_rows conflicts duplicates joined.changer",
        "joined.deletes joined.pulled",
        "joined.updates joined.virtual_reads keys.kept_bytes keys.orphans keys.texts load.run plain_conflicts",
        "pruned rehearsal counted_groups counted_rows selected_rows text_images trigger_stamps",
    )
    | _below(
        "sql.expressions",
        "arithmetic bits casts decimal_buffers division field_types variables",
    )
    | _below(
        "sql.expressions",
        "conditions.between conditions.comparison conditions.constants conditions.control conditions.keys",
        "conditions.lists conditions.once conditions.patterns",
        "conditions.resolved conditions.texts_beside conditions.zones document_numbers",
    )
    | _below("sql.expressions.moments", "days reals texts zoned")
    | _below("sql.functions", "by_version choice fulltext loadable")
    | _below("sql.functions.aggregates", "basic group_concat grouping windows")
    | _below("sql.functions.dates", "arithmetic basic clock get_format parts")
    | _below("sql.functions.json", "aggregates basic changes duality more schema search update value")
    | _below("sql.functions.numbers", "basic rand vectors")
    | _below("sql.functions.server", "information internet state")
    | _below(
        "sql.functions.spatial",
        "areas buffer distances documents hashes kinds making overlay parts relations simplify transform",
    )
    | _below("sql.functions.strings", "basic codes encryption hashing regular search sets weights")
    | _below("sql.functions.xml", "functions")
    | _below("sql.grammar", "accounts administration binlog_statement databases foreign_servers forms handler load")
    | _below("sql.grammar", "charsets_by_version grants key_caches resource_groups")
    | _below("sql.grammar", "unmodelled views xa")
    | _below("sql.system", "kept_statistics")
    | _below("sql.grammar.programs", "commands definitions")
    | _below("sql.grammar.tables", "alter_table indexes partitions")
    | _below("sql.printing", "constants json_tables")
    | _below("sql.ddl.table", "compared_constants cut_defaults foreign_key_text zero_dates")
    | _below("sql.privileges", "columns definitions grants shows statements")
    | _below("sql.programs", "interpreter known_inserts name_const runtime")
    | _below(
        "sql.query", "access.ranges access.removed_entries joins.semijoin joins.shapes json_table.tables kept recursive"
    )
    | _below("sql.query.described", "kept_columns result_columns stored system")
    | _below("sql.store", "decimal_room moments_before_5_6 whole_texts years")
    | _below("sql.text", "deep quoted_names stack_use")
    | _below("server", "general_log slow_log")
    | _below("sql.types", "cast_measures old_columns old_texts")
    | _below(
        "sql.query",
        "access.filesort access.in_order access.partitions access.sought access.total_order access.unions",
        "merged merged_order restricted",
    )
    | _below("sql.query", "setops window_order")
)


class _Late(ModuleType):
    """A module that is not loaded yet. It becomes an ordinary one."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):  # what asks for these asks every module there is
            raise AttributeError(name)
        load(self)
        return getattr(self, name)


def load(module: ModuleType) -> None:
    """Loads a module if it is a late one. Raises what its import raises; it is then as if nobody had asked."""
    if type(module) is not _Late:
        return
    spec = module.__spec__
    assert spec is not None and isinstance(spec.loader, _Loader)
    with spec.loader.lock:
        if type(module) is _Late and not spec.loader.loads:
            spec.loader.loads = True
            try:
                spec.loader.inner.exec_module(module)
            finally:
                spec.loader.loads = False
            module.__class__ = ModuleType  # type: ignore[assignment]


class _Loader(Loader):
    """What makes the empty module. inner: what fills it."""

    def __init__(self, inner: Loader) -> None:
        self.inner = inner
        self.lock = RLock()
        self.loads = False

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Late(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Not yet."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)  # what shows source text asks for it


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LATE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class Later:
    """Modules that register something when they are loaded, the likeliest first."""

    def __init__(self, *modules: ModuleType) -> None:
        self._modules = list(modules)

    def add(self, *modules: ModuleType) -> None:
        """To be asked after those that are there."""
        self._modules += modules

    def until(self, key: object, *tables: Container[object]) -> None:
        """Loads as many as it takes until one of the tables has the key, or all."""
        while self._modules and not any(key in table for table in tables):
            module = self._modules[0]
            load(module)
            if module in self._modules:  # another thread may have been quicker
                self._modules.remove(module)


sys.meta_path.insert(0, _Finder())
