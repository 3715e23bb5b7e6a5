"""Deterministic checks, by family; ``registry.parse_check`` reads one, ``registry.load_builtin`` fills the registry."""
