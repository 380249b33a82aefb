"""Columns and rows as older servers, and development trees, wrote them."""
