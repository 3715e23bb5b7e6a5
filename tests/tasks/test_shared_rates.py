"""Drawing from a Prefect limit: granted, refused, missing, and a server that is away."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import httpx
import pytest

from evals.errors import ServerError
from tasks import shared_rates
from tasks.limits import SharedLimit, global_limits
from tasks.shared_rates import PrefectBucket, shared_quotas

pytestmark = pytest.mark.anyio

LIMIT = SharedLimit(requests_per_minute=600, tokens_per_minute=60_000, targets=["app"], judges=["strong"])


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    """What the server says."""
    request = httpx.Request("POST", "http://127.0.0.1:4200/api/v2/concurrency_limits/increment")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body, headers=named, request=request)


class Client:
    """Stands in for Prefect's client: answers in turn, and notes what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []

    async def increment_concurrency_slots(self, **asked: Any) -> httpx.Response:
        """Answer the next one; errors are raised, as Prefect's client does."""
        self.asked.append(asked)
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found.raise_for_status()


def bucket(client: Client, patience_s: float = 5.0) -> PrefectBucket:
    """The bucket for requests."""
    limit = next(one for one in global_limits({"openai": LIMIT}) if one.name == "openai-requests")
    return PrefectBucket(cast("Any", client), limit, 1000, patience_s)


async def test_a_block_is_taken_in_thousandths_without_waiting() -> None:
    """By the call that neither waits for ever nor leaves events."""
    client = Client(answer(200, [{"name": "openai-requests"}]))
    assert await bucket(client).draw(10) == 0
    assert client.asked == [{"names": ["openai-requests"], "slots": 10_000, "mode": "rate_limit"}]


async def test_an_empty_bucket_says_how_long_to_wait() -> None:
    """423 is no error."""
    assert await bucket(Client(answer(423, None, retry_after="1.25"))).draw(10) == 1.25


async def test_a_limit_that_somebody_deleted_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prefect answers as if there were no limit at all."""
    made: list[str] = []

    async def create(limits: Any) -> None:
        made.extend(limit.name for limit in limits)

    monkeypatch.setattr(shared_rates, "create_missing", create)
    client = Client(answer(200, []), answer(200, [{"name": "openai-requests"}]))
    assert await bucket(client).draw(10) == 0
    assert (made, len(client.asked)) == (["openai-requests"], 2)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (answer(503, {"detail": "database is locked"}), "answers 503"),
        (answer(422, {"detail": "Slots requested is greater than the limit"}), "greater than the limit"),
        (httpx.ConnectError("refused"), "cannot be reached: ConnectError"),
        (httpx.ReadTimeout("late"), "cannot be reached: ReadTimeout"),
    ],
)
async def test_whatever_the_server_has_is_one_kind_of_error(said: httpx.Response | Exception, told: str) -> None:
    """The run then keeps to the quota by itself."""
    with pytest.raises(ServerError, match=told):
        await bucket(Client(said)).draw(10)


async def test_a_server_that_hangs_is_not_waited_for() -> None:
    """All calls of the run would wait as long."""

    class Hanging(Client):
        async def increment_concurrency_slots(self, **asked: Any) -> httpx.Response:
            await asyncio.sleep(60)
            raise AssertionError(asked)

    with pytest.raises(ServerError, match=r"no answer of the Prefect server within 0\.05 s"):
        await bucket(Hanging(), patience_s=0.05).draw(1)


@pytest.mark.parametrize(("target", "judge"), [("other", None), (None, "cheap"), (None, None)])
async def test_without_a_limit_that_covers_the_run_no_server_is_needed(target: str | None, judge: str | None) -> None:
    """Nothing is asked, and nothing is shared."""
    async with shared_quotas({"openai": LIMIT}, target, judge) as quotas:
        assert (quotas.target, quotas.judge) == ([], [])
