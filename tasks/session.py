"""What the tasks of one run share: the target, the judge, the journal, the prices."""

from __future__ import annotations

import hashlib
import json

from evals.answers import Answer, Fault, Missing, Response
from evals.cases.case import Case
from evals.checks.check import CheckResult
from evals.checks.judged import Judged, signed
from evals.judging.judgement import Judgement, Unscored
from evals.prices import PriceTable
from tasks.budget import Purse
from tasks.judges.inquiry import shipped_rubric
from tasks.judges.judge import Judge
from tasks.stores.journal import Journal
from tasks.targets.target import Target


class Session:
    """One run's connections; a plain class, because Prefect walks into dataclasses among task arguments."""

    __slots__ = ("has_answers", "journal", "judge", "prices", "purse", "target")

    def __init__(self, target: Target, judge: Judge | None, journal: Journal, prices: PriceTable, purse: Purse) -> None:
        self.target = target
        self.judge = judge
        self.journal = journal
        self.prices = prices
        self.purse = purse
        self.has_answers = len(journal) > 0
        """Whether the target has ever answered: an outage is something that begins after that."""

    async def answer(self, case: Case, trial: int) -> Response:
        """Ask the target, or return what the journal holds; an answer is durable before it is returned.

        Missing is not kept: a run that is resumed asks again.
        """
        key = f"answer:{self.target.fingerprint}:{case.content_hash}:{case.id}:{trial}"
        known = self.journal.get(key)
        if isinstance(known, Answer | Fault):
            return known
        response = await self.target.ask(case, trial)
        if not isinstance(response, Missing):
            self.has_answers = True
            await self.journal.put(key, response)
        return response

    async def judgement(self, case: Case, trial: int, answer: Answer, occasion: str = "") -> Judgement | Unscored:
        """Ask the judge, or return what the journal holds; an unscored reply is not kept.

        Equal answers of two trials are judged twice: the statistics rest on independent trials, judge included. So are
        those of two occasions, such as the votes on one answer.
        """
        if self.judge is None:
            return Unscored("no_judge", "the run has no judge")
        key = f"judgement:{self.judge.key}:{case.id}:{case.content_hash}:{trial}:{_digest(answer)}"
        if occasion:
            key += f":{occasion}"
        known = self.journal.get(key)
        if isinstance(known, Judgement):
            return known
        if self.purse.exhausted is not None:
            return Unscored("budget", self.purse.exhausted)
        judgement = await self.judge.score(case, answer)
        if isinstance(judgement, Judgement):
            await self.journal.put(key, judgement)
        return judgement

    async def evaluate(self, case: Case, trial: int, answer: Answer, check: Judged, occasion: str = "") -> CheckResult:
        """Evaluate a check that needs the judge, or return what the journal holds; what is unscored is not kept.

        Args:
            case: The case of the check.
            trial: 0-based repeat.
            answer: What the check is about.
            check: One of the case's checks.
            occasion: Tells questions about the same answer apart.
        """
        if self.judge is None:
            return check.unscored("the run has no judge")
        asked = f"{check.type}/{check.version}:{check.asked(shipped_rubric)}:{check.label}"
        key = f"check:{self.judge.key}:{asked}:{case.id}:{case.content_hash}:{trial}:{_digest(answer)}:{occasion}"
        known = self.journal.get(key)
        if isinstance(known, CheckResult):
            return known
        if self.purse.exhausted is not None:
            return check.unscored(f"judge: budget: {self.purse.exhausted}")
        result = await self.judge.evaluate(check, case.subject(answer))
        if result.score is None:
            return result
        await self.journal.put(key, signed(result, self.judge.key))
        return signed(result, self.judge.key)


def _digest(answer: Answer) -> str:
    """Of all that a judge may look at: groundedness is a matter of what was retrieved, not of the text alone."""
    seen = [answer.text, answer.citations, answer.retrieved, answer.turns]
    return hashlib.sha256(json.dumps(seen, sort_keys=True, default=dict).encode()).hexdigest()
