"""Shared quotas: what a run takes of which limit, and limits that cannot be right."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evals.errors import ConfigError, InputError
from tasks.config_file import load_config
from tasks.limits import (
    GlobalLimit,
    SharedLimit,
    calls_of,
    global_limits,
    strictest_requests,
    use_of,
    wanted_slots,
)

LIMITS = {
    "provider": SharedLimit(slots=64, targets=["app"], judges=["strong"]),
    "staging": SharedLimit(slots=16, targets=["staging"]),
    "paced": SharedLimit(requests_per_minute=600, targets=["app"], judges=["strong"]),
}


@pytest.mark.parametrize(
    ("target", "judge", "wanted"),
    [
        (("app", 32), ("strong", 8), {"provider": 40}),
        (("app", 32), None, {"provider": 32}),
        (("app", 32), ("local", 0), {"provider": 32}),
        (("staging", 4), ("strong", 8), {"provider": 8, "staging": 4}),
        (("laptop", 32), None, {}),
    ],
)
def test_a_run_takes_the_calls_it_may_have_open(
    target: tuple[str, int], judge: tuple[str, int] | None, wanted: dict[str, int]
) -> None:
    """Target and judge of one provider share its limit."""
    assert wanted_slots(LIMITS, target, judge) == wanted


def test_a_run_that_would_wait_for_ever_is_bad_input() -> None:
    """It alone may have more calls open than there are slots."""
    with pytest.raises(InputError, match="limit 'staging' has 16 slots, and this run alone would take 32"):
        wanted_slots(LIMITS, ("staging", 32), None)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ({"slots": 64}, [("openai", 64, 0)]),
        ({"requests_per_minute": 600}, [("openai-requests", 50_000, 10_000)]),
        ({"requests_per_minute": 6}, [("openai-requests", 2_000, 100)]),
        ({"tokens_per_minute": 60_000}, [("openai-tokens", 5_000, 1_000)]),
        (
            {"slots": 8, "requests_per_minute": 60, "tokens_per_minute": 600},
            [("openai", 8, 0), ("openai-requests", 5_000, 1_000), ("openai-tokens", 50, 10)],
        ),
    ],
)
def test_a_declared_limit_is_up_to_three_limits_of_the_server(
    limit: dict[str, Any], expected: list[tuple[str, int, float]]
) -> None:
    """Rates hold five seconds of themselves and decay; requests are counted in thousandths."""
    found = global_limits({"openai": SharedLimit(**limit)})
    assert [(one.name, one.slots, one.decay) for one in found] == expected


def test_a_limit_says_in_words_what_it_means() -> None:
    """The server's figures are for the server."""
    limit = SharedLimit(slots=8, requests_per_minute=60, tokens_per_minute=600)
    said = ["8 slots", "60 requests a minute", "600 tokens a minute"]
    found: list[GlobalLimit] = global_limits({"openai": limit})
    assert [one.meaning for one in found] == said


@pytest.mark.parametrize(
    ("config", "calls"),
    [
        (SimpleNamespace(parallel=8), 8),
        (SimpleNamespace(kind="heuristic"), 0),
        (SimpleNamespace(judges=[SimpleNamespace(parallel=8), SimpleNamespace(parallel=4)]), 12),
    ],
)
def test_the_calls_of_a_panel_are_those_of_its_judges(config: Any, calls: int) -> None:
    """They are asked at once; the local judge asks nobody."""
    assert calls_of(config) == calls


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ({"slots": 0, "targets": ["app"]}, "slots"),
        ({"targets": ["app"]}, "a limit needs slots, requests_per_minute or tokens_per_minute"),
        ({"requests_per_minute": 0, "targets": ["app"]}, "requests_per_minute"),
        ({"tokens_per_minute": "many"}, "tokens_per_minute"),
        ({"slots": 4, "targets": ["ap"]}, "target 'ap' is not defined; did you mean 'app'?"),
        ({"slots": 4, "judges": ["strong"]}, "judge 'strong' is not defined"),
        ({"slots": 4, "target": ["app"]}, "unknown field 'limits.quota.target'"),
    ],
)
def test_a_limit_that_cannot_be_right_is_told_with_its_line(tmp_path: Path, limit: dict[str, Any], told: str) -> None:
    """Before anything is asked."""
    target = {"kind": "http", "url": "http://127.0.0.1:9/ask"}
    document = {"golden_set": "g", "target": "app", "targets": {"app": target}, "limits": {"quota": limit}}
    (tmp_path / "gate.yaml").write_text(json.dumps(document, indent=1))
    with pytest.raises(ConfigError, match=r"gate\.yaml:\d+") as raised:
        load_config(tmp_path / "gate.yaml")
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"a/b": {"slots": 4}}, "a/b"),
        (
            {"openai": {"requests_per_minute": 6}, "openai-requests": {"slots": 4}},
            "two limits would be named 'openai-requests' on the server",
        ),
    ],
)
def test_names_that_the_server_cannot_tell_apart_or_take_are_told(
    tmp_path: Path, limits: dict[str, Any], told: str
) -> None:
    """A limit has up to three names there."""
    target = {"kind": "http", "url": "http://127.0.0.1:9/ask"}
    document = {"golden_set": "g", "target": "app", "targets": {"app": target}, "limits": limits}
    (tmp_path / "gate.yaml").write_text(json.dumps(document, indent=1))
    with pytest.raises(ConfigError, match=r"gate\.yaml:\d+") as raised:
        load_config(tmp_path / "gate.yaml")
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ({"name": "openai", "limit": 64, "active_slots": 32}, "openai 32/64"),
        ({"name": "openai", "limit": 64, "slot_decay_per_second": 0.0}, "openai 0/64"),
        (
            {"name": "openai-requests", "limit": 50_000, "slot_decay_per_second": 10_000.0},
            "openai-requests 600 a minute",
        ),
        ({"name": "openai-tokens", "limit": 5_000, "slot_decay_per_second": 1_000.0}, "openai-tokens 60000 a minute"),
    ],
)
def test_a_limit_of_the_server_is_shown_as_it_was_declared(found: dict[str, Any], text: str) -> None:
    """Its slots are thousandths of requests."""
    assert use_of(found) == text


@pytest.mark.parametrize(
    ("target", "own", "expected"), [("app", None, 600), ("app", 60, 60), ("app", 6_000, 600), ("laptop", None, None)]
)
def test_a_forecast_counts_with_the_strictest_quota(target: str, own: float | None, expected: float | None) -> None:
    """The shared one may be less than the target's own."""
    assert strictest_requests(LIMITS, target, own) == expected
