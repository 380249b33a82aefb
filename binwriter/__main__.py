"""`python -m binwriter`."""

from binwriter.cli import program

if __name__ == "__main__":
    program()
