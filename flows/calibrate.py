"""Calibration: hold judges against labelled answers, so that one that changed is noticed before it decides."""

from __future__ import annotations

from collections.abc import Mapping

from prefect import flow
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from evals.judging.calibration import Calibration
from tasks.calibrate import calibrate_judges, described
from tasks.calibrating import Calibrating


@flow(name="calibrate", flow_run_name="calibrate judges", persist_result=False)
async def calibrate(
    config: str = "evals/gate.yaml",
    store: str | None = None,
    judges: list[str] | None = None,
    anchors: str | None = None,
    passages: str | None = None,
    pairs: bool = True,
    accept: bool = False,
) -> State[None]:
    """Hold judges against labelled answers, and against the scores that they gave first.

    Args:
        config: configuration file, absolute on a worker
        store: where results are kept, instead of the configuration's store
        judges: names of judges in the configuration; without it the default one and those of the tiers
        anchors: JSONL file of labelled answers, instead of the configuration's
        passages: folder of the pages that cases name, for anchors without passages
        pairs: also compare answers in both orders, for judges that are models
        accept: hold later scores against today's, whatever has drifted
    """
    wanted = Calibrating(config, store, anchors=anchors, passages=passages, pairs=pairs, accept=accept)
    return end_state(await calibrate_judges(wanted, judges))


def end_state(found: Mapping[str, Calibration]) -> State[None]:
    """A judge that drifted is a failed state of its own: somebody has to look before its scores count again."""
    if any(calibration.drifted for calibration in found.values()):
        return Failed(name="JudgeDrifted", message=described(found))
    return Completed(name="Calibrated", message=described(found))
