"""Which words of a text a FULLTEXT index has.

Source: MySQL manual, 14.9.1 (what is a word), 14.9.4 (stopwords), 14.9.8 (the ngram parser).
"""

from __future__ import annotations

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.collation.keys import sort_key
from binwriter.storage.fulltext.stopwords import INNODB_STOPWORDS, MYISAM_STOPWORDS

Word = object  # as the column's collation compares it

_WORD = pattern(r"\w+")
_WORD_WITH_APOSTROPHES = pattern(r"\w+(?:'\w+)*")
NGRAM = "ngram"


@dataclass(frozen=True)
class Tokenizer:
    """least, most: how many characters an indexed word has. ngram: the length of ngrams, 0 for words."""

    collation: int
    least: int
    most: int
    stopwords: frozenset[str]
    apostrophes: bool
    ngram: int = 0

    def words(self, text: str) -> list[Word]:
        """The indexed words of a text, in order."""
        return [self.key(word) for word in self.pieces(text) if self.is_indexed(word)]

    def pieces(self, text: str) -> list[str]:
        """All words of a text, or all its ngrams."""
        words = (_WORD_WITH_APOSTROPHES if self.apostrophes else _WORD).findall(text)
        if not self.ngram:
            return words
        return [word[at : at + self.ngram] for word in text.split() for at in range(len(word) - self.ngram + 1)]

    def is_indexed(self, word: str) -> bool:
        lowered = word.lower()
        if self.ngram:
            return not any(stopword in lowered for stopword in self.stopwords)
        return self.least <= len(word) <= self.most and lowered not in self.stopwords

    def key(self, word: str) -> Word:
        return sort_key(word, self.collation)


def tokenizer_for(engine: str, collation: int, parser: str, sizes: dict[str, int]) -> Tokenizer:
    """How that engine's index reads a column. sizes: the variables that bound words, by name."""
    innodb = engine == "InnoDB"
    stopwords = INNODB_STOPWORDS if innodb else MYISAM_STOPWORDS
    prefix, word = ("innodb_ft", "token_size") if innodb else ("ft", "word_len")
    return Tokenizer(
        collation,
        sizes[f"{prefix}_min_{word}"],
        sizes[f"{prefix}_max_{word}"],
        stopwords,
        apostrophes=not innodb,
        ngram=sizes["ngram_token_size"] if parser.lower() == NGRAM else 0,
    )
