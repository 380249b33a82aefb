"""Texts put together of parts: patterns, lists, words, libraries."""
