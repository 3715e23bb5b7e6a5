"""The process in which a Python function is called: ``python -m tasks.targets.worker module:function``.

It says first whether the function is there, then answers one request after the other. What the function prints goes
to standard error. When its owner is gone it ends at once, together with everything the function started.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import inspect
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from tasks.targets.frames import pack, read_frame

Function = Callable[[Any], Any]


def find(reference: str) -> Function:
    """Import ``module:function``; the working directory is searched as well.

    Raises:
        LookupError: The module has no such function.
        Exception: Whatever importing the module raises.
    """
    module, _, path = reference.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise LookupError(f"module {module!r} has no function {path!r}")  # noqa: TRY004 (nothing was passed in)
    return found  # type: ignore[no-any-return]


def source_hash(function: Function) -> str:
    """sha256 of the file that defines a function; empty when there is none."""
    file = inspect.getsourcefile(inspect.unwrap(function)) if inspect.isroutine(function) else None
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def call(function: Function, request: Any, runner: asyncio.Runner) -> bytes:
    """Call the function, synchronous or not, and frame what it returns or raises."""
    try:
        reply = function(request)
        if inspect.isawaitable(reply):
            reply = runner.run(_awaited(reply))
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever the app raises is its fault, and told)
        return pack({"fault": "crashed", "detail": _printable(f"{type(error).__name__}: {error}")})
    try:
        return pack({"reply": reply})
    except (TypeError, ValueError, RecursionError) as error:
        return pack({"fault": "not_json", "detail": _printable(f"the function returned no JSON value: {error}")})


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


def _printable(text: str) -> str:
    return text.encode(errors="replace").decode()


def serve(reference: str, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until they end."""
    try:
        function = find(reference)
        source = source_hash(function)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (told to the owner: a configuration error)
        _write(replies, pack({"error": _printable(f"{type(error).__name__}: {error}")}))
        return
    _write(replies, pack({"source": source}))
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    with asyncio.Runner() as runner:
        while True:
            _write(replies, call(function, waiting.get()["request"], runner))


def _listen(requests: BinaryIO, waiting: queue.SimpleQueue[Any]) -> None:
    while (request := read_frame(requests)) is not None:
        waiting.put(request)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _write(stream: BinaryIO, frame: bytes) -> None:
    stream.write(frame)
    stream.flush()


def main() -> None:
    """Keep the pipes for ourselves: the function gets an empty input, and its output goes to standard error."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    serve(sys.argv[1], requests, replies)


if __name__ == "__main__":
    main()
