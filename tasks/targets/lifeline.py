"""Commands that do not outlive us, however we end: kill -9 leaves nobody to stop them.

A shell stands in front of each command. It starts a watcher in the command's process group and then becomes the
command, so that there is no moment in which the command runs unwatched, and it costs two milliseconds where an
interpreter of ours would cost thirty. The watcher waits for the end of a pipe that only we hold open, and then kills
the group, itself included. It is nobody's child: a command that waits for all its children does not wait for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_SCRIPT = """
pipe=$1; shift
( ( read -r end < "/dev/fd/$pipe"; kill -9 -$$ ) < /dev/null > /dev/null 2>&1 & )
exec "$@"
"""


@contextmanager
def lifeline() -> Iterator[int]:
    """Hold a pipe open as long as the block lasts, or until this process ends; gives the end that is handed on."""
    handed, held = os.pipe()
    try:
        yield handed
    finally:
        os.close(handed)
        os.close(held)


def bound(command: Sequence[str], pipe: int) -> tuple[str, ...]:
    """The command with its watcher; start it in a session of its own, with ``pipe`` passed on.

    Its exit code is 127 when the program is not there, 126 when it cannot be executed.
    """
    return ("/bin/sh", "-c", _SCRIPT, "lastgreen", str(pipe), *command)
