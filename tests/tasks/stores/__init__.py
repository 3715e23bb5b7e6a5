"""Tests of the stores: the same suite on local files and on a real S3 server."""
