"""``lastgreen checks list``."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from deployments.commands.checks_list import checks
from evals.checks.registry import load_builtin
from evals.errors import InputError


def listed(*arguments: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(checks, ["list", *arguments], standalone_mode=False, env={"COLUMNS": "160"})
    if done.exception:
        raise done.exception
    return done.output


def test_all_types_are_listed() -> None:
    """With their parameters; those in brackets are optional."""
    output = listed()
    assert all(kind in output for kind in load_builtin())
    assert "any_of, [terms], [k], [text_field]" in output


@pytest.mark.parametrize("name", ["format", "json_validity"])
def test_one_type_is_documented_by_any_of_its_names(name: str) -> None:
    """Version, other names, parameters with defaults and meaning, and examples."""
    output = listed(name)
    assert "format (version 1, also written json_validity; counts toward schema compliance)" in output
    assert "strict_json  true or false" in output
    assert '{"type": "format", "value": "json", "strict_json": true}' in output


def test_an_unknown_type_is_an_input_error() -> None:
    """The nearest one is named."""
    with pytest.raises(InputError, match=r"got 'retreival'; did you mean 'retrieval'\?"):
        listed("retreival")


def test_json_is_for_machines() -> None:
    """One object a type."""
    (doc,) = json.loads(listed("retrieval", "--json"))
    assert doc["type"] == "retrieval"
    assert {parameter["name"]: parameter["default"] for parameter in doc["parameters"]}["k"] == 5
