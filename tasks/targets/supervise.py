"""Runs one command and makes sure that it does not outlive whoever asked for it.

Started as a script with the command as its arguments. It holds the reading end of a pipe as its standard input: when
that reports its end, because the owner closed it or died in whatever way, the command's whole process group is
stopped. Only the standard library is used, so that it is up in a few hundredths of a second.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

GRACE_S = 5.0
"""Seconds from asking the group to end to ending it."""


def main(command: list[str]) -> int:
    """Run the command until it ends or the owner is gone; return its exit code, 127 when it cannot be started."""
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 (it is the user's own)
    except OSError as error:
        sys.stderr.write(f"cannot start {command[0]!r}: {error.strerror}\n")
        return 127
    threading.Thread(target=_stop_when_alone, args=(child,), daemon=True).start()
    code = child.wait()
    _signal_group(child.pid, signal.SIGKILL)
    return code if code >= 0 else 128 - code


def _stop_when_alone(child: subprocess.Popen[bytes]) -> None:
    while os.read(0, 4096):
        pass
    _signal_group(child.pid, signal.SIGTERM)
    time.sleep(GRACE_S)
    _signal_group(child.pid, signal.SIGKILL)


def _signal_group(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        # Nobody is left, or (on macOS) only zombies are.
        return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
