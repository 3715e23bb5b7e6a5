"""Every way in: the command line, triggers for CI, the demo app, containers."""
