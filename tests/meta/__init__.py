"""Rules that hold for the repository as a whole."""
