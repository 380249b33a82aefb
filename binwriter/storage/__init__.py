"""Rows in memory: of each table its indexes and scan orders, undo and read views, full text."""
