"""Functions that tests use as targets."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def echo(request: dict[str, Any]) -> str:
    """Say the prompt back."""
    print("printed by the app")
    return f"You asked: {request['prompt']}"


async def echo_later(request: dict[str, Any]) -> dict[str, Any]:
    """The same, asynchronously and with more to it."""
    await asyncio.sleep(0.01)
    return {"answer": request["prompt"], "citations": [{"page": "a"}], "tokens": 3}


def process_id(_request: dict[str, Any]) -> str:
    """Tell the worker."""
    return str(os.getpid())


def misbehave(request: dict[str, Any]) -> Any:
    """Do what the prompt says."""
    match request["prompt"]:
        case "raise":
            raise ValueError("no luck with canary-key-123")
        case "exit":
            os._exit(3)
        case "hang":
            time.sleep(60)
        case "spawn":
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            Path("pid").write_text(str(child.pid))
            time.sleep(60)
        case "huge":
            return "x" * 200_000
        case "set":
            return {1, 2}
        case "nan":
            return float("nan")
        case "nothing":
            return None
        case "input":
            return repr(sys.stdin.read())
    return "fine"


def nest(_request: dict[str, Any]) -> Any:
    """Return more levels than can be written."""
    value: list[Any] = []
    for _ in range(5000):
        value = [value]
    return value


def leave(_request: dict[str, Any]) -> None:
    """End the process, as a function may that was written for the command line."""
    sys.exit("no licence")


async def leave_later(request: dict[str, Any]) -> None:
    """The same, asynchronously."""
    leave(request)


def tell(request: dict[str, Any]) -> str:
    """Print a variable of the environment, and return or raise it."""
    value = os.environ[request["prompt"]]
    print(f"printed {value} and {value[::-1]}")
    if request["prompt"] == "APP_TOKEN":
        raise ValueError(value)
    return value
