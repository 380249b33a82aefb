"""`python -m binwriter`."""

import sys

from binwriter.cli import main

if __name__ == "__main__":
    sys.exit(main())
