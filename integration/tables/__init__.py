"""Makes the tables of the package (`binwriter/data`, generated modules) from what a real server answers."""
