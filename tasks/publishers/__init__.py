"""Where results go: GitHub, job summaries, JUnit."""
