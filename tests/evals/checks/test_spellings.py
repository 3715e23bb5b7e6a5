"""The vocabularies that are read into one."""

from __future__ import annotations

from typing import Any

import pytest

from evals.checks.registry import parse_check
from evals.checks.spellings import PARAMETER_SPELLINGS, canonical, pack_rules
from evals.errors import InvalidCheck
from tests.evals.checks.trying import outcome


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"type": "contains", "value": "a b"}, {"type": "contains", "terms": ["a b"]}),
        ({"type": "contains", "value": ["a", "b"]}, {"type": "contains", "terms": ["a", "b"]}),
        ({"type": "contains", "terms": "a"}, {"type": "contains", "terms": "a"}),
        ({"type": "regex", "value": "a+"}, {"type": "regex", "pattern": "a+"}),
        ({"type": "regex_match", "pattern": "a+"}, {"type": "regex", "pattern": "a+"}),
        ({"type": "forbidden_content", "value": "x"}, {"type": "forbidden", "patterns": ["x"]}),
        ({"type": "json_validity", "strict_json": True}, {"type": "format", "value": "json", "strict_json": True}),
        ({"type": "retrieval", "contains": "x"}, {"type": "retrieval", "terms": ["x"]}),
        ({"type": "equals", "value": "x"}, {"type": "equals", "value": "x"}),
        ({"type": "nonsense", "value": 1}, {"type": "nonsense", "value": 1}),
        ({"type": None, "value": 1}, {"type": None, "value": 1}),
        ({"value": 1}, {"value": 1}),
    ],
)
def test_other_spellings_are_renamed(written: dict[str, Any], read: dict[str, Any]) -> None:
    """Types and parameters get their canonical names; what is unknown stays, and is refused by its own name."""
    assert canonical(written) == read
    assert canonical(read) == read


@pytest.mark.parametrize(("kind", "names"), PARAMETER_SPELLINGS.items())
def test_a_parameter_is_given_in_one_spelling(kind: str, names: dict[str, str]) -> None:
    """Two spellings of one thing contradict each other sooner or later."""
    for spelling, name in names.items():
        with pytest.raises(InvalidCheck, match=f"{spelling!r} is another spelling of {name!r}"):
            canonical({"type": kind, spelling: ["a"], name: ["a"]})


def test_the_rules_of_a_pack_are_checks_named_after_them() -> None:
    """Each rule is one check, in a fixed order, with the rule's name as its label."""
    rules = pack_rules(
        {"maxOutputChars": 9, "expectedContains": ["a"], "minOutputChars": 1, "forbiddenContains": ["b"]}
    )
    checks = [parse_check(rule) for rule in rules]
    assert [(check.label, check.type) for check in checks] == [
        ("expectedContains", "contains"),
        ("forbiddenContains", "not"),
        ("minOutputChars", "min_length"),
        ("maxOutputChars", "max_length"),
    ]


@pytest.mark.parametrize(
    ("text", "verdict"), [("It is risk\nfree.", "fail"), ("It is RISK FREE", "fail"), ("It is risk-free.", "pass")]
)
def test_forbidden_text_of_a_pack_is_literal(text: str, verdict: str) -> None:
    """It is looked for as ``contains`` looks for terms, and never read as a pattern."""
    (rule,) = pack_rules({"forbiddenContains": ["risk free"]})
    assert outcome(rule, text) == verdict
    (rule,) = pack_rules({"forbiddenContains": ["(c)", "r.sk"]})
    assert outcome(rule, "c risk") == "pass"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"expectContains": ["a"]}, "unknown rule 'expectContains'; did you mean 'expectedContains'?"),
        ({"minOutputChars": 20, "maxOutputChars": 10}, "minOutputChars must not exceed maxOutputChars, got 20 and 10"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rules: dict[str, Any], message: str) -> None:
    """An unknown rule and crossed limits are mistakes of the author."""
    with pytest.raises(InvalidCheck) as caught:
        pack_rules(rules)
    assert message in str(caught.value)
