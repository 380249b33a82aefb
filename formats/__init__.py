"""How bytes look: construct declarations of MySQL's binary log. No policy, no files, no clock, no SQL."""
