"""Open what a run needs, in an order that fails early, and close it whatever happens."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import AsyncIterator, Sequence

from evals.errors import LastgreenError
from evals.prices import cost_of
from evals.reports.numbers import write_value
from tasks.budget import Purse
from tasks.config_checks import placed_in
from tasks.home import environment, home
from tasks.judges.opening import Calling, open_judge
from tasks.limits import shared_slots
from tasks.plan import Plan
from tasks.progress import progress
from tasks.session import Session
from tasks.shared_rates import shared_quotas
from tasks.stores.journal import open_journal
from tasks.targets.filling import fill_in
from tasks.targets.listening import require_listener
from tasks.targets.opening import open_target
from tasks.targets.target import Target
from tasks.transport.call import Failed
from tasks.transport.limiter import Pacing, Spending
from tasks.transport.retrying import RetryPolicy


@contextlib.asynccontextmanager
async def open_session(plan: Plan) -> AsyncIterator[Session]:
    """Take what the run needs of shared limits, then open journal, target and judge.

    Raises:
        ConfigError: an environment variable that the target or judge needs is not set.
        InputError: another process is writing this run.
        TargetError: the target cannot be started, or is not ready in time.
    """
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(shared_slots(plan.wanted_slots(), plan.config.limits))
        journal = await stack.enter_async_context(open_journal(plan.files, plan.info.run_id, plan.target.store))
        if len(journal):
            progress().say(f"resuming {plan.info.run_id}: {len(journal)} answers and judgements are there")
        judge_name = None if plan.judge is None else plan.judge_name
        shared = await stack.enter_async_context(shared_quotas(plan.config.limits, plan.info.target, judge_name))
        pacing = Pacing()
        purse = Purse(plan.tier.budget, lambda why: pacing.stop(Failed("budget", why, sent=False)))
        stack.callback(_tell_spent, purse, plan)
        with placed_in(plan.request.config):
            target = await stack.enter_async_context(_open_target(plan, pacing, shared.target, purse))
        purse.start_clock()
        stack.callback(purse.close)
        calling = Calling(plan.config.prices, pacing=pacing, shared=shared.judge, spend=purse.spend)
        judge = await stack.enter_async_context(
            open_judge(plan.judge, environment(), name=plan.judge_name, calling=calling)
        )
        # All that was imported and planned stays to the end. To look through it for garbage would hold up the calls
        # that are open at that moment by a fifth of a second, which would be counted as the app's latency.
        gc.freeze()
        try:
            yield Session(target, judge, journal, plan.config.prices, purse)
        except LastgreenError:
            await journal.settled()
            if len(journal):
                resume = f"lastgreen run --resume {plan.request.parent or plan.info.run_id}"
                progress().say(f"{len(journal)} answers and judgements are kept; go on with: {resume}")
            raise


def _tell_spent(purse: Purse, plan: Plan) -> None:
    if purse.spent:
        progress().say(f"spent: {write_value(purse.spent, plan.config.prices.currency)}, judge included")
    if purse.uncounted and plan.tier.budget.money is not None:
        progress().say(f"WARNING: {purse.uncounted} replies came without a known cost; the money budget misses them")


@contextlib.asynccontextmanager
async def _open_target(plan: Plan, pacing: Pacing, shared: Sequence[Spending], purse: Purse) -> AsyncIterator[Target]:
    name, config = plan.info.target, plan.target
    access = fill_in(name, config, environment()).access
    if config.start is None:
        await require_listener(name, access.url)
    else:
        progress().say(f"starting target {name} ...")
    policy = RetryPolicy(attempts=config.attempts)
    limiter = pacing.limiter(access.url, access.api_key, config.limits, shared)
    async with open_target(
        name,
        config,
        environment(),
        limiter=limiter,
        policy=policy,
        log_dir=home() / "logs",
        paid=lambda answer: purse.spend(cost_of(answer, plan.config.prices)),
    ) as target:
        yield target
