"""What SQL does otherwise on older servers: one field a difference. Which server has which: `mysql/versions.py`.

Bytes that differ stand in `formats/servers.py`, what is logged otherwise in `binlog/rules/policies.py`, words that a
grammar has or has not in `sql/grammar/by_version.py`, texts in `data/messages.txt`. Nobody else compares versions.
Sources: release notes and manuals of the versions that are named, and captured answers (tests/golden/captured-old).
"""

from __future__ import annotations

from enum import Enum

from binwriter.formats.records import dataclass


class KeptInstants(Enum):
    """Whether a TIMESTAMP that a query kept in a table of its own asks for the time zone."""

    AS_COPIED = "as one that is copied"
    ASK = "yes"  # 5.6 and 5.7
    STAY = "no"


class PlanNotes(Enum):
    """Which statements EXPLAIN notes as it understood them (1003), without EXTENDED."""

    ALL = "all"
    SELECTS = "queries"  # 5.7
    NONE = "none"


class ProgramConditions(Enum):
    """Which conditions of a procedure's statements are left for SHOW WARNINGS behind its CALL."""

    LAST = "those of the last statement"
    UNHANDLED_SINCE_TABLES = "those since the last statement that used tables, but what a handler was called for"  # 5.6
    SINCE_TABLES = "those since the last statement that used tables, what a handler was called for included"  # 5.5
    ALL = "those of all statements, but what a handler was called for"  # 5.1


# what a handler was called for goes when it ends
SINCE_TABLES = frozenset({ProgramConditions.SINCE_TABLES, ProgramConditions.UNHANDLED_SINCE_TABLES})
HANDLED_GO = frozenset({ProgramConditions.LAST, ProgramConditions.UNHANDLED_SINCE_TABLES})


