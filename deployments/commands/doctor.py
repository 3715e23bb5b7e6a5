"""``lastgreen doctor``: what is installed, configured and reachable."""

from __future__ import annotations

import click

from deployments.options import CONFIG_OPTION, JSON_OPTION, STORE_OPTION


@click.command()
@CONFIG_OPTION
@STORE_OPTION
@JSON_OPTION
def doctor(config: str, store: str | None, as_json: bool) -> int:
    """Say what is installed, configured and reachable; exit 3 when something needed is wrong."""
    import json

    from deployments.diagnosis import diagnose

    findings = diagnose(config, store)
    if as_json:
        click.echo(json.dumps([{"what": f.what, "state": f.state, "detail": f.detail} for f in findings], indent=1))
    else:
        for finding in findings:
            click.echo(f"{finding.state:8} {finding.what:22} {finding.detail}")
    return 3 if any(finding.state == "wrong" for finding in findings) else 0
