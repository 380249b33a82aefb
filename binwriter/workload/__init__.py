"""Workloads: from a specification to transactions of rows that a MySQL server replays without one error.

spec        what is asked for, as values; spec_reader reads it from TOML and options
schema      CREATE TABLE texts -> tables, and the DDL of the first file
plan        the shards: one file each, all numbers fixed before a byte is encoded
schedule    which rows live, and which statement changes which of them
shard       one file: schedule, values, writer
engines     where shards run; job: publication and resuming
"""
