"""The pieces of a text: by themselves, by chance, and as a server reads them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binwriter.formats.servers import NEWEST
from binwriter.sql.text.comments import unwrap
from binwriter.sql.text.lexer import COMMENT, NAME, SPACE, STRING, UNCLOSED, WORD, code_of, lexeme_at, lexemes, tokens
from binwriter.sql.text.modes import with_backticks, with_bare_backslashes
from binwriter.sql.text.words import BACKSLASH, BACKTICK
from tests.binwriter.sql.text.capture_lexed import ANSWERS

_PARTS = st.sampled_from([*"'\"`\\/*!-#\n @a1é>;\x00", "/*!", "/*!50000", "/*!99999", "*/"])
_TEXTS = st.lists(_PARTS).map("".join) | st.text()


@pytest.mark.slow
@given(_TEXTS, st.booleans(), st.booleans(), st.sampled_from([None, 50100, 90704]))
def test_the_pieces_are_the_text(text: str, ansi_quotes: bool, backslashes: bool, version: int | None) -> None:
    pieces = lexemes(text, ansi_quotes=ansi_quotes, backslashes=backslashes, version=version)
    assert "".join(piece[0] for piece in pieces) == text


@given(_TEXTS)
def test_a_piece_does_not_depend_on_what_was_before(text: str) -> None:
    for piece in lexemes(text):
        again = lexeme_at(text, piece.start())
        assert again is not None
        assert (again.lastgroup, again.span()) == (piece.lastgroup, piece.span())


@given(_TEXTS, st.booleans())
def test_quoted_text_is_one_piece(text: str, backslashes: bool) -> None:
    inside = text.replace("\\", "\\\\") if backslashes else text
    (piece,) = lexemes("'" + inside.replace("'", "''") + "'", backslashes=backslashes)
    assert piece.lastgroup == STRING
    (piece,) = lexemes("`" + text.replace("`", "``") + "`")
    assert piece.lastgroup == NAME


@pytest.mark.parametrize(
    ("opening", "more"),
    [
        *(
            ("'", "\\' \""),
            ('"', "\\\" '"),
            ("`", "``'"),
            ("/*", " /* '"),
            ("/*!99999", " /* '"),
            ("/*!99999", "/* */"),
        ),
        *(("'", "''"), ("-- ", "'"), ("#", '"')),
    ],
)
def test_what_does_not_close_is_the_rest(opening: str, more: str) -> None:
    # a million characters: that would take hours if the end of each quote were looked for anew
    text = f"SELECT {opening}{more * 300_000}"
    pieces = [(piece.lastgroup, piece.span()) for piece in lexemes(text, version=90704)]
    kind = COMMENT if opening in ("-- ", "#") else UNCLOSED
    assert pieces == [(WORD, (0, 6)), (SPACE, (6, 7)), (kind, (7, len(text)))]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("/*!a*/b", "runs word ends word"),
        ("/*!50000a*/*/b", "runs word ends symbol symbol word"),
        ("/*!99999 a '/* ' */ */*/**/", "comment symbol comment"),
        ("*/*a*/", "symbol comment"),
        ("/*!a /* b */ c*/", "runs word space comment space word ends"),
        ("/*!99999 /* ", "unclosed"),
    ],
)
def test_comments_that_run(text: str, kinds: str) -> None:
    assert " ".join(str(piece.lastgroup) for piece in lexemes(text, version=90704)) == kinds


def test_comments_need_a_space_behind_two_hyphens() -> None:
    assert [piece.lastgroup for piece in lexemes("1--1")] == [WORD, "symbol", "symbol", WORD]
    assert [piece.lastgroup for piece in lexemes("1-- 1\n--")] == [WORD, COMMENT, SPACE, COMMENT]


def test_tokens_are_without_comments_and_spaces() -> None:
    assert [token[0] for token in tokens("a->>'$' /*!50000 b */ @@c -- d")] == ["a", "->>", "'$'", "@@c"]


# --- as a server reads them ----------------------------------------------------------------------------------------


def _plain(text: str, modes: list[str]) -> str:
    """As statements come to the grammar: without the modes' quotes, and without the marks of comments that run."""
    if "NO_BACKSLASH_ESCAPES" in modes:
        text = with_bare_backslashes(text)
    if "ANSI_QUOTES" in modes:
        text = with_backticks(text)
    unwrapped = unwrap(text, NEWEST.version_number)
    return text if unwrapped is None else unwrapped.plain


def _digest(text: str) -> str | None:
    """STATEMENT_DIGEST_TEXT() of an expression."""
    parts = []
    for piece in tokens(text):
        if piece.lastgroup == UNCLOSED:
            return None
        word = piece[0]
        is_name = piece.lastgroup in (WORD, NAME) and word not in ("SELECT", "@a")
        name = word[1:-1].replace("``", "`").replace(BACKTICK, "`") if piece.lastgroup == NAME else word
        parts.append("?" if piece.lastgroup == STRING else f"`{name}`" if is_name else word)
    return " ".join(parts).replace(BACKSLASH, "\\").replace("@a", "@?")


@pytest.mark.parametrize(("modes", "answers"), json.loads(ANSWERS.read_text("utf-8")).items())
def test_a_server_reads_the_same_pieces(modes: str, answers: list[tuple[str, str | None]]) -> None:
    read = 0
    for text, digest in answers:
        if "--/*!" in text:
            continue  # a blank stands for the mark, so that this is a comment here
        ours = _digest(_plain(text, modes.split(",")))
        if ours is None:
            assert digest is None, text
        elif digest is not None:
            read += 1
            assert ours == digest, text
    assert read > 50


def test_words_are_looked_for_outside_of_long_strings() -> None:
    inside = "x\\'y''z" * 1000
    text = f"SELECT '{inside}', 'short', `name` /* it's '{inside}' */ -- '\n, \"{inside}\" # '\n, 1"
    assert code_of(text) == f"SELECT '', 'short', `name` /* it's '{inside}' */ -- '\n, \"\" # '\n, 1"
    assert code_of(text[:4000]) == text[:4000]
