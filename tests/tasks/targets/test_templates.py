"""Requests from templates."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.targets.templates import TemplateError, compile_template, render_url

VALUES: dict[str, Any] = {
    "prompt": "What is {{case_id}}?",
    "input": {"question": "Why?", "lang": "de"},
    "context": None,
    "turns": [{"role": "user", "content": "Why?"}],
    "history": [],
    "case_id": "gold_1",
    "trial": 0,
    "metadata": {"response_format": "json"},
}


@pytest.mark.parametrize(
    ("template", "rendered"),
    [
        ("{{prompt}}", "What is {{case_id}}?"),
        ("{{ prompt }}", "What is {{case_id}}?"),
        ({"q": "{{prompt}}"}, {"q": "What is {{case_id}}?"}),
        ({"q": "{{case_id}}: {{prompt}}"}, {"q": "gold_1: What is {{case_id}}?"}),
        ({"messages": "{{turns}}"}, {"messages": [{"role": "user", "content": "Why?"}]}),
        ({"m": ["{{turns}}", 1, None, True]}, {"m": [[{"role": "user", "content": "Why?"}], 1, None, True]}),
        ({"q": "{{input.question}} ({{input.lang}})"}, {"q": "Why? (de)"}),
        ({"x": "{{input.absent}}"}, {"x": None}),
        ({"x": "a{{input.absent}}b"}, {"x": "ab"}),
        ({"x": "{{context}}"}, {"x": None}),
        ({"x": "{{context?}}", "y": 1}, {"y": 1}),
        ({"x": ["{{history?}}", "{{trial?}}"]}, {"x": [0]}),
        ({"x": "all: {{input}}"}, {"x": 'all: {"question": "Why?", "lang": "de"}'}),
        ({"x": "{{metadata.response_format?}}"}, {"x": "json"}),
        ({"x": "{single} } }} {"}, {"x": "{single} } }} {"}),
        (3, 3),
    ],
)
def test_placeholders_are_filled_in_once(template: Any, rendered: Any) -> None:
    """Whole values keep their type, text is inserted as it is, optional ones vanish when there is nothing."""
    assert compile_template(template).render(VALUES) == rendered


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{promt}}", "placeholder 'promt' is unknown; known are prompt, input"),
        ({"a": [{"b": "x {{ }}"}]}, "'{{ }}' is no placeholder"),
        ("{{prompt|upper}}", "is no placeholder"),
        ("{{input.}}", "is no placeholder"),
        ("{{prompt}} {{context}", "'{{' without '}}'"),
    ],
)
def test_a_bad_placeholder_is_refused_when_the_template_is_read(template: Any, message: str) -> None:
    """Mistakes are found before anything is sent."""
    with pytest.raises(TemplateError, match=message.replace("{", r"\{").replace("|", r"\|")):
        compile_template(template)


@given(st.text(alphabet=st.sampled_from('{}"\\ prompt.case_id$[]\n'), max_size=40))
@settings(max_examples=200)
def test_text_from_data_is_never_interpreted(prompt: str) -> None:
    """Whatever a prompt holds, braces and quotes included, arrives as that text and changes nothing else."""
    template = compile_template({"a": "{{prompt}}", "b": ["<{{prompt}}>"], "c": "{{case_id}}"})
    rendered = template.render({**VALUES, "prompt": prompt})
    assert json.loads(json.dumps(rendered)) == {"a": prompt, "b": [f"<{prompt}>"], "c": "gold_1"}


def test_an_address_is_filled_in_percent_encoded() -> None:
    """A prompt in an address cannot add parameters or leave its place."""
    url = render_url("http://app/ask?q={{prompt}}&id={{case_id}}", {**VALUES, "prompt": "a&b=c#/ü"})
    assert url == "http://app/ask?q=a%26b%3Dc%23%2F%C3%BC&id=gold_1"
