"""MATCH .. AGAINST: words of a text, queries in both modes, and how well a row fits.

Sources: MySQL manual, 14.9 "Full-Text Search Functions"; captures of 9.7.4 (scenarios fulltext_*).
"""

from binwriter.storage.fulltext.corpus import Corpus, Scorer
from binwriter.storage.fulltext.query import read_boolean, words_of_query
from binwriter.storage.fulltext.words import Tokenizer, tokenizer_for

__all__ = ["Corpus", "Scorer", "Tokenizer", "read_boolean", "tokenizer_for", "words_of_query"]
