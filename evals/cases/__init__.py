"""Cases and golden sets: types, readers for each file format, lint, content hashes."""
