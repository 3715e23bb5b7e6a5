"""Cases, golden sets and their files."""
