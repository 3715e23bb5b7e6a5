"""Deploy to a Prefect server: lint the file, then work pools, limits, deployments. Everything may be done again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from deployments import deploy_file
from evals.errors import InputError, ServerError
from tasks.config_file import load_config
from tasks.limits import set_limits

OUTPUT_CHARS = 1500


def environment(root: Path, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """What ``prefect.yaml`` may use: the environment, and the folder on the workers."""
    env = dict(os.environ if environ is None else environ)
    env.setdefault("LASTGREEN_ROOT", str(root))
    return env


def deploy(file: Path, env: Mapping[str, str], config: str | None, say: Callable[[str], None]) -> list[str]:
    """Lint, then create what the file and the configuration declare; return the names of the deployments.

    The process must use the API already: Prefect reads its settings when the flows are imported.

    Raises:
        ConfigError: the file or the configuration cannot be used; nothing was created.
        ServerError: Prefect refused a deployment.
    """
    document = deploy_file.load(file, env)
    deploy_file.check_entrypoints(file, document)
    document = deploy_file.filled(document, env)
    limits = load_config(config).limits if config else {}
    pools = sorted({one["work_pool"]["name"] for one in document["deployments"]})
    for name in asyncio.run(create_pools(pools)):
        say(f"created work pool {name}")
    asyncio.run(set_queues(queues_of(document["deployments"])))
    for limit in asyncio.run(set_limits(limits)):
        say(f"limit {limit.name}: {limit.meaning}")
    _prefect_deploy(file, env)
    names = [f"{one['entrypoint'].rsplit('.', 1)[-1]}/{one['name']}" for one in document["deployments"]]
    say(f"deployed {', '.join(names)}")
    for name in sorted(set(asyncio.run(deployed(pools))) - {name.split("/")[1] for name in names}):
        say(f"also on the server, and no longer in {file}: {name}")
    return names


async def create_pools(names: list[str]) -> list[str]:
    """Create process work pools that are not there yet; return which were created."""
    from prefect import get_client
    from prefect.client.schemas.actions import WorkPoolCreate
    from prefect.exceptions import ObjectAlreadyExists, ObjectNotFound
    from prefect.workers.process import ProcessWorker

    template = ProcessWorker.get_default_base_job_template()
    created = []
    async with get_client() as client:
        for name in names:
            try:
                await client.read_work_pool(name)
            except ObjectNotFound:
                # A worker that starts at the same moment creates its pool too.
                with contextlib.suppress(ObjectAlreadyExists):
                    await client.create_work_pool(WorkPoolCreate(name=name, type="process", base_job_template=template))
                    created.append(name)
    return created


def queues_of(deployments: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], int | None]:
    """How many runs each queue hands out at once, by pool and queue: the sum of its deployments' limits.

    None, no limit, when any of them has none. Deployments that name no queue are left to the default one.
    """
    queues: dict[tuple[str, str], int | None] = {}
    for one in deployments:
        name = one["work_pool"].get("work_queue_name")
        if name:
            key, limit = (str(one["work_pool"]["name"]), str(name)), one.get("concurrency_limit")
            own = limit.get("limit") if isinstance(limit, dict) else limit
            before = queues.get(key, 0)
            queues[key] = None if own is None or before is None else before + own
    return queues


async def set_queues(queues: Mapping[tuple[str, str], int | None]) -> None:
    """Create work queues, or give those that are there the width they should have."""
    from prefect import get_client
    from prefect.exceptions import ObjectAlreadyExists

    async with get_client() as client:
        for (pool, name), limit in queues.items():
            try:
                await client.create_work_queue(name, work_pool_name=pool, concurrency_limit=limit)
            except ObjectAlreadyExists:
                queue = await client.read_work_queue_by_name(name, work_pool_name=pool)
                await client.update_work_queue(queue.id, concurrency_limit=limit)


async def deployed(pools: list[str]) -> list[str]:
    """Names of the deployments of some work pools, those that were taken out of the file too."""
    from prefect import get_client
    from prefect.client.schemas.filters import WorkPoolFilter, WorkPoolFilterName

    async with get_client() as client:
        found = await client.read_deployments(work_pool_filter=WorkPoolFilter(name=WorkPoolFilterName(any_=pools)))
    return [one.name for one in found]


def _prefect_deploy(file: Path, env: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", "prefect", "--no-prompt", "deploy", "--all", "--prefect-file", str(file)]
    done = subprocess.run(  # noqa: S603 (our own interpreter and arguments)
        command, env=dict(env), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ServerError(f"prefect deploy failed: {(done.stderr or done.stdout)[-OUTPUT_CHARS:].strip()}")


def find_file(path: str) -> Path:
    """The deployment file.

    Raises:
        InputError: there is none.
    """
    file = Path(path)
    if not file.is_file():
        raise InputError(f"--file {path!r} does not exist; run this in the folder of prefect.yaml")
    return file
