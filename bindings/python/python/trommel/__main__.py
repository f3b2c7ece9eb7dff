"""The command ``trommel``: ``python -m trommel --help`` is its manual."""

import signal
import sys

from trommel._trommel import run_command


def main() -> int:
    """Runs the command with the arguments of this process; returns its exit code."""
    # The command runs without the interpreter, which could not answer an interruption.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["trommel", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
