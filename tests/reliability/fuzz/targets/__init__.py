"""One module a target; the package's docstring has the interface."""
