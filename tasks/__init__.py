"""The effects: everything that waits, retries, reads or writes, and the thin Prefect tasks over it."""
