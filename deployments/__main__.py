"""``python -m deployments``: the ``lastgreen`` command where its script is not on the path."""

from deployments.cli import main

main()
