"""Golden sets on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.errors import GoldenSetError
from tasks.golden_files import load_golden_set

CHECK = {"type": "format", "value": "json"}


def write(path: Path, *ids: str) -> None:
    """Write a file of valid cases."""
    rows = [json.dumps({"id": case_id, "prompt": "What?", "checks": [CHECK]}) for case_id in ids]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def refusal(path: Path) -> str:
    """Why a path cannot be loaded."""
    with pytest.raises(GoldenSetError) as caught:
        load_golden_set(path)
    return str(caught.value)


def test_a_directory_is_read_in_the_order_of_its_file_names(tmp_path: Path) -> None:
    """Anchors, retired ids and other files are not cases."""
    root = tmp_path / "v3"
    root.mkdir()
    write(root / "b.jsonl", "b1")
    write(root / "a.jsonl", "a1", "a2")
    (root / "anchors.jsonl").write_text('{"case_id": "a1"}\n', encoding="utf-8")
    (root / "retired.jsonl").write_text('{"id": "old", "reason": "gone"}\n', encoding="utf-8")
    (root / "README.md").write_text("# text\n", encoding="utf-8")
    golden = load_golden_set(root)
    assert [case.id for case in golden.cases] == ["a1", "a2", "b1"]
    assert (golden.version, golden.path, golden.retired) == ("v3", str(root), {"old": "gone"})


def test_one_file_is_a_set_named_after_it(tmp_path: Path) -> None:
    """The version is the file's stem."""
    write(tmp_path / "smoke.jsonl", "a")
    assert load_golden_set(tmp_path / "smoke.jsonl").version == "smoke"


def test_a_link_is_the_version_that_it_stands_for(tmp_path: Path) -> None:
    """Results of the latest set and of its version are the same set's."""
    (tmp_path / "v3").mkdir()
    write(tmp_path / "v3" / "a.jsonl", "a")
    (tmp_path / "latest").symlink_to(tmp_path / "v3")
    assert load_golden_set(tmp_path / "latest").version == "v3"


def test_a_set_that_does_not_exist_is_named_with_what_lies_beside_it(tmp_path: Path) -> None:
    """A typing error is found at a glance."""
    (tmp_path / "v1").mkdir()
    assert "v2: the golden set does not exist; beside it lie v1" in refusal(tmp_path / "v2")


def test_a_directory_without_case_files_names_its_directories(tmp_path: Path) -> None:
    """The parent of the versions is not a version."""
    (tmp_path / "v1").mkdir()
    assert "holds no case files; name one of its directories: v1" in refusal(tmp_path)


def test_a_retired_id_is_not_used_again(tmp_path: Path) -> None:
    """The list beside the cases is heeded."""
    write(tmp_path / "a.jsonl", "a")
    (tmp_path / "retired.jsonl").write_text('{"id": "a", "reason": "page removed"}\n', encoding="utf-8")
    assert "a.jsonl:1: case 'a': id 'a' was retired (page removed)" in refusal(tmp_path)


def test_an_empty_file_is_no_set(tmp_path: Path) -> None:
    """Absence is never a pass."""
    (tmp_path / "a.jsonl").write_bytes(b"")
    assert refusal(tmp_path) == f"{tmp_path / 'a.jsonl'}: the file holds no cases"
