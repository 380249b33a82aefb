"""Columns in, a file's bytes out, at memory speed. Needs the extra `bulk` (numpy, pyarrow), is quicker with `fast`.

`work` says what is written; `BulkFileWriter` writes it and `exact` is the slow, obvious way to the same bytes.
"""
