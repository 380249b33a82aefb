"""Patterns that take for ever, or more than they may: regexp_time_limit (3699), regexp_stack_limit (3698), others."""

from __future__ import annotations

from tests.reliability.limits.cases import RECONNECT, Scripts

_BAD = [
    ("(a+)+$", "REPEAT('a', 30)", "'b'"),
    ("(a|aa)+$", "REPEAT('a', 40)", "'b'"),
    ("(a*)*b", "REPEAT('a', 30)", "''"),
    ("(.*)*x", "REPEAT('a', 30)", "''"),
    ("(.*a){20}", "REPEAT('a', 25)", "''"),
    ("^(([a-z])+.)+[A-Z]([a-z])+$", "REPEAT('a', 40)", "''"),
    ("(x+x+)+y", "REPEAT('x', 30)", "''"),
    ("(a?){25}a{25}", "REPEAT('a', 25)", "''"),
    ("a{1,1000}b", "REPEAT('a', 3000)", "''"),
    ("a*a*a*a*a*b", "REPEAT('a', 100)", "''"),
]
_FORMS = [
    "SELECT CONCAT({text}, {end}) REGEXP '{pattern}'",
    "SELECT REGEXP_LIKE(CONCAT({text}, {end}), '{pattern}')",
    "SELECT REGEXP_INSTR(CONCAT({text}, {end}), '{pattern}')",
    "SELECT REGEXP_SUBSTR(CONCAT({text}, {end}), '{pattern}')",
    "SELECT REGEXP_REPLACE(CONCAT({text}, {end}), '{pattern}', 'z')",
]
_WRONG = (
    "", "(", ")", "[", "]", "*", "+", "?", "a**", "a{", "a{1", "a{1,2", "a{2,1}", "a{99999999999}", "a{1001}", "a{0}",
    "[z-a]", "[[:alpha:]]", "[[:nothing:]]", "\\\\", "\\\\p{Nothing}", "(?", "(?x", "(?<=a*)b", "(?<=a{1,3})b",
    "(a)\\\\2", "\\\\1", "\\\\x", "\\\\x{110000}", "\\\\u12", "(?i)A", "(?P<n>a)", "(?<n>a)\\\\k<n>", "\\\\Qa", "a|",
    "|a", "^*", "$+", "(?:a", "[a", "[^", "[[:<:]]a", "\\\\b", "a++", "(?>a+)a", "\\\\N{DIGIT ONE}",
)  # fmt: skip
SCRIPTS: Scripts = {
    "for ever": [form.format(pattern=pattern, text=text, end=end) for pattern, text, end in _BAD for form in _FORMS[:1]]
    + [form.format(pattern=_BAD[0][0], text=_BAD[0][1], end=_BAD[0][2]) for form in _FORMS],
    "the limits": [
        "SELECT @@GLOBAL.regexp_time_limit, @@GLOBAL.regexp_stack_limit",
        "SET GLOBAL regexp_stack_limit = 100",
        "SELECT REGEXP_LIKE(REPEAT('ab', 2000), '(ab)*')",
        "SELECT REGEXP_LIKE(REPEAT('a', 2000), 'a*')",
        "SELECT REGEXP_LIKE('a', 'a')",
        "SET GLOBAL regexp_stack_limit = 8000000",
        "SELECT REGEXP_LIKE(REPEAT('ab', 2000), '(ab)*')",
        "SELECT REGEXP_LIKE(REPEAT('ab', 200000), '(ab)*$')",
        "SELECT REGEXP_LIKE(REPEAT('a', 200000), '(a|b)*$')",
        "SET GLOBAL regexp_time_limit = 0",
        "SELECT REGEXP_LIKE(CONCAT(REPEAT('a', 15), 'b'), '(a+)+$')",
        "SET GLOBAL regexp_time_limit = -1",
        "SET GLOBAL regexp_time_limit = 2147483648",
        "SELECT @@GLOBAL.regexp_time_limit, @@GLOBAL.regexp_stack_limit",
        "SET GLOBAL regexp_time_limit = 1",
        "SELECT REGEXP_LIKE(CONCAT(REPEAT('a', 8), 'b'), '(a+)+$')",
        "SELECT REGEXP_LIKE(CONCAT(REPEAT('a', 12), 'b'), '(a+)+$')",
        "SELECT REGEXP_LIKE(CONCAT(REPEAT('a', 16), 'b'), '(a+)+$')",
    ],
    "wrong": [f"SELECT 'ab' REGEXP '{pattern}'" for pattern in _WRONG],
    "large": [
        "SELECT 'a' REGEXP REPEAT('a', 100000)",
        "SELECT 'a' REGEXP CONCAT(REPEAT('(', 100), 'a', REPEAT(')', 100))",
        "SELECT 'a' REGEXP CONCAT(REPEAT('(', 1000), 'a', REPEAT(')', 1000))",
        "SELECT 'a' REGEXP CONCAT(REPEAT('(', 10000), 'a', REPEAT(')', 10000))",
        "SELECT 'a' REGEXP REPEAT('a|', 20000)",
        "SELECT 'a' REGEXP 'a{1000}{1000}'",
        "SELECT 'a' REGEXP '((a{100}){100}){100}'",
        "SELECT 'a' REGEXP REPEAT('[a-z]', 10000)",
    ],
    "in changes": [
        "CREATE TABLE t (a VARCHAR(100)) ENGINE=InnoDB",
        "INSERT INTO t VALUES (CONCAT(REPEAT('a', 30), 'b'))",
        "UPDATE t SET a = 'x' WHERE a REGEXP '(a+)+$'",
        "INSERT IGNORE INTO t SELECT a REGEXP '(a+)+$' FROM t",
        "DELETE FROM t WHERE a REGEXP '('",
        "SELECT COUNT(*) FROM t",
    ],
    "LIKE": [
        "SELECT REPEAT('a', 30) LIKE '%a%a%a%a%a%a%a%a%a%a%b'",
        "SELECT REPEAT('ab', 30) LIKE CONCAT(REPEAT('%a', 12), 'x')",
        "SELECT 'abc' LIKE REPEAT('%', 10000)",
        "SELECT REPEAT('a', 10000) LIKE '%_%_%a'",
        RECONNECT,
        "SELECT 1",
    ],
}

# What sets match, each asked of the characters that mean something in one.
_SETS = r"""
    [[a] [a[b]] [a[bc]d] [abc&&b] [a-c--b] [abc--[b]] [a||b] [a~~b] [[:nothing:]] [[:alpha:][:digit:]]
    [^[:alpha:]] [[=a=]] [[.a.]] [a-c-[b]] [a-c&&[b-d]] []a] [^]a] [a-] [-a] [a\]b] [[] [a[] [^a[b]] [a[^b]]
    [a&b] [a|b] [a~b] [a--] [&&a] [[:alpha:] [:alpha:] [[:ALPHA:]] [[:word:]] [[:blank:]] [[:cntrl:]]
    [[:graph:]] [[:print:]] [[:^alpha:]] [\d] [\p{L}] [] [^] a] [a-\d] [{a}] [$a] [^-a] [a^b]
"""
_ASKED = "abcd[]&-|~1: =."
SCRIPTS["sets"] = [
    "SELECT " + ", ".join(f"'{character}' REGEXP '{one.replace(chr(92), chr(92) * 2)}'" for character in _ASKED)
    for one in (*_SETS.split(), "[a b]")
]
