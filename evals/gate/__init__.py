"""Rules from a comparison to a verdict."""
