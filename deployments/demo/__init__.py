"""A RAG app over a fictional company's documents, to try lastgreen on."""
