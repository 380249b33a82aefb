"""Machine code for the rows of one table: what the kernels read from a plan at each cell stands in it as constants."""
