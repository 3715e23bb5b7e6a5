"""A stand-in for ``prefect server start`` that starts at once: the folder it lies in comes first on the path."""

from __future__ import annotations

import shutil
from pathlib import Path

BEHAVIOUR = "behaviour.txt"
"""``serve``, ``die``, ``hang`` (never answers), ``stubborn`` (serves and ignores SIGTERM)."""


def install(home: Path, behaviour: str = "serve") -> None:
    """Put the stand-in where the local server of ``home`` runs, or change what it does next time."""
    folder = home / "prefect"
    package = folder / "prefect"
    package.mkdir(parents=True, exist_ok=True)
    shutil.copy(__file__, package / "__init__.py")
    (package / "__main__.py").write_text("from prefect import main\n\nmain()\n", "utf-8")
    (folder / BEHAVIOUR).write_text(behaviour, "utf-8")


def main() -> None:
    """Behave as the file says."""
    import signal
    import sys
    import time

    behaviour = Path(BEHAVIOUR).read_text("utf-8")
    if behaviour == "die":
        print("no such table: flow", file=sys.stderr)
        raise SystemExit(1)
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if behaviour == "hang":
        time.sleep(60)
    _serve(int(sys.argv[-1]))


def _serve(port: int) -> None:
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Health(BaseHTTPRequestHandler):
        """Is healthy, and has nothing of whatever it is asked for."""

        def do_GET(self) -> None:
            """Answer."""
            self.send_response(200)
            self.end_headers()

        def do_POST(self) -> None:
            """Answer an empty list; an error would be asked for again for a minute."""
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(200)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    HTTPServer(("127.0.0.1", port), Health).serve_forever()
