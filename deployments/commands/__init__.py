"""One module a command; imported only when the command is typed."""
