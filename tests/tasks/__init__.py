"""The effects, tested."""
