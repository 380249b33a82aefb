"""Statements sent over the wire in one session, or several, and what a 9.7.4 answered to each."""
