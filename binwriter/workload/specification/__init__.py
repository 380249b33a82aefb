"""Specifications of workloads: TOML to values."""
