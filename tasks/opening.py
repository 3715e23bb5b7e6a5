"""Open what a run needs, in an order that fails early, and close it whatever happens."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator

from tasks.budget import Purse
from tasks.home import environment, home
from tasks.judges.opening import open_judge
from tasks.plan import Plan
from tasks.progress import progress
from tasks.session import Session
from tasks.stores.journal import open_journal
from tasks.targets.opening import open_target


@contextlib.asynccontextmanager
async def open_session(plan: Plan) -> AsyncIterator[Session]:
    """Open journal, target and judge.

    Raises:
        ConfigError: an environment variable that the target or judge needs is not set.
        InputError: another process is writing this run.
        TargetError: the target cannot be started, or is not ready in time.
    """
    async with contextlib.AsyncExitStack() as stack:
        journal = await stack.enter_async_context(open_journal(plan.files, plan.info.run_id))
        if len(journal):
            progress().say(f"resuming {plan.info.run_id}: {len(journal)} answers and judgements are there")
        if plan.target.start is not None:
            progress().say(f"starting target {plan.info.target} ...")
        target = await stack.enter_async_context(
            open_target(plan.info.target, plan.target, environment(), log_dir=home() / "logs")
        )
        judge = await stack.enter_async_context(open_judge(plan.judge, os.environ))
        yield Session(target, judge, journal, plan.config.prices, Purse(plan.tier.budget))
