"""What may not be stored is gone from every place a text can hide in; what was decided stays."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from evals.answers import Answer, Fault, Missing, Usage
from evals.checks.check import CheckResult, Evidence, Outcome
from evals.judging.judgement import Judgement, Unscored
from evals.reports.report import to_plain
from evals.results.privacy import Extent, StorePolicy, journaled, withheld
from evals.results.run import TrialResult
from tests.builders import make_trial
from tests.evals.results.build import every_kind

PROMPT, TEXT, CITED, PASSAGE, TURN = "canary-prompt", "canary-text", "canary-cited", "canary-passage", "canary-turn"
QUOTE, JUDGED = "canary-quote", "canary-judged"

ANSWER = Answer(
    f"it says {TEXT}",
    ({"doc": CITED, "spans": [{"text": CITED}]},),
    ({"doc": "d", "text": PASSAGE, "score": 0.5},),
    Usage(1, 2),
    0.1,
    0.5,
    "m",
    (TURN,),
)
CHECK = CheckResult("has fee", "contains", 1, Outcome.FAIL, 0.0, f"no fee in '{QUOTE}'", (Evidence(QUOTE, 3, QUOTE),))

TONE = CheckResult("tone", "tone_profile", 1, Outcome.FAIL, 0.2, "canary-tone is rude", cost=0.5)


def canaries(**changes: Any) -> TrialResult:
    """A failed trial with a canary in every text."""
    fields = {"response": ANSWER, "checks": (CHECK,), "judgement": Judgement({"c": 2.0}, 2.0, "k", JUDGED)}
    texts = {"prompt": PROMPT, "reason": f"has fee: no fee in '{QUOTE}'"}
    return make_trial("a", "fail", **{**fields, **texts, **changes})


@pytest.mark.parametrize(
    ("policy", "gone"),
    [
        ({}, set()),
        ({"prompts": "none"}, {PROMPT, JUDGED}),
        ({"prompts": "hashed"}, {PROMPT, JUDGED}),
        ({"answers": "none"}, {TEXT, CITED, TURN, QUOTE, JUDGED}),
        ({"answers": "hashed"}, {TEXT, CITED, TURN, QUOTE, JUDGED}),
        ({"contexts": "none"}, {PASSAGE, QUOTE, JUDGED}),
        ({"contexts": "hashed"}, {PASSAGE, QUOTE, JUDGED}),
        ({"redact": ["canary-[a-z]+"]}, {PROMPT, TEXT, CITED, PASSAGE, TURN, QUOTE, JUDGED}),
        ({"redact": ["canary-(text|quote)"]}, {TEXT, QUOTE}),
    ],
)
def test_what_may_not_be_stored_is_gone_and_the_rest_is_there(policy: dict[str, Any], gone: set[str]) -> None:
    """Quotes by checks and judges go with what they quote."""
    left = str(to_plain(withheld(canaries(), StorePolicy(**policy))))
    every = {PROMPT, TEXT, CITED, PASSAGE, TURN, QUOTE, JUDGED}
    assert {text for text in every if text in left} == every - gone


POLICIES = [
    StorePolicy(answers=answers, prompts=prompts, contexts=contexts, redact=redact)
    for answers, prompts, contexts in product(get_args(Extent), repeat=3)
    for redact in ((), ("passage|EUR",))
]


@pytest.mark.parametrize("trial", every_kind(), ids=lambda trial: f"{trial.case_id}{trial.trial}")
def test_withholding_decides_nothing(trial: TrialResult) -> None:
    """Status, scores, outcomes, tokens, cost and time are what they were, under every policy."""
    for policy in POLICIES:
        kept = withheld(trial, policy)
        assert _decided(kept) == _decided(trial)
        assert kept.withheld == (kept.response != trial.response)


def _decided(trial: TrialResult) -> Any:
    checks = tuple(replace(check, explanation="", evidence=()) for check in trial.checks)
    judgement: Any = trial.judgement and replace(trial.judgement, **_silent(trial.judgement))
    response = replace(trial.response, **_empty(trial.response))
    return replace(trial, checks=checks, judgement=judgement, response=response, prompt="", reason="", withheld=False)


def _silent(judgement: Judgement | Unscored) -> dict[str, Any]:
    return {"explanation": ""} if isinstance(judgement, Judgement) else {"detail": ""}


def _empty(response: Any) -> dict[str, Any]:
    texts = {"text": "", "citations": (), "retrieved": (), "turns": ()}
    return texts if isinstance(response, Answer) else {"detail": ""}


@pytest.mark.parametrize("trial", every_kind(), ids=lambda trial: f"{trial.case_id}{trial.trial}")
def test_withholding_twice_is_withholding_once(trial: TrialResult) -> None:
    """A baseline that was stored so is not hashed again."""
    for policy in POLICIES:
        once = withheld(trial, policy)
        assert withheld(once, policy) == once


def test_equal_answers_have_equal_hashes() -> None:
    """Whether an answer changed can still be seen."""
    policy = StorePolicy(answers="hashed")
    texts = [withheld(canaries(response=Answer(text)), policy).response for text in ("same", "same", "other")]
    assert texts[0] == texts[1] != texts[2]
    assert isinstance(texts[0], Answer)
    assert texts[0].text.startswith("sha256:")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "has fee"),
        ({"response": Fault("not_json", "<html>secret</html>")}, "not_json"),
        ({"checks": (), "reason": "judge: 2.00 is below the floor of 4"}, "judge: 2.00 is below the floor of 4"),
        ({"checks": (), "judgement": Unscored("not_json", "secret")}, "judge: not_json"),
    ],
)
def test_a_reason_without_quotes_still_says_what_failed(changes: dict[str, Any], reason: str) -> None:
    """Names of checks and stable reasons are no content."""
    assert withheld(canaries(**changes), StorePolicy(answers="none")).reason == reason


@pytest.mark.parametrize("policy", [{"prompts": "none"}, {"answers": "hashed"}, {"contexts": "none"}])
@pytest.mark.parametrize(
    "changes",
    [
        {"response": Fault("not_json", "canary"), "reason": "not_json: canary"},
        {"response": Missing("server_error", "HTTP 500: canary"), "reason": "server_error: canary"},
        {"judgement": Unscored("not_json", "canary"), "reason": "judge: not_json: canary"},
        {"checks": (TONE,), "reason": f"tone: {TONE.explanation}"},
    ],
    ids=["fault", "error", "unreadable verdict", "judged check"],
)
def test_neither_errors_nor_judges_are_quoted_where_anything_is_withheld(
    policy: dict[str, Any], changes: dict[str, Any]
) -> None:
    """The body of an error and the words of a judge may hold prompt, passages and answer alike."""
    fields = {"response": Answer("x"), "checks": (), "judgement": None, **changes}
    status = "missing" if isinstance(fields["response"], Missing) else "fail"
    kept = withheld(make_trial("a", status, **fields), StorePolicy(**policy))
    assert "canary" not in str(to_plain(kept))


def test_where_only_prompts_are_withheld_checks_still_explain() -> None:
    """What they quote of the answer is stored in any case."""
    kept = withheld(canaries(checks=(CHECK, TONE), judgement=None), StorePolicy(prompts="none"))
    assert kept.reason == f"has fee: no fee in '{QUOTE}'; tone"


@pytest.mark.parametrize(
    ("policy", "value", "kept"),
    [
        ({}, ANSWER, ANSWER),
        ({"answers": "none"}, ANSWER, None),
        ({"answers": "hashed"}, ANSWER, None),
        ({"contexts": "none"}, ANSWER, None),
        ({"prompts": "none"}, ANSWER, ANSWER),
        ({"redact": [TEXT]}, ANSWER, None),
        ({"redact": ["nothing like it"]}, ANSWER, ANSWER),
        ({"answers": "none", "journal": "full"}, ANSWER, ANSWER),
        ({"answers": "none"}, Fault("timeout"), Fault("timeout")),
        ({"answers": "none"}, Fault("not_json", "secret"), None),
        ({"prompts": "none"}, Fault("crashed", "secret"), None),
        ({}, Missing("unreachable", "gone"), Missing("unreachable", "gone")),
        ({"answers": "none"}, Missing("unreachable", "gone"), None),
        ({"prompts": "none"}, TONE, replace(TONE, explanation="")),
        ({"answers": "none"}, Judgement({"c": 2.0}, 2.0, "k", JUDGED), Judgement({"c": 2.0}, 2.0, "k")),
        ({"answers": "none"}, CHECK, replace(CHECK, explanation="", evidence=())),
        ({"redact": ["canary"]}, Unscored("not_json", "a canary"), Unscored("not_json", "a [redacted]")),
    ],
)
def test_the_journal_keeps_only_what_results_may_keep(policy: dict[str, Any], value: Any, kept: Any) -> None:
    """An answer is kept whole or not at all: a resumed run checks it again."""
    assert journaled(value, StorePolicy(**policy)) == kept


@pytest.mark.parametrize(
    ("settings_", "said"),
    [
        ({"redact": ["("]}, "must be a regular expression of RE2, got '\\('"),
        ({"redact": ["(?=x)"]}, "must be a regular expression of RE2"),
        ({"redact": ["x*"]}, "must not match the empty text, got 'x\\*'"),
        ({"answers": "some"}, "answers"),
        ({"anwsers": "all"}, "anwsers"),
    ],
)
def test_a_policy_that_cannot_be_kept_is_refused(settings_: dict[str, Any], said: str) -> None:
    """Before anything is written."""
    with pytest.raises(ValidationError, match=said):
        StorePolicy.model_validate(settings_)


@settings(max_examples=50, deadline=None)
@given(st.text(), st.text())
def test_a_redacted_word_is_in_no_text_whatever_stands_around_it(before: str, after: str) -> None:
    """Surrogates and other alphabets do not hide it."""
    trial = canaries(response=Answer(f"{before}canary-text{after}"), reason=f"{after}canary-text\ud800{before}")
    kept = withheld(trial, StorePolicy(redact=("canary-text",)))
    assert "canary-text" not in str(to_plain(kept))
