"""The company's pages as data: statements, chunks, search terms."""
