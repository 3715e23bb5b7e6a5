"""Results of a run: rows, schemas, aggregates."""
