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

# What ICU's syntax has beside Python's, and how each of them fails: asked of three texts.
_ICU = r"""
    \p{L}+ \p{Lu} \P{L} \p{^L} \p{Letter} \p{Alphabetic} \p{alpha} \p{ L } \p{lu} \p \pL \p{} \p{L \p{Ll}{2}
    [\p{L}]+ [^\p{L}] [\P{L}1] [\p{Nd}-] [a\p{Nd}] \N{DIGIT ONE} \N{NOTHING} \N \x41 \x{41} \x{1F600} \x4 \x \xG
    \u0041 \u004 \U00000041 \U0041 \cA \c \e \a \0101 \08 \0 \h \H \v \V \R \R+ [\h] [\v] [\d-x] [x-\d] [\n] [\x41]
    [\x{41}-\x{43}] [\u0041-C] \A \Z \z \b \B \A* \b+ ^+ $* \bA \y \i \_ \- \/ \" \8 \9 (a)\1 (a)\2 (a)(b)\2\1 \1(a)
    \k<n> (?<n>A)\k<n> (?<n>A)\k<m> (?<1>a) (?<n_>a) (?<n>a)(?<n>b) (?<>a) (?<n (?<n> (?P<n>a) (?'n'a) (?(1)a)
    (?&n) (?1) \QA.\E \Q \Q\E \QA.\E+ \E \QA (?#c)A (?#c (?i)A (?i:A) (?i A(?i)B A(?i)b|c (?-i)A (?i-i)A
    (?s). (?m)^A (?x)_A (?w)A
    (?d)A (?u)A (?y)A (?im-sx:A) (?i-) (?-) (?:A) (?:) () (|) (A|) (A||B) | || (?=A) (?!A) (?<=A)B (?<!A)B (?<=A|BC)B
    (?<=A{1,2})B (?<=A*)B (?<=(A+))B (?<=A?)B (?<!A{2,})B (?>A+) (?>A+)A A?? A*? A+? A*+ A?+ A{1}? A{1}+ A** A*?? A+*
    A{,2} A{2} A{ A{a} A{1,a} A{1,2 A{2}{3} {1} }  ] ]] [] [^] [a [] [[] [[a] [a]] ( ) (( )) (a (a)) ((a) a) *a +a ?a
    (*a) (? A{0} A{0,0} A{0}B A{1000} A{65536} A{2147483647} A{2147483648} A{99999999999} (A{100}){100} (?:A|B|C)+
    .+ .
    (A)|(B) ^$ ^ $ ^^ $$ ^*$ A$B \ A\ [\ [\] [a-\ [z-a] [a-a] [--a] [a--] [a-] [-] [--] [&&] [a&&b] [a&b] \p{IsGreek}
    \p{Greek} \p{script=Greek} \p{sc=Grek} \p{InGreek} \p{gc=Lu} \p{Any} \p{ASCII} \p{space} \p{word} \p{xdigit}
    \p{punct} \p{upper} \p{lower} \p{digit} \p{alnum} \X \X+ \G \GA (?<=\d)A (?<=\p{L})B (?!\w)A \w+ \W \s \S \d \D
"""
_TEXTS = ("'AB1_ ab'", "'é\\r\\nA.'", "''")
SCRIPTS["ICU"] = [
    f"SELECT {', '.join(f'REGEXP_SUBSTR({text}, {escaped})' for text in _TEXTS)}"
    for escaped in ("'" + one.replace("\\", "\\\\").replace("'", "''") + "'" for one in _ICU.split())
]
SCRIPTS["deep"] = [
    f"SELECT 'a' REGEXP CONCAT(REPEAT('{opening}', {depth}), 'a', REPEAT(')', {depth}))"
    for opening in ("(", "(?:", "(?=", "(?i:", "(?>")
    for depth in (48, 49, 50, 96, 97, 98, 99, 100)
]
SCRIPTS["places"] = [
    f"SELECT 'a' REGEXP '{one}'"
    for one in (
        *("a\\n**", "a\\r\\n*+*", "é**", "a**b", "ab(?", "a\\n(?P<n>a)"),
        *("a|*", "(?i)**", "\\\\Qa\\\\E**", "a{1}{1}", "(a)(*)"),
    )
]
