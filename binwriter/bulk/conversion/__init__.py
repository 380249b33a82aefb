"""From the Arrow types that people have (pandas, Parquet, Spark) to storage form, every value checked.

`batch` does whole batches. Each type has two ways: a quick one over whole arrays, that says None as soon as anything is
out of the ordinary (`numbers`, `strings`, `temporal`, `members`, `documents`), and a slow one, value by value
(`plain`), which decides, and whose errors are those of the codecs.
"""
