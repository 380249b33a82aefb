"""How well a text fits: over all rows of a table, since rare words count for more.

Sources: MySQL manual, 14.9.2 "How Relevancy Ranking is Calculated" (InnoDB: the sum of TF * IDF * IDF), 14.9.1 (MyISAM:
a word of half the rows or more counts for nothing) and the internals manual on its weights.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.storage.fulltext.query import Group, Phrase, Term
from binwriter.storage.fulltext.words import Tokenizer, Word

_LEAST = {True: -math.inf, False: 0.0}  # a score, by whether it is InnoDB's
_FLOAT = struct.Struct("<f")
# what an operator makes of a score (captured: scores_of_matches)
_INNODB: dict[str, Callable[[float], float]] = {">": lambda score: score + 1, "<": lambda score: score - 1}
_MYISAM: dict[str, Callable[[float], float]] = {
    ">": lambda score: score * 1.5,
    "<": lambda score: score / 1.5,
    "~": lambda score: score * -0.5,
}

Scorer = Callable[[str], float]
_IN_ALL_ROWS = 1.0001  # so that a word of every row is worth something still
_PIVOT = 0.0115
_EXPANDED = 20  # ft_query_expansion_limit


@dataclass
class Corpus:
    """The texts of all rows."""

    tokenizer: Tokenizer
    innodb: bool
    texts: tuple[str, ...]
    _counts: dict[str, Counter[Word]] = field(default_factory=dict)

    def counts(self, text: str) -> Counter[Word]:
        """How often each indexed word is in the text."""
        counted = self._counts.get(text)
        if counted is None:
            counted = self._counts[text] = Counter(self.tokenizer.words(text))
        return counted

    def natural(self, words: Iterable[Word], *, expanded: bool = False) -> Scorer:
        """expanded: WITH QUERY EXPANSION, a second search with the words of the rows that the first one found."""
        weights = {word: self._worth(word) for word in words}
        if expanded:
            best = sorted(self.texts, key=lambda text: -self._score(text, weights))
            texts = [text for text in best if self._score(text, weights) > 0]
            for text in texts if self.innodb else texts[:_EXPANDED]:
                weights.update((word, self._worth(word)) for word in self.counts(text))
        return lambda text: self._score(text, weights)

    def boolean(self, query: Group) -> Scorer:
        """What is left out of an empty query fits nothing."""
        return lambda text: _single(max(self._fits(query, text) or 0.0, _LEAST[self.innodb]))

    # --- weights ----------------------------------------------------------------------------------------------------

    def _worth(self, word: Word) -> float:
        total, having = len(self.texts), sum(word in self.counts(text) for text in self.texts)
        if not having:
            return 0.0
        if self.innodb:
            share = total / having
            return math.log10(share if share > 1 else _IN_ALL_ROWS) ** 2
        return math.log((total - having) / having) if total > 2 * having else 0.0

    def _score(self, text: str, weights: dict[Word, float]) -> float:
        counts = self.counts(text)
        if self.innodb:
            total = 0.0
            for word, worth in weights.items():
                total = _single(total + worth * counts[word])
            return total
        whole = sum(math.log(count) + 1 for count in counts.values())
        norm = len(counts) / (1 + _PIVOT * len(counts))
        return _single(
            sum(
                _single((math.log(counts[word]) + 1) / whole * norm) * worth  # as the index has it
                for word, worth in weights.items()
                if counts[word]
            )
        )

    # --- boolean mode -----------------------------------------------------------------------------------------------

    def _fits(self, part: Term | Phrase | Group, text: str) -> float | None:
        """Its score, None if the text does not fit."""
        if isinstance(part, Term):
            return self._fits_term(part, text)
        if isinstance(part, Phrase):
            if not _stands_in(part, self.tokenizer.words(text)):
                return None
            counts = self.counts(text)
            return sum(counts[word] * self._worth(word) for word in part.words) if self.innodb else 1.0
        score, has_any, required = 0.0, False, False
        for operator, inner in part.parts:
            inner_score = self._fits(inner, text)
            if operator == "-":
                if inner_score is not None:
                    return None
                continue
            if operator == "+":
                required = True
                if inner_score is None:
                    return None
            if inner_score is not None:
                if operator == "~" and self.innodb:
                    continue
                has_any = True
                change = (_INNODB if self.innodb else _MYISAM).get(operator)
                score = _single(score + (inner_score if change is None else _single(change(_single(inner_score)))))
        return score if has_any or required else None

    def _fits_term(self, term: Term, text: str) -> float | None:
        if not term.prefix:
            count = self.counts(text)[term.word]
            return (count * self._worth(term.word) if self.innodb else 1.0) if count else None
        wanted = self.tokenizer.key(term.text)
        begins = [
            word
            for word in self.tokenizer.pieces(text)
            if self.tokenizer.is_indexed(word) and self.tokenizer.key(word[: len(term.text)]) == wanted
        ]
        if not begins:
            return None
        return sum(self._worth(self.tokenizer.key(word)) for word in begins) if self.innodb else 1.0


def _single(value: float) -> float:
    """As a FLOAT has it, which scores are."""
    single: float = _FLOAT.unpack(_FLOAT.pack(value))[0]
    return single


def _stands_in(phrase: Phrase, words: list[Word]) -> bool:
    length = len(phrase.words)
    if phrase.near:
        spans = (set(words[at : at + phrase.near]) for at in range(len(words)))
        return any(set(phrase.words) <= span for span in spans)
    return any(tuple(words[at : at + length]) == phrase.words for at in range(len(words) - length + 1))
