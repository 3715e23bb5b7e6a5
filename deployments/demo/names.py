"""Names that the command line offers; apart, so that its help does not load the app."""

from __future__ import annotations

VARIANT_NAMES = ("good", "regressed", "slow", "broken")
GENERATORS = ("extractive", "smollm2")
