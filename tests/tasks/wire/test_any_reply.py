"""Whatever a provider sends, a reader gives an answer or says what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.wire.anthropic_messages import AnthropicMessages
from tasks.wire.completion import Completion, Wire, WireError
from tasks.wire.openai_chat import OpenAIChat
from tasks.wire.openai_responses import OpenAIResponses
from tests.tasks.wire.streams import stream

WIRES: list[Wire] = [OpenAIChat(), OpenAIResponses(), AnthropicMessages()]
WORDS = st.sampled_from(
    """
    choices message content finish_reason stop delta usage model error output status completed type text output_text
    message_start message_delta message_stop content_block content_block_start content_block_delta index stop_reason
    end_turn response response.completed response.failed incomplete incomplete_details reason input tool_use text_delta
    input_json_delta partial_json refusal
    """.split()  # noqa: SIM905 (a list of words reads best as text)
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("wire", WIRES)
@given(document=VALUES)
@settings(max_examples=150)
def test_no_document_breaks_a_reader(wire: Wire, document: Any) -> None:
    """Any JSON value is a completion or a WireError."""
    try:
        completion = wire.read(document)
    except WireError:
        return
    assert isinstance(completion, Completion)


@pytest.mark.parametrize("wire", WIRES)
@given(data=st.lists(VALUES, max_size=5))
@settings(max_examples=150)
def test_no_stream_breaks_a_reader(wire: Wire, data: list[Any]) -> None:
    """Any sequence of events is a completion or a WireError."""
    try:
        completion = wire.read_stream(stream(*(json.dumps(item) for item in data), "[DONE]"))
    except WireError:
        return
    assert isinstance(completion, Completion)
