"""Journal, results and baselines on any fsspec file system."""
