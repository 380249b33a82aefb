"""The log wing: what a statement did becomes events, groups and files. It knows no SQL."""