@dataclass(frozen=True, slots=True)
class Costs:
    """page: of reading one that may lie in memory; row: of looking at one."""

    page: float
    row: float


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One version's SQL; the defaults are the newest server's.

    Values and columns:
    bits_of_bytes: bit operators take strings of bytes as such. missing_types: column types that came later.
    conditions_null_cases: a column of a CASE may be NULL where a condition may (captured: ceilings_row).
    display_widths: integers have them in definitions. integers_have_one_length: in expressions that of their type,
    whatever their sign. old_item_types: CREATE TABLE .. SELECT makes columns as up to
    5.7, and the clock is asked when its query is resolved. strings_may_be_null: a function that makes a string may
    answer NULL under a strict mode, whatever its arguments. conversions_copy_by_columns: CONVERT TO
    CHARACTER SET copies no rows where no column changes. copies_default_now: a copied TIMESTAMP keeps the current
    time as its default. zero_primary_defaults: PRIMARY KEY (..) gives the columns that it alone makes NOT NULL their
    zero as default. any_column_is_automatic: DATETIME and several columns may take the current time by themselves.
    deletes_log_what_they_read: DELETE reads no more of a CSV row than it asks for, and logs the rest as their defaults.
    zeros_have_zones: '0000-00-00 00:00:00' in a TIMESTAMP is read in the session's time zone as any other moment.
    truncated_anew: engines whose temporary tables TRUNCATE drops and makes again.
    likes_read_zeros: and it is by CREATE TABLE .. LIKE. likes_copy_files: which copies the definition's file unread.
    names_wrong_reals: a text that is no number is error 1366 of a FLOAT or DOUBLE, not 1265. reals_end_in_spaces:
    spaces behind a number are none of its text. moments_have_fractions: moments round to the digits of their columns;
    before, fractions of texts are cut off, and which warning a wrong moment is goes by the column's type.
    reals_count: FLOAT and DOUBLE may be AUTO_INCREMENT.
    shortest_reals: texts of DOUBLEs have the shortest digits that read back the same; before, they are printed as C
    does (`real_text.printed_text`).
    quotients_of_integers: DIV makes integers of its operands before it divides.
    fits_reals: and in expressions no more than 22 characters, FLOATs 12.
    rounded_reals_are_fixed: a DOUBLE that ROUND and TRUNCATE make has as many decimals as they were told;
    deviations_are_fixed: and so have deviations of exact numbers.
    numbers_overflow: what no BIGINT and no DOUBLE can hold is error 1690; before, integers are counted modulo 2^64, and
    a DOUBLE is NULL. fits_plain_texts: a literal of ASCII alone becomes a text of any other operand's character set.
    stores_whole_quotients: a text that a quotient is stored as has all digits that were computed.
    quotients_fill_words: of nine digits, in front of their points too. trims_decimals: a product has 30 digits behind
    its point at most, and a zero that is computed has none in texts.
    warns_of_hexadecimals: UNHEX of a text that is none.
    problems_of_level_error: of expressions, that are told as errors where they are none.
    compares_documents: a document that is a condition is compared with 0; before that it was cast to a number.
    names_wrong_dates: functions of dates say of a text that is none that it is no date, not that it is no datetime.
    has_privileges_of_9: dynamic ones that 9.x brought are registered.
    formatted_times_keep_dates: TIME_FORMAT of a date or datetime knows year, month and day.
    tells_of_decimal_rests: and what stands behind the number of a text, not a column's, that becomes a DECIMAL.
    tells_of_functions: 1292 of texts that functions and subqueries make, where they are no numbers.
    measures_varchars: and of all columns, see `sql/expressions/column_texts.py`. casts_take_spaces: behind the number
    of a text that is cast to an integer. shows_decimal_zero: 1366 of a text that is no DECIMAL shows what it becomes.
    counts_shown_prefixes: 1062 shows as many characters of a text as its key has, not bytes.
    replaces_by_times: REPLACE updates in place only where a TIMESTAMP takes the time at both or at neither.
    columns_of_keys: how many SHOW KEYS has.
    counters_in_series: InnoDB's AUTO_INCREMENT goes on from a number of its series, see `storage/counters.py`.
    sounds_in_own_charset: SOUNDEX of a text has its character set, not the connection's.
    conditions_are_integers: a condition as a whole, not what AND, OR and NOT join, is an integer: 0.4 is false.
    innodb_has_spatial_keys: else 1464.
    checks_geometries: NULL for a NOT NULL one is error 3673, whatever IGNORE says; functions that make a kind of
    them take no other.
    warns_of_spatial_names: of the names that functions of geometries had up to 5.7.
    updates_documents_in_place: functions of JSON leave what they can of a column's document where it is.
    functions_take_zero_parts: dates whose month or day is zero, whatever sql_mode says.
    extremes_are_reals: GREATEST and LEAST of numbers and texts.
    reads_any_day: STR_TO_DATE answers with days up to the 31st of any month.
    words_are_no_time: a text that does not begin with a digit is the time 00:00:00.
    names_overflows: error 6527 shows the expression whose moment became too large.
    dates_are_moments: to TIMEDIFF, which gives no difference of the two else (8.0 and 8.4 were not asked).
    groups_begin_with_zeros: MIN and MAX of dates refuse zeros with which groups begin (older ones were not asked).
    stores_behind_errors: a row that names its columns is stored to its end before an error of one ends the statement.
    copies_varchars: a VARCHAR that gets another one is copied (`copied_texts`) where no ALTER TABLE does it; before, it
    is stored as any text.
    wraps_copied_texts: a TEXT that is copied to a shorter one is as long as the bytes of its length say.
    forgives_bits: a BIT that is too long is out of range where IGNORE stands, too.
    guesses_shares: the optimizer does, of the rows that conditions without keys keep. joins_by_hashing: else the rows
    so far are kept as they come; an outer join without them is read row by row up to 5.5 (buffers_outer_joins).
    ranges_of_either_side: of a comparison of two columns either may be looked for in a range for each row of the
    other; else the left one. joined_tables_by_index: a table whose rows are compared with those kept may be read by an
    index that has all columns.
    longest_user: characters of a user's name.
    refuses_hidden_replaces: REPLACE does not delete what a view does not show.
    costs: what the optimizer thinks that reading costs.
    clauses_named: of a query, in the order in which they are resolved.
    moments_take_texts: a column of moments may be compared with a text of any character set in front of it.
    converts_listed: a text in a list of numbers too becomes a number each time that it is looked at.
    do_forgives: an error of a function that DO calls is none of its own (captured: functions_and_conditions_mixed).
    xa_before_tables: in an XA transaction that has ended 1399 comes before a statement's tables are looked for.
    triggers_see_nulls: NULL stays in a NOT NULL column until BEFORE triggers have seen the row.
    any_trigger_keeps_nulls: the same in a table with triggers of any kind.
    null_is_two_errors: behind error 1048 of a single row stands 1105, where columns are named.
    updates_refuse_nulls: an UPDATE of one table does not make the implicit default of NULL.
    copies_moments_by_zone: rows that ALTER TABLE copies bring the session's time zone with their TIMESTAMPs;
    copied_datetimes_ask: and with DATETIMEs.

    Statements:
    copies_dates_whole: into integers, DATE columns with the digits of their time.
    missing_view_is_none: behind 1146 of ALTER VIEW stands 1347.
    refuses_no_characters: what is no utf8mb3 in comments and bodies of clients that nobody converts is error 4088 or
        4089.
    names_unconvertible: a text that an operation's character set has not is error 3854, not one of collations.
    checks_expressions: CHECK constraints are enforced, and all expressions of a table are checked in one way.
    wrong_moment_is_error: a text that is no date, compared with a moment, is error 1525. has_json_table.
    has_icu: regular expressions are ICU's; before, Henry Spencer's.
    refuses_geometries: what is none is error 3037 for functions of geometries; before, they are NULL.
    computed_reals_wrap: a computed DOUBLE that is no BIGINT is the lowest one; else it is an error.
    limits_take_any: what EXECUTE gives LIMIT is made a whole number.
    has_dictionary: information_schema reads tables of a data dictionary, which have foreign keys.
    moments_pass_as_texts: a moment that a query gives goes into columns of the other kind, with or without a date, as a
    text; before, as the moment that it is (captured: zones_of_computed_moments_row).
    sorts_groups: GROUP BY sorts. looks_at_dependence: ONLY_FULL_GROUP_BY knows functional dependence.
    counter_follows_updates: an UPDATE to a larger value moves the AUTO_INCREMENT counter of an InnoDB table.
    counters_may_be_null: IS NULL of an AUTO_INCREMENT column is not found impossible, whatever sql_auto_is_null says.
    ignore_forgives_keys: IGNORE makes warnings of errors of foreign keys. ignore_forgives_subqueries: and of 1242, a
    subquery of several rows being NULL. quotes_load_variables: the logged text of
    LOAD DATA has backticks around user variables. logs_nulls_of_files: one that a file sets to NULL is logged when SET
    reads it. has_named_locks: several user locks a session, of checked names.
    joins_subqueries: EXISTS is no constant, a scalar subquery may be one. ranges_ask_subqueries: so it is for UPDATE
    and DELETE before 8.0, also where a key's column is compared with it.
    updates_set_found_rows: FOUND_ROWS() is what an UPDATE matched. escapes_first_bytes: literals that take the place of
    variables in a logged text have a backslash before a byte that begins a character of several bytes and has not the
    rest of one.
    folds_beyond_types: comparisons that no value of a column's type fulfils are found impossible.
    warns_of_view_checks: what the check of a view refuses, and what the engine tells, are warnings, not of level Error.
    joins_forgive_keys: IGNORE of an UPDATE of several tables leaves out what foreign keys refuse, whatever others do.
    engine_tells_parents: InnoDB tells of parents that IGNORE keeps. tells_of_dropped_parents: and, by 152, of one that
    cannot be dropped. engine_spells_actions: and shows NO ACTION where it was written. engine_checks_keys: and it
    alone looks at foreign keys that CREATE and ALTER TABLE name.
    zeroes_moments: that CREATE TABLE .. SELECT reckons and are NOT NULL, whatever sql_mode says of zeros.
    comments_take_six_digits: a version of `/*!` has a sixth digit where a space stands behind it; before, five alone.
    warns_of_tight_versions: of a comment's version that no space stands behind (4164).
    notes_plans: what EXPLAIN notes. warns_of_partition_engine: of partitioned tables of other engines than InnoDB.
    opens_called_with_arguments: CALL whose arguments call functions opens what its procedure uses beside what they do.
    refuses_unpartitioned: REMOVE PARTITIONING of a table that has none. maintains_partitions: ANALYZE PARTITION and its
    kin do something.
    moments_are_texts: dates and times become texts of a character set, not strings of bytes.
    changes_read_partitions_in_turn: UPDATE and DELETE by a range of a key go through one partition after the other.
    right_joins_stay: tables are opened and changed as the text names them, those of RIGHT JOIN too.
    outer_joins_map_null: all columns of what an outer join may make NULL are so in its Table_map.
    found_constants_are_not_null: not where constants found its row.
    looks_at_what_set_reads: an UPDATE of several tables changes the first of them behind the join where SET reads what
    it changes there. refuses_writing_creates: CREATE TABLE .. SELECT of a function that changes tables is error 1746.
    joined_errors_are_unknown: behind the error of an UPDATE of several tables stands 1105; refused_reads_are_unknown:
    behind 1093 and 1443, too. reads_constants_first: it
    reads a row whole that constants find by a unique key, and looks for no plan where a table is empty.
    counts_refused_updates: its rows that IGNORE leaves as they are count as changed, but those of the table that is
    changed while it is read.
    shows_kept_conditions: recorded answers show what stays in the diagnostics area from before.
    quotes_granted_columns: GRANT that is written anew has its columns in backticks.
    trims_triggers: what a comment of a version leaves behind a trigger's body is not logged.
    hides_errors_of_views: beneath 1356 nothing says what is wrong; names_tables_below: but which table is gone.
    views_below_check: WITH CHECK OPTION of a view below the one that a statement names counts too.
    views_derive: a view's query may ask derived tables.
    null_safe_converts: <=> converts what stands before a NULL (moments' texts in any case); null_safe_converts_right:
    and behind one.
    tells_of_recursion: beneath 1424 stands 1305.
    programs_share_rows: statements of triggers and functions count rows on, and the statement around them goes on from
    there.
    programs_count_rows: what a program's variables are warned of names the row of the statement around.
    program_conditions: what is left of those of a procedure's statements.
    counts_changes_alone: ROW_COUNT() is that of the last statement that changes rows, and -1 behind any other; errors
    and cursors leave it.
    lenient_commands: whose expressions only warn, whatever sql_mode says. creates_strictly: those of CREATE TABLE
    .. SELECT are errors before the table is made. tells_of_columns: 1292 of columns whose text
    is no number; tells_of_variables: and of user variables. unset_variables_have_charset: those that were read have the
    connection's; before, they are binary. unset_variables_vary: one that a statement is the first to name is no
    constant in it; new_variables_are_texts: it is a text. texts_become_integers: a text that a BIGINT column is
    compared with, without a word, and one that is looked for in a key. takes_delayed: the engines that INSERT DELAYED
    may write to (others: 1616).
    counts_values_first: INSERT counts the values of its first row before it looks for columns. insertable_first: and
    looks whether a view takes rows before that.
    asks_defaults_first: INSERT complains of columns without a default before it looks at values, of each once.
    warns_of_each_null: 1048 is told of each row. unprepared: commands that PREPARE refuses (1295) and newer ones take.
    results_have_rows: messages about a function's result name the row that asks for it. titles_done_items: those about
    items of DO name their text. names_before_targets: statements that tell of unknown columns before a view is not
    updatable. has_sys: there is a sys schema with its routines. own_accounts: those that the server
    has for itself. engines_save_gtids: mysql.gtid_executed has single GTIDs of what engines commit.
    has_whole_grammar: `sql.wellformed` knows its grammar. names_behind_commas: 1064 at a comma shows what is behind it.
    collates_numbers: numbers and moments take a collation of any character set.
    checks_periods: a period whose month no year has is error 1210; before, it is counted with, as far as 32 bits go.
    hashes_by_plugin: PASSWORD() of NULL is the empty text, and hashes a literal when its query is resolved.
    warns_of_key_caches: names of key caches in variables are going away.
    warns_of_days: FROM_DAYS of a day that is none warns. counts_days: it warns of the days right behind the calendar.

    Definitions:
    server_checks_foreign_keys: the server checks their definitions, also while foreign_key_checks is off; before, the
    engine. schedules_have_values: in the log, values stand for a procedure's variables in the schedule of ALTER EVENT.
    defaults_are_cut: beneath 1067 stands 1265 for texts and dates that do not
    fit. says_foreign: a foreign key that cannot be is error 1215 with a warning, not 1005. names_child: DROP of a
    parent tells which child keeps it. names_key_only: TRUNCATE of a parent names the key and not what it refers to.
    names_missing_database: ALTER DATABASE and statements that look after tables tell that there is none; before, that
    its file cannot be made, or that there is no such table.
    parents_need_unique_keys: a foreign key refers to a whole unique key; before, an index that begins with its columns
    will do. columns_have_foreign_keys: REFERENCES behind a column makes one; before, it is read and forgotten.
    rewrites_partitions: PARTITION BY is shown as the server writes it. several_triggers: of one time and event a table.
    looks_at_columns_first: CREATE TABLE of a name that is taken tells first what is wrong with its columns and keys.
    past_events_ask: and CREATE EVENT of what is past; altered_events_ask: and ALTER EVENT (5.7).
    notes_definers_first: who is no user, before such an error. triggers_ask_for_database: CREATE and DROP TRIGGER tell
    that there is no such database; before, no such table or trigger. compresses_no_temporaries: a temporary table has
    no compressed pages. innodb_asks_file_format: InnoDB warns of page formats that its file format lacks.
    innodb_knows_pages: there are page formats; before, InnoDB says nothing of ROW_FORMAT and KEY_BLOCK_SIZE.
    names_long_tables: a table or database whose name is too long is told of as that, before as any wrong one.
    ranges_end_in_gaps: the row behind a range of the primary key is not locked, but the gap before it.
    names_unknown_partitions: TRUNCATE PARTITION does.
    copies_tell_of_members: CREATE TABLE .. LIKE tells of members that there are twice. tells_twice_of_members: ALTER
    TABLE does, where the engine stays.
    refuses_words_for_decimals: a text that is no number at all is no default of a DECIMAL, whatever sql_mode says.
    cuts_long_keys: a part of an InnoDB table's key has 767 bytes at most in any format; longer ones are cut where they
    need not be unique, whatever sql_mode says. parser_checks_columns: types, defaults and ON UPDATE of columns are
    looked at while a definition is read.
    instant_alter: ALGORITHM=INSTANT is known. alters_in_place, keys_in_place: InnoDB changes a table (a key) without
    copying it. drops_needed_keys: without foreign_key_checks, keys go that foreign keys need. compares_keys: keys that
    are dropped and made again as they were are no change; compares_named_keys: also where they are named.
    forces_copies: FORCE does something. names_key_columns_first: 1072 comes before 1068.
    lengthens_in_place: and makes a VARCHAR longer. recodes_in_place: and gives columns another collation
    (not captured before 9.7). counts_moved_rows: the client is told how many rows went to other partitions.
    alter_asks_clock: defaults of ALTER TABLE ask the clock.
    innodb_copies_for, others_copy_for: table options for which ALTER TABLE copies a table of InnoDB, of another engine.
    unknown_engines_copy: ALTER TABLE .. ENGINE of one that there is not copies the table.
    logs_numbers_of_alter: ALTER TABLE that counts the rows of a copy logs the first number, as INSERT does.
    revokes_at_all_levels: REVOKE ALL ON *.* takes databases, tables and routines, too (not captured before 9.7).
    takes_parts_of_columns: partitions by KEY of columns of which a key has the beginnings (removed in 8.4.0).
    engines_part_themselves: only engines with partitions of their own may have any.
    uses_folders: tables may have their files in folders of their own, wherever these are; before 5.6 InnoDB does not
    know such (innodb_has_folders). innodb_has_text_keys: FULLTEXT ones.
    routines_name_invoker: their events do, also where a definer is named. opens_renamed: a function that is refused is
    refused with one error. renames_files: RENAME of no table is error 1017, of its file; else 1146.
    answers_for_unpartitioned: maintenance of partitions of a table without any is no error, and that of partitions
    that there are not is logged (not up to 5.6; captured: 5.1.54 to 5.6.21).
    spells_drops: DROP TABLE that the server writes anew has names as sql_mode and sql_quote_show_create want them;
    before, in backquotes. converts_drops: and in the client's character set (5.7.18 by its source); before, in UTF-8.
    temporary_anywhere: a temporary table may be made in a database that there is not (captured: 5.1.27 to 5.7.18).

    Accounts:
    accounts_by_8_0: in one piece, logged anew, with roles. logs_hashes: of passwords, in place of them. logs_plugins:
    and names the plugin. warns_of_definers: who loses objects. has_native_password: the plugin mysql_native_password.
    registers_set_user_id: the privilege SET_USER_ID. has_proxies: the privilege PROXY. privileges_apart: what stands
    between the names of several that a message lists. denies_unknown_routines: a routine that there is not is 1370,
    not 1305; denies_dropped_routines: also of DROP and ALTER. clients_list_logs: REPLICATION CLIENT does for SHOW
    BINARY LOGS. opens_test: everybody may use the database test, and those whose names begin so. super_before_views:
    who names another definer of a view is asked for SUPER before all else. hides_unknown_columns: of a table of which
    one may use some columns. joins_ask_tables: an UPDATE of several tables asks for UPDATE of the table.
    shows_selected: SHOW CREATE TABLE needs SELECT, in that word. conflicts_ask_at_once: an upsert asks for both
    privileges of its columns.

    The server:
    rereads_changed_rows: an UPDATE of several tables compares rows of the first one as it has changed them meanwhile.
    switches_have_defaults: SET x = DEFAULT of a switch that only sessions have does something (captured:
    switches_to_default_mixed).
    tells_malformed_gtids: in gtid_next, before there were tags. purges_without_mode: gtid_purged may be set though
    gtid_mode is OFF.
    last_days_of_months: LAST_DAY needs no day, and warns where there is no month; before, a column without a day gives
    NULL without a word (captured: months_without_days_row).
    counters_step_back: a smaller auto_increment_increment goes on from the last value (InnoDB).
    counters_are_cut: each value that a statement generates beyond the column's type is cut to the highest one; else
    only its first one is. counters_name_tables: in strict modes an error that names the table stands behind that of
    the column.
    refused_copies_interrupt: 1317 stands behind the error of a value that ALTER TABLE copies out of InnoDB.
    full_images_write_keys: an UPDATE of InnoDB in row form finds all its rows first, and counts those alone.
    tells_of_arguments: logarithms and functions of addresses tell of arguments that they do not take (3020, 1411).
    ranges_tell_of_moments: texts that are no moments are told of once more for each access by a key.
    changes_propagate: conditions of UPDATE and DELETE are gone through for equalities, as a query's are.
    trigger_names_first: CREATE TRIGGER asks for its name before its columns. differs_by_types: TIMEDIFF reads texts as
    dates and moments beside those, else as times, and texts without a time are none.
    finds_next_event: SHOW BINLOG EVENTS FROM a position inside of an event begins with the next one; before, 1220.
    tells_of_recreating: OPTIMIZE of an InnoDB table notes that it is made anew.
    places_part_equals: and those of UPDATE and DELETE that are equal are sorted by their places.
    sorts_places: UPDATE .. ORDER BY sorts places of rows. sorts_whole_rows: it reads whole rows to sort a table.
    counts_refused_rows: rows of INSERT .. SELECT that WHERE refuses are counted where warnings name rows.
    levels_last_one_statement: the level of SET TRANSACTION, also in a transaction of several.
    autocommit_leaves_transactions: behind SET autocommit=1 the session seems to be in the transaction that it has ended
    (captured: 5.1.54/autocommit_that_leaves_transactions_statement).
    counts_rows_first: those of groups are counted before they are done with.
    counts_rows_of_temporary: rows of a query's temporary table are counted behind those that filled it.
    deletes_of_one_at_once: a DELETE of several tables changes one at most while it reads the join.
    asks_deletes_twice: DELETE asks twice for a condition that is a constant, but where it empties a table of MyISAM in
    statement form.
    groups_by_constants: GROUP BY asks for constants, once a group.
    tells_of_aborted_sorts: an error of what is sorted by has another behind it.
    has_channels: a replica may have several sources.
    compares_before_triggers: whether an UPDATE changes a row is asked in front of its BEFORE triggers; before, behind
    them, who see no time of the change. triggers_read_what_they_set: an UPDATE reads the columns that its triggers set,
    too, and compares them.
    names_extension: 1112 tells of columns that may be NULL, where an engine has none; before, 1005.
    counts_existing_databases: CREATE DATABASE IF NOT EXISTS of one that is there counts it.
    counts_missing_servers: and DROP SERVER IF EXISTS one that is not.
    reserves_by_intervals: a statement reserves twice as many AUTO_INCREMENT values with each interval; before, one
    in row form, else two. tells_rows_beside_programs: InnoDB hears how many rows an INSERT has where triggers or
    functions may run inside of it.
    logs_merged_tables: rows of a MERGE table bring maps of the tables beneath.
    ignore_copies: ALTER IGNORE TABLE warns of its word, and copies a table for its unique keys.
    folds_constants: a text beside a column of numbers is converted though there may be no row; before, with the
    first one.
    keeps_converted: and once a statement; before, with each row.
    tells_of_padded: 1292 of CHAR columns, which 5.1 tells of too, shows their spaces.
    moments_ask_for_zone: a DATETIME that was computed and gets into a column does. clock_waits: NOW() and its kin ask
    for the zone once they are reckoned; before, wherever they stand. kept_instants: whether a TIMESTAMP does on its
    way from a table that a query filled to another column. modes_spare_instants:
    such a copy does not ask, whatever sql_mode says of zeros.
    xa_looks_at_names_first: XA COMMIT and ROLLBACK of another name than the session's branch are 1397 in any state;
    xa_names_before_transactions: and in a transaction that is none of XA.
    keeps_in_hashes: the tables of a program are in the order of a hash table. blackhole_rows: BLACKHOLE logs rows.
    old_sql_modes: modes that 8.0 took away have their bits. modes_without: what
    ANSI and TRADITIONAL do not bring yet. names_rows_v1: SHOW BINLOG EVENTS tells events of version 1.
    grant_tables_have_times: FLUSH PRIVILEGES reads moments. truncates_emptied: a MEMORY table that a restart emptied
    is truncated in the log. keeps_utf8mb3_bodies: of programs, too, and warns of what that set lacks.
    gtid_purged_grows: SET gtid_purged may add to it. shows_by_master: SHOW MASTER, SHOW SLAVE.
    shows_encryption: of binary logs. shows_executed_gtids: beside the log's position. checks_prepared_calls: PREPARE
    of a CALL looks for the procedure. has_kill_command: COM_PROCESS_KILL, which went with mysql_kill().
    types_parameters: of prepared statements, by where they stand. casts_texts: of rows, beside dates, to dates.
    forgets_ended_xa: XA COMMIT of the session's own last transaction is 1397, as of any that there is not; else 1399.
    engines_rename_nowhere: RENAME into a database that is not there fails as the files of the engine do.
    parents_name_columns: REFERENCES without columns is no foreign key that InnoDB takes.
    rebuilds_count_all: ALTER TABLE .. REBUILD PARTITION ALL counts the rows.
    conditions_stay: a statement that names no table and gives no condition leaves the diagnostics area as it is;
    subqueries_end_conditions: not one with a subquery, nor one that changes a program.
    ends_at_long_lines: in strict modes a line with too many fields ends LOAD DATA at once, and each field that a line
    has not is told.
    checks_base64: BINLOG does (1575).
    tells_nulls_first: LOAD DATA tells of a NULL for a NOT NULL column when it comes to it; since 5.7 behind the row.
    locked_tables_truncate: TRUNCATE is allowed under LOCK TABLES, for any engine. locks_new_tables: CREATE TABLE not.
    renames_locked: RENAME TABLE is allowed. defines_by_triggers: tables that are locked for triggers can be defined
    anew. opens_before_locks: what triggers need is looked for (1100) before it is asked how tables are locked (1099),
    and names of columns behind both, not before.
    locks_views: a view is locked by its name, not by its tables. drops_read_locked: DROP TABLE asks for any lock.
    """

    bits_of_bytes: bool = True
    conditions_stay: bool = False
    subqueries_end_conditions: bool = False
    engines_rename_nowhere: bool = False
    parents_name_columns: bool = False
    rebuilds_count_all: bool = False
    tells_nulls_first: bool = False
    missing_types: frozenset[str] = frozenset()
    display_widths: bool = False
    integers_have_one_length: bool = False
    old_item_types: bool = False
    conditions_null_cases: bool = False
    strings_may_be_null: bool = True
    copies_default_now: bool = True
    conversions_copy_by_columns: bool = False
    zero_primary_defaults: bool = False
    any_column_is_automatic: bool = True
    deletes_log_what_they_read: bool = False
    zeros_have_zones: bool = True
    truncated_anew: frozenset[str] = frozenset({"MyISAM", "MEMORY", "CSV", "BLACKHOLE", "InnoDB"})
    likes_read_zeros: bool = True
    likes_copy_files: bool = False
    names_wrong_reals: bool = True
    reals_end_in_spaces: bool = True
    moments_have_fractions: bool = True
    reals_count: bool = False
    shortest_reals: bool = True
    fits_reals: bool = True
    quotients_of_integers: bool = False
    rounded_reals_are_fixed: bool = False
    deviations_are_fixed: bool = False
    numbers_overflow: bool = True
    fits_plain_texts: bool = False
    stores_whole_quotients: bool = False
    quotients_fill_words: bool = False
    trims_decimals: bool = True
    warns_of_hexadecimals: bool = True
    problems_of_level_error: frozenset[str] = frozenset()
    compares_documents: bool = True
    names_wrong_dates: bool = True
    has_privileges_of_9: bool = True
    formatted_times_keep_dates: bool = True
    words_are_no_time: bool = False
    tells_of_decimal_rests: bool = True
    tells_of_functions: bool = True
    measures_varchars: bool = True
    casts_take_spaces: bool = True
    shows_decimal_zero: bool = True
    conditions_are_integers: bool = False
    sounds_in_own_charset: bool = False
    counters_in_series: bool = True
    columns_of_keys: int = 15
    replaces_by_times: bool = False
    counts_shown_prefixes: bool = True
    updates_documents_in_place: bool = True
    warns_of_spatial_names: bool = False
    checks_geometries: bool = True
    innodb_has_spatial_keys: bool = True
    reads_any_day: bool = False
    names_overflows: bool = True
    dates_are_moments: bool = True
    groups_begin_with_zeros: bool = True
    guesses_shares: bool = True
    joins_by_hashing: bool = True
    buffers_outer_joins: bool = True
    ranges_of_either_side: bool = True
    joined_tables_by_index: bool = True
    longest_user: int = 32
    refuses_hidden_replaces: bool = True
    costs: Costs = Costs(0.25, 0.1)
    clauses_named: tuple[str, ...] = ("group", "having", "order")
    moments_take_texts: bool = True
    converts_listed: bool = False
    do_forgives: bool = False
    xa_before_tables: bool = False
    triggers_see_nulls: bool = True
    any_trigger_keeps_nulls: bool = False
    null_is_two_errors: bool = False
    updates_refuse_nulls: bool = False
    copies_moments_by_zone: bool = True
    copied_datetimes_ask: bool = True

    copies_dates_whole: bool = False
    missing_view_is_none: bool = False
    refuses_no_characters: bool = True
    names_unconvertible: bool = True
    checks_expressions: bool = True
    wrong_moment_is_error: bool = True
    has_json_table: bool = True
    has_dictionary: bool = True
    counts_missing_servers: bool = True
    moments_pass_as_texts: bool = True
    sorts_groups: bool = False
    joins_subqueries: bool = True
    ranges_ask_subqueries: bool = False
    updates_set_found_rows: bool = True
    escapes_first_bytes: bool = True
    folds_beyond_types: bool = True
    looks_at_dependence: bool = True
    counter_follows_updates: bool = True
    counters_may_be_null: bool = True
    ignore_forgives_keys: bool = True
    ignore_forgives_subqueries: bool = False
    asks_defaults_first: bool = False
    lenient_commands: frozenset[str] = frozenset()
    tells_of_columns: bool = True
    tells_of_variables: bool = True
    texts_become_integers: bool = False
    looks_at_what_set_reads: bool = False
    changes_read_partitions_in_turn: bool = False
    right_joins_stay: bool = False
    outer_joins_map_null: bool = False
    found_constants_are_not_null: bool = False
    refuses_writing_creates: bool = True
    joined_errors_are_unknown: bool = False
    refused_reads_are_unknown: bool = False
    hides_errors_of_views: bool = True
    names_tables_below: bool = False
    views_below_check: bool = True
    has_icu: bool = True
    refuses_geometries: bool = True
    limits_take_any: bool = False
    computed_reals_wrap: bool = False
    extremes_are_reals: bool = False
    shows_kept_conditions: bool = True
    trims_triggers: bool = False
    quotes_granted_columns: bool = True
    functions_take_zero_parts: bool = False
    views_derive: bool = True
    null_safe_converts: bool = True
    null_safe_converts_right: bool = False
    tells_of_recursion: bool = False
    counts_refused_updates: bool = False
    reads_constants_first: bool = True
    stores_behind_errors: bool = False
    copies_varchars: bool = True
    forgives_bits: bool = False
    wraps_copied_texts: bool = False
    creates_strictly: bool = False
    moments_are_texts: bool = True
    warns_of_view_checks: bool = True
    engine_tells_parents: bool = False
    joins_forgive_keys: bool = False
    tells_of_dropped_parents: bool = False
    engine_checks_keys: bool = False
    takes_delayed: frozenset[str] = frozenset()
    warns_of_each_null: bool = False
    unprepared: frozenset[str] = frozenset()
    results_have_rows: bool = False
    titles_done_items: bool = True
    has_sys: bool = True
    names_before_targets: frozenset[str] = frozenset()
    own_accounts: tuple[str, ...] = ("mysql.infoschema", "mysql.session", "mysql.sys")
    programs_share_rows: bool = False
    programs_count_rows: bool = False
    program_conditions: ProgramConditions = ProgramConditions.LAST
    counts_changes_alone: bool = False
    quotes_load_variables: bool = True
    logs_nulls_of_files: bool = True
    has_named_locks: bool = True
    engines_save_gtids: bool = True
    has_whole_grammar: bool = True
    names_behind_commas: bool = False
    checks_periods: bool = True
    collates_numbers: bool = True
    has_channels: bool = True
    tells_of_aborted_sorts: bool = False
    groups_by_constants: bool = False
    asks_deletes_twice: bool = False
    hashes_by_plugin: bool = True
    warns_of_days: bool = True
    warns_of_key_caches: bool = True
    counts_days: bool = True

    server_checks_foreign_keys: bool = True
    looks_at_columns_first: bool = False
    copies_tell_of_members: bool = True
    tells_twice_of_members: bool = False
    refuses_words_for_decimals: bool = False
    cuts_long_keys: bool = False
    parser_checks_columns: bool = False
    compresses_no_temporaries: bool = True
    innodb_asks_file_format: bool = False
    innodb_knows_pages: bool = True
    ranges_end_in_gaps: bool = True
    names_long_tables: bool = True
    names_unknown_partitions: bool = True
    unset_variables_have_charset: bool = True
    new_variables_are_texts: bool = False
    unset_variables_vary: bool = False
    counts_values_first: bool = False
    insertable_first: bool = False
    triggers_ask_for_database: bool = True
    past_events_ask: bool = False
    altered_events_ask: bool = False
    notes_definers_first: bool = True
    says_foreign: bool = True
    defaults_are_cut: bool = False
    names_child: bool = True
    schedules_have_values: bool = True
    names_missing_database: bool = True
    names_key_only: bool = True
    parents_need_unique_keys: bool = True
    columns_have_foreign_keys: bool = True
    rewrites_partitions: bool = True
    several_triggers: bool = True
    instant_alter: bool = True
    alters_in_place: bool = True
    keys_in_place: bool = True
    compares_keys: bool = False
    compares_named_keys: bool = True
    drops_needed_keys: bool = False
    forces_copies: bool = True
    names_key_columns_first: bool = False
    lengthens_in_place: bool = True
    recodes_in_place: bool = True
    counts_moved_rows: bool = False
    alter_asks_clock: bool = True
    innodb_copies_for: frozenset[str] = frozenset()
    others_copy_for: frozenset[str] = frozenset({"MAX_ROWS", "PACK_KEYS"})
    unknown_engines_copy: bool = True
    logs_numbers_of_alter: bool = False
    revokes_at_all_levels: bool = True
    takes_parts_of_columns: bool = False
    engines_part_themselves: bool = True
    innodb_has_text_keys: bool = True
    uses_folders: bool = False
    innodb_has_folders: bool = True
    routines_name_invoker: bool = True
    opens_renamed: bool = True
    renames_files: bool = False
    answers_for_unpartitioned: bool = True
    spells_drops: bool = True
    converts_drops: bool = True
    temporary_anywhere: bool = False

    accounts_by_8_0: bool = True
    logs_hashes: bool = True
    logs_plugins: bool = True
    warns_of_definers: bool = True
    has_native_password: bool = False
    has_proxies: bool = True
    has_kill_command: bool = False
    registers_set_user_id: bool = False
    opens_test: bool = False
    privileges_apart: str = ", "
    denies_unknown_routines: bool = True
    denies_dropped_routines: bool = True
    clients_list_logs: bool = True
    super_before_views: bool = False
    hides_unknown_columns: bool = True
    joins_ask_tables: bool = False
    shows_selected: bool = False
    conflicts_ask_at_once: bool = False

    rereads_changed_rows: bool = False
    switches_have_defaults: bool = True
    tells_malformed_gtids: bool = False
    purges_without_mode: bool = False
    last_days_of_months: bool = True
    counters_step_back: bool = False
    counters_are_cut: bool = False
    counters_name_tables: bool = False
    refused_copies_interrupt: bool = False
    full_images_write_keys: bool = False
    trigger_names_first: bool = False
    tells_of_arguments: bool = True
    ranges_tell_of_moments: bool = False
    changes_propagate: bool = False
    differs_by_types: bool = False
    ends_at_long_lines: bool = False
    checks_base64: bool = True
    finds_next_event: bool = True
    counts_refused_rows: bool = False
    autocommit_leaves_transactions: bool = False
    levels_last_one_statement: bool = False
    counts_rows_first: bool = False
    counts_rows_of_temporary: bool = False
    deletes_of_one_at_once: bool = False
    compares_before_triggers: bool = True
    triggers_read_what_they_set: bool = False
    sorts_places: bool = False
    places_part_equals: bool = False
    sorts_whole_rows: bool = False
    names_extension: bool = True
    counts_existing_databases: bool = True
    reserves_by_intervals: bool = True
    tells_rows_beside_programs: bool = True
    logs_merged_tables: bool = True
    ignore_copies: bool = False
    folds_constants: bool = True
    keeps_converted: bool = True
    tells_of_padded: bool = False
    moments_ask_for_zone: bool = True
    clock_waits: bool = True
    kept_instants: KeptInstants = KeptInstants.AS_COPIED
    modes_spare_instants: bool = False
    engine_spells_actions: bool = False
    refuses_unpartitioned: bool = True
    maintains_partitions: bool = True
    zeroes_moments: bool = False
    warns_of_partition_engine: bool = False
    opens_called_with_arguments: bool = True
    comments_take_six_digits: bool = True
    warns_of_tight_versions: bool = True
    notes_plans: PlanNotes = PlanNotes.ALL
    xa_looks_at_names_first: bool = False
    xa_names_before_transactions: bool = False
    keeps_in_hashes: bool = False
    tells_of_recreating: bool = True
    blackhole_rows: bool = True
    old_sql_modes: bool = False
    modes_without: str = ""
    names_rows_v1: bool = True
    grant_tables_have_times: bool = True
    truncates_emptied: bool = True
    keeps_utf8mb3_bodies: bool = True
    gtid_purged_grows: bool = True
    shows_by_master: bool = False
    shows_encryption: bool = True
    shows_executed_gtids: bool = True
    checks_prepared_calls: bool = True
    forgets_ended_xa: bool = True
    locked_tables_truncate: bool = True
    locks_new_tables: bool = True
    renames_locked: bool = True
    defines_by_triggers: bool = True
    opens_before_locks: bool = False
    locks_views: bool = True
    drops_read_locked: bool = False
    types_parameters: bool = True
    casts_texts: bool = True

    def is_strict(self, command: str) -> bool:
        """Whether a strict mode makes errors of what the command's expressions warn of."""
        return command not in self.lenient_commands
