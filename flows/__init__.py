"""The order of things: Prefect flows that read as a table of contents."""
