"""Reading checks, their labels, and their documentation."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.checks import registry
from evals.checks.catalogue import TypeDoc, catalogue
from evals.checks.check import REGISTRY, register
from evals.checks.registry import label_checks, load_builtin, parse_check, raw_labels, to_raw, unique_labels
from evals.checks.spellings import canonical
from evals.errors import InvalidCheck
from tests.evals.checks.trying import refusal

TYPES = list(load_builtin())
EXAMPLES = [(kind, example) for kind in TYPES for example in REGISTRY[kind].examples]
SPELLED = st.dictionaries(
    st.sampled_from(
        ["type", "terms", "value", "pattern", "checks", "check", "schema", "fields", "k", "name", "weight"]
    ),
    st.sampled_from([*TYPES, None, True, -1, 0.5, "", [], {}, [1], ["a"], {"type": "format"}, float("nan"), "\ud800"]),
    max_size=5,
)


def test_types_that_count_toward_schema_compliance_stand_in_their_families() -> None:
    """Aggregates import those families only."""
    assert [kind for kind in TYPES if REGISTRY[kind].is_format != registry.is_format(kind)] == []
    families = {REGISTRY[kind].__module__.rsplit(".", 1)[-1] for kind in TYPES if REGISTRY[kind].is_format}
    assert families == set(registry.FORMAT_FAMILIES)
    assert not registry.is_format("nosuch")


@pytest.mark.parametrize("doc", catalogue(), ids=lambda doc: doc.type)
def test_every_type_is_documented(doc: TypeDoc) -> None:
    """Each type has a summary, an example and a version, and each parameter says what it means."""
    assert doc.summary.endswith((".", ")"))
    assert doc.version >= 1
    assert doc.examples
    assert all(parameter.description for parameter in doc.parameters), doc.parameters
    assert all(parameter.kind != "any value" for parameter in doc.parameters), doc.parameters


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_is_valid(kind: str, example: dict[str, Any]) -> None:
    """An example parses to its type; what it is written as, after JSON, parses to the same check."""
    check = parse_check(example)
    assert check.type == kind
    assert parse_check(json.loads(json.dumps(to_raw(check)))) == check
    assert pickle.loads(pickle.dumps(check)) == check


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_an_unknown_parameter_is_refused_with_the_nearest_one(kind: str, example: dict[str, Any]) -> None:
    """A misspelt parameter never turns a check into another one in silence."""
    for parameter in REGISTRY[kind].model_fields:
        message = refusal({**example, f"{parameter}x": 1})
        assert f"unknown parameter '{parameter}x'; did you mean" in message


@given(SPELLED)
@settings(max_examples=100, deadline=None)
def test_any_object_is_a_check_or_refused(raw: dict[str, Any]) -> None:
    """Nothing but InvalidCheck comes out of reading, whatever is written."""
    with suppress(InvalidCheck):
        assert parse_check(raw).type == canonical(raw)["type"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("contains", "a check must be an object, got 'contains'"),
        (None, "a check must be an object, got None"),
        ({}, "type is required, got only nothing"),
        ({"terms": ["a"]}, "type is required, got only 'terms'"),
        ({"type": None}, "type is required"),
        ({"type": 7}, "unknown check type 7"),
        ({"type": "contians", "terms": ["a"]}, "unknown check type 'contians'; did you mean 'contains'?"),
        ({"type": "Contains", "terms": ["a"]}, "did you mean 'contains'?"),
        ({"type": "xyzzy"}, "; known: "),
        ({"expectedContains": ["a"]}, "belong to a pack's case"),
        ({"type": "contains"}, "terms is required by 'contains'"),
        ({"type": "contains", "terms": ["a"], "mode": "some"}, "mode must be 'all' or 'any', got 'some'"),
        ({"type": "contains", "terms": "a"}, "terms must be a list, got 'a'"),
        ({"type": "contains", "terms": ["a", 1]}, "terms[1] must be a text, got 1"),
        ({"type": "contains", "terms": ["a"], "value": "b"}, "'value' is another spelling of 'terms'"),
        ({"type": "retrieval", "any_of": [{"a": 1}], "k": 2.5}, "k must be a whole number, got 2.5"),
        ({"type": "latency", "max_seconds": float("inf")}, "must be finite"),
        ({"type": "citation", "any_of": [{"a": {1}}]}, "must be JSON values"),
        ({"type": "contains", "terms": ["a"], "weight": 0}, "weight must be greater than 0, got 0"),
        ({"type": "contains", "terms": ["\ud800"]}, "Invalid JSON"),
    ],
)
def test_a_message_names_the_parameter_the_rule_and_the_value(raw: object, message: str) -> None:
    """What is wrong can be mended from the sentence alone."""
    assert message in refusal(raw)


def test_all_problems_are_reported_at_once() -> None:
    """Two wrong parameters and an unknown one are three messages."""
    with pytest.raises(InvalidCheck) as caught:
        parse_check({"type": "retrieval", "any_of": [], "k": 0, "depth": 3})
    assert len(caught.value.messages) == 3


def test_the_path_leads_each_message() -> None:
    """The caller may say where the check stands."""
    assert refusal({"type": "latency"}, path="checks[2]") == "checks[2]: max_seconds is required by 'latency'"


def test_a_long_value_is_cut_in_the_message() -> None:
    """A message never carries a whole document."""
    assert len(refusal({"type": "retrieval", "any_of": [{"a": 1}], "k": "x" * 10_000})) < 200


def test_a_type_is_registered_once() -> None:
    """Two families cannot claim one name."""
    with pytest.raises(ValueError, match="registered twice"):
        register(REGISTRY["format"])


def test_every_family_is_loaded() -> None:
    """Each module that registers types is in the list, and none twice."""
    modules = {kind.__module__.rpartition(".")[2] for kind in load_builtin().values()}
    assert modules == set(registry.FAMILIES)
    assert len(registry.FAMILIES) == len(modules)


@pytest.mark.parametrize(
    ("labels", "unique"),
    [
        ([], ()),
        (["a", "b"], ("a", "b")),
        (["a", "a", "a"], ("a", "a #2", "a #3")),
        (["a", "b", "a"], ("a", "b", "a #2")),
        (["a", "a #2", "a"], ("a", "a #2", "a #3")),
        (["a #2", "a", "a"], ("a #2", "a", "a #3")),
    ],
)
def test_repeated_labels_are_numbered(labels: list[str], unique: tuple[str, ...]) -> None:
    """The second is #2; a label that is there already is left to its check."""
    assert unique_labels(labels) == unique


