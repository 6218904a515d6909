"""Runs one command and writes what it used, as JSON, to a file.

A child's peak memory counts that of the process that forked it, so this one imports nothing large: it is run as a script.
"""

import json
import os
import sys
import time


def main() -> None:
    """Usage: launcher.py FILE COMMAND ..."""
    file, *command = sys.argv[1:]
    started = time.perf_counter()
    child = os.fork()
    if not child:
        os.execv(command[0], command)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - started
    with open(file, "w", encoding="utf-8") as written:
        json.dump({"cpu": used.ru_utime + used.ru_stime, "wall": wall, "peak_mb": used.ru_maxrss / 1024, "code": os.waitstatus_to_exitcode(status)}, written)


if __name__ == "__main__":
    main()
