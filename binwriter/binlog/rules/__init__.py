"""The seeds as pure functions: values in, values out; no files, no clock, no globals."""
