"""`python -m binwriter`."""

import signal


def main() -> None:
    """Until signals are answered, SIGINT ends the process without a word: there is nothing yet that it could leave."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from binwriter.cli import program

    program()


if __name__ == "__main__":
    main()
