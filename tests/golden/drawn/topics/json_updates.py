"""Changes of parts of JSON documents, with partial row events and without."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, Topic

TOPIC = Topic(
    (
        "CREATE TABLE t (id INT{key}, j JSON, k JSON{must}, s VARCHAR(20), b BLOB) ENGINE={inno}",
        "CREATE TABLE g (id INT PRIMARY KEY, j JSON, x INT AS (j->'$.a') {kept}, y VARCHAR(30) AS (j->>'$.s') {kept}{indexed}) ENGINE=InnoDB",
        'INSERT INTO t VALUES (1,\'{"a": 1, "b": [1, 2, {"c": "x"}], "s": "short"}\',\'[1, "two", 3.5, null]\',\'a\',\'b\'),(2,\'{"a": {"b": {"c": 12345678901}}}\',\'{}\',\'b\',NULL)',
        'INSERT INTO t VALUES (3,NULL,\'"str"\',NULL,\'bb\'),(4,JSON_OBJECT(\'s\', REPEAT(\'l\', 300), \'a\', 5),JSON_ARRAY(REPEAT(\'m\', 200), 2),\'d\',\'x\')',
        'INSERT INTO g (id, j) VALUES (1,\'{"a": 1, "s": "one", "b": [1, 2]}\'),(2,\'{"a": 2, "s": "two"}\'),(3,\'{"a": 3, "s": "a much longer text", "b": {"c": [1, [2, 3]]}}\')',
    ),
    (
        "UPDATE {ignore}{t} SET {col} = {fn}{where}{order}",
        "UPDATE {ignore}{t} SET {col} = {fn}{where}{order}",
        "UPDATE {t} SET {col} = {fn}{where}",
        "UPDATE t SET j = {fn}, k = {kfn}{where}",
        "UPDATE t SET k = {kfn}, s = {text}{where}",
        "UPDATE t SET j = k, k = j{where}",
        "UPDATE t SET j = JSON_SET(k, '$.a', {val}){where}",
        "UPDATE {t} SET j = JSON_SET(JSON_REMOVE(j, {path}), {path}, {val}){where}",
        "UPDATE {t} a JOIN t b ON a.id = b.id SET a.j = JSON_SET(a.j, {path}, b.k){where0}",
        "UPDATE t a JOIN g b ON a.id = b.id SET a.j = JSON_REPLACE(a.j, {path}, {val}), b.j = JSON_SET(b.j, '$.a', {d})",
        "INSERT INTO {t} (id, j) VALUES ({d}, {doc}) ON DUPLICATE KEY UPDATE j = JSON_SET(j, {path}, {val})",
        "INSERT INTO {t} (id, j) VALUES ({D}, {doc}), ({d}, {doc})",
        "REPLACE INTO {t} (id, j) VALUES ({d}, {doc})",
        "DELETE FROM {t}{where}{order}",
        "SET binlog_row_value_options = {partial}",
        "SET binlog_row_image = {image}",
        "SET binlog_format = {format}",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "SELECT id, j FROM {t}{where}",
        "SELECT id, JSON_STORAGE_SIZE(j), JSON_STORAGE_FREE(j) FROM {t}",
        "SET binlog_rows_query_log_events = {onoff}",
        "CREATE TRIGGER r{d} BEFORE UPDATE ON {t} FOR EACH ROW SET NEW.j = JSON_SET(NEW.j, {path}, {val})",
        "DROP TRIGGER IF EXISTS r{d}",
    ),
    {
        "t": ("t", "t", "g"),
        "key": ("", " PRIMARY KEY", " PRIMARY KEY", " NOT NULL UNIQUE", " UNIQUE"),
        "must": ("", " NOT NULL", " DEFAULT (JSON_ARRAY())", " INVISIBLE"),
        "inno": ("InnoDB", "InnoDB", "InnoDB", "MyISAM"),
        "kept": ("VIRTUAL", "STORED"),
        "indexed": ("", ", KEY (x)", ", UNIQUE KEY (y)"),
        "col": ("j", "j", "j"),
        "fn": (
            "JSON_SET(j, {path}, {val})", "JSON_SET(j, {path}, {val}, {path}, {val})", "JSON_REPLACE(j, {path}, {val})",
            "JSON_REPLACE(j, {path}, {val}, {path}, {val})", "JSON_REMOVE(j, {path})", "JSON_REMOVE(j, {path}, {path})",
            "JSON_INSERT(j, {path}, {val})", "JSON_ARRAY_APPEND(j, {path}, {val})", "JSON_MERGE_PATCH(j, {doc})",
            "JSON_SET(j, {path}, j)", "JSON_SET(j, '$.a', j->'$.b')", "j", "{doc}", "NULL", "JSON_SET(j, '$', {val})",
        ),
        "kfn": ("JSON_SET(k, {path}, {val})", "JSON_REMOVE(k, {path})", "JSON_REPLACE(k, '$[1]', {val})", "j", "{doc}"),
        "path": ("'$.a'", "'$.a'", "'$.b[1]'", "'$.b'", "'$.s'", "'$.s'", "'$.b[2].c'", "'$.a.b.c'", "'$.new'", "'$[0]'", "'$[1]'",
                 "'$.b[last]'", "'$.b[7]'", "'$'", "'$.\"q r\"'", "'bad'"),
        "val": ("{d}", "{D}", "NULL", "'x'", "'longer'", "'a text that is quite a lot longer'", "1.5", "TRUE", "CAST('[1,2]' AS JSON)",
                "JSON_OBJECT('n', 1)", "CAST(70000 AS JSON)", "-1", "CAST(12.25 AS DECIMAL(6,2))", "DATE'2024-05-06'", "REPEAT('z', 130)",
                "CAST(1e3 AS DOUBLE)", "''", "'ä€'"),
        "doc": ("'{\"a\": 1}'", "'[]'", "'{\"b\": [1, 2, 3], \"s\": \"x\"}'", "'null'", "'{bad'", "JSON_OBJECT('a', 2, 's', 'tt')", "'7'"),
        "where": ("", " WHERE id = {d}", " WHERE id < 4", " WHERE JSON_VALID(j)", " WHERE j->'$.a' = 1"),
        "where0": ("", " WHERE a.id < 3"),
        "order": ("", "", "", " ORDER BY id DESC", " LIMIT 1"),
        "partial": ("PARTIAL_JSON", "PARTIAL_JSON", "PARTIAL_JSON", "''"),
        **SWITCHED,
    },
)
