"""`python -m sqlrisk`."""

from sqlrisk.cli import main

main()
