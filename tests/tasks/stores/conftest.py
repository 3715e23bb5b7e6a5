"""A store on local files and one on a real S3 server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.stores.files import Files


@pytest.fixture(params=["local", pytest.param("s3", marks=pytest.mark.s3)])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """A new store: on local files, and on S3 when those tests run."""
    if request.param == "local":
        return Files(str(tmp_path / "store"))
    return Files(request.getfixturevalue("s3_environment"))
