"""Texts that hurt: strategies and adversarial inputs for the text checks."""

from __future__ import annotations

import time
from collections.abc import Callable

from hypothesis import strategies as st

_PIECES = (
    *"aZß\u0130\u0130éщ中かم1९ \t\n.!?…。,:;-–—*_`~[](){}<>|#\"'“”‘’«»„\\&$%",
    "e\u0301",
    "\u1100\u1161\u11a8",
    "\u200b",
    "\u00ad",
    "\u00a0",
    "\ufeff",
    "\u2011",
    "\u0301\u0323",
    "\r\n",
    "\n\n",
    "```",
    "**",
    "](x)",
    "&amp;",
    "U.S.",
    "e.g. ",
    "1. ",
    "- ",
    "> ",
    "# ",
    "can't ",
    "I cannot answer. ",
    "But it is $5.",
)
messy_texts = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(_PIECES), max_size=40).map("".join),
)
"""Any text, and texts made of the pieces that the rules are about."""

LONG = 100_000
ADVERSARIAL = {
    name: (piece * LONG)[:LONG]
    for name, piece in {
        "brackets": "[",
        "parentheses": "(",
        "links": "[a](",
        "link titles": "[a](b 'c \"",
        "references": "][a",
        "quotes": "“\"'",
        "digits": "1",
        "numbers": "1,234.5 ",
        "stops": ". ",
        "initials": "A. ",
        "combining marks": "\u0301\u0323",
        "composed marks": "e\u0323\u0301",
        "emphasis": "*a _b ",
        "backticks": "` ``",
        "spaces": " ",
        "line breaks": "\n",
        "fences": "```\n",
        "quotations": "> ",
        "growing letters": "\u0130ß",
        "words": "lorem ",
        "refusals": "I cannot answer. ",
    }.items()
}
"""100,000 characters each."""


def is_quick(action: Callable[[], object], limit: float = 2.0) -> bool:
    """Whether a call takes less than ``limit`` seconds of processor time, at the second try if need be."""
    for _ in range(2):
        begun = time.process_time()
        action()
        if time.process_time() - begun < limit:
            return True
    return False
