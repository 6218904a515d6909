"""`python -m sqlrisk`, and the program that pip installs: what an interrupt meets before the commands are imported."""

from __future__ import annotations

import sys
from typing import NoReturn

from sqlrisk import interrupts


def main() -> NoReturn:
    """The program; see sqlrisk.cli.main."""
    interrupts.listen()
    try:
        from sqlrisk import cli
    except KeyboardInterrupt:
        print(interrupts.MESSAGE, file=sys.stderr)
        sys.exit(interrupts.CODE)
    cli.main()


if __name__ == "__main__":
    main()