@given(st.lists(st.sampled_from(["a", "a #2", "a #3", "b"]), max_size=8))
@settings(max_examples=50)
def test_labels_are_unique_and_in_order(labels: list[str]) -> None:
    """Every check has a label of its own that begins with the one it had; doing it again changes nothing."""
    unique = unique_labels(labels)
    assert len(set(unique)) == len(labels)
    assert all(new.startswith(old) for new, old in zip(unique, labels, strict=True))
    assert unique_labels(unique) == unique


def test_checks_are_labelled_by_name_or_type() -> None:
    """A name is kept; unnamed ones carry their type."""
    raws = [
        {"type": "format", "value": "json"},
        {"type": "format", "value": "xml"},
        {"type": "cost", "max": 1, "name": "cheap"},
    ]
    labels = ("format", "format #2", "cheap")
    assert tuple(check.label for check in label_checks([parse_check(raw) for raw in raws])) == labels
    assert raw_labels(raws) == labels


def test_what_cannot_be_parsed_has_a_label_too() -> None:
    """Messages need one before there is a check."""
    assert raw_labels([{"type": "contians"}, {"name": "my own"}, "text", {}, {"type": 7}]) == (
        "contians",
        "my own",
        "check",
        "check #2",
        "check #3",
    )


def test_the_documentation_is_json() -> None:
    """``lastgreen checks list --json`` can be read by machines: no value is lost."""
    for doc in catalogue():
        for parameter in doc.parameters:
            assert json.loads(json.dumps(parameter.default)) == parameter.default


def test_heavy_libraries_are_loaded_when_they_are_needed() -> None:
    """Reading the registry alone needs neither JSON Schema nor Markdown."""
    script = (
        "import sys; from evals.checks.registry import load_builtin; load_builtin();"
        "print(sorted({'jsonschema', 'markdown_it', 'referencing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
