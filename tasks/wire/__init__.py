"""What model providers speak: requests and replies of their interfaces, without any I/O but the last module's."""
