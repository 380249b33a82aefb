"""numba kernels: compiled once for all schemas, cached on disk, without the GIL. Nothing here states a layout."""
