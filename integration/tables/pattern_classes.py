"""Asks a real server which characters the classes of regular expressions have, and writes `data/pattern_classes.xz`.

    python -m binwriter.integration.tables.pattern_classes

A line is the names of one class, a colon, and its characters as ranges in hexadecimal digits. A name is as in
`[[:alpha:]]`, a letter behind a backslash, or one behind `p=` as in \\p{..}: short, without blanks and underscores.
"""

from __future__ import annotations

import lzma
from pathlib import Path

from binwriter import data
from binwriter.integration.mysql import running_server
from binwriter.integration.tables.code_points import CodePoints

_POSIX = "alpha digit alnum word space blank upper lower xdigit punct cntrl graph print"
_LETTERS = "d w s h v"
_PROPERTIES = """
    C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs
    letter mark number punctuation symbol separator other uppercaseletter lowercaseletter titlecaseletter modifierletter
    otherletter decimalnumber letternumber othernumber spaceseparator mathsymbol currencysymbol control format
    dashpunctuation upper uppercase lower lowercase alpha alphabetic digit punct cntrl alnum space word xdigit ascii any
    assigned blank graph print whitespace asciihexdigit hexdigit idstart idcontinue
    math dash diacritic ideographic emoji latin latn greek grek cyrillic cyrl han hani hebrew hebr arabic arab
    armenian armn hiragana hira katakana kana hangul hang thai devanagari deva bengali beng georgian geor common zyyy
    inherited zinh ethiopic ethi khmer khmr lao laoo tibetan tibt tamil taml telugu telu gujarati gujr gurmukhi guru
    kannada knda malayalam mlym sinhala sinh myanmar mymr mongolian mong cherokee cher runic runr ogham ogam coptic
    copt gothic goth syriac syrc thaana thaa bopomofo bopo yi yiii braille brai
"""
_RANGES = (
    "SELECT MIN(code), MAX(code) FROM (SELECT code, code - CAST(ROW_NUMBER() OVER (ORDER BY code) AS SIGNED) AS begun"
    " FROM code_points WHERE CONVERT(c USING utf8mb4) COLLATE utf8mb4_bin REGEXP %s) AS found GROUP BY begun ORDER BY 1"
)


class _Classes(CodePoints):
    database = "binwriter_pattern_classes"

    def ranges(self, expression: str) -> str:
        self._cursor.execute(_RANGES, (expression,))
        return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in self._cursor)


def main() -> int:
    """Writes the file."""
    expressions = {name: f"[[:{name}:]]" for name in _POSIX.split()}
    expressions |= {letter: f"\\{letter}" for letter in _LETTERS.split()}
    expressions |= {f"p={name.lower()}": f"\\p{{{name}}}" for name in _PROPERTIES.split()}
    named: dict[str, list[str]] = {}
    with running_server() as server, _Classes(server) as asked:
        for name, expression in expressions.items():
            named.setdefault(asked.ranges(expression), []).append(name)
    lines = (f"{' '.join(names)}:{ranges}\n" for ranges, names in named.items())
    packed = lzma.compress("".join(lines).encode("ascii"), preset=9 | lzma.PRESET_EXTREME)
    Path(str(data.__file__)).with_name("pattern_classes.xz").write_bytes(packed)
    print(f"{len(expressions)} names of {len(named)} classes, {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
