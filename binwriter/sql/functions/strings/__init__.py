"""Functions of strings, hashes and ciphers."""
