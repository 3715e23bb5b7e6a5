"""The files for CI systems and containers: valid by their makers' schemas, and every option in them exists."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from typing import Any

import click
import pytest

from deployments.cli import COMMANDS, cli
from evals.cases.yaml_nodes import parse_yaml
from tests.meta.repository import ROOT

SCHEMAS = {
    "deployments/ci/github-workflow.yml": ["vendor.github-workflows"],
    "deployments/ci/buildkite.yml": ["vendor.buildkite"],
    "deployments/ci/gitlab.yml": ["vendor.gitlab-ci", "--data-transform", "gitlab-ci"],
    "deployments/compose/compose.yaml": ["vendor.compose-spec"],
}
"""Official schemas, as check-jsonschema ships them."""
CI_FILES = [name for name in SCHEMAS if "/ci/" in name]


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_file_is_valid_by_the_official_schema(name: str) -> None:
    """A misspelled key would be found by the CI system at the worst moment."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", *SCHEMAS[name], name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_misspelled_key_would_be_found(tmp_path: Any) -> None:
    """The schemas are strict enough to be worth asking."""
    text = (ROOT / CI_FILES[0]).read_text().replace("runs-on:", "run-on:")
    (tmp_path / "workflow.yml").write_text(text)
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*command, str(tmp_path / "workflow.yml")], capture_output=True, check=False)
    assert done.returncode == 1


def _commands(name: str) -> list[list[str]]:
    """Every ``lastgreen ...`` in a file, as words."""
    text = re.sub(r"\n\s+(?=--|\$)", " ", (ROOT / name).read_text())
    found = re.findall(r"lastgreen (?:trigger|run|deploy) [^\n<|&#]*", text)
    return [shlex.split(line.replace("${ENDPOINT:+", "").replace('"}', '"')) for line in found]


@pytest.mark.parametrize("name", [*CI_FILES, "docs/ci.md"])
def test_every_command_in_it_has_the_options_that_it_is_given(name: str) -> None:
    """Checked against the command line itself."""
    commands = _commands(name)
    assert commands
    for _, verb, *words in commands:
        assert verb in COMMANDS
        command = cli.get_command(click.Context(cli), verb)
        assert command is not None
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, words


@pytest.mark.parametrize("name", CI_FILES)
def test_no_file_holds_a_credential_or_an_unsafe_expression(name: str) -> None:
    """What a pull request may choose reaches a shell only by the environment."""
    text = (ROOT / name).read_text()
    assert "password" not in text.lower()
    for step in re.findall(r"run: >-\n((?: {10,}.*\n)+)", text):
        assert "${{" not in step


def test_a_cancelled_job_on_github_tells_the_trigger() -> None:
    """GitHub sends its signals to the first process of a step, which a shell would be otherwise."""
    assert re.search(r"run: >-\n +exec lastgreen trigger ", (ROOT / CI_FILES[0]).read_text())


@pytest.mark.parametrize("name", CI_FILES)
def test_no_job_is_tried_again_because_of_its_exit_code(name: str) -> None:
    """4 is also a superseded commit: its run would be started again beside the newer one's."""
    assert not re.search(r"retry:(\n +.*)*?\n +-? ?exit_(codes|status): \[?[0-9]", (ROOT / name).read_text())


@pytest.mark.parametrize("name", CI_FILES)
def test_what_is_installed_is_not_looked_up_on_a_public_index(name: str) -> None:
    """Ours is on none: whoever took the name there would be run with our credentials."""
    for line in re.findall(r"pip install (.*)", (ROOT / name).read_text()):
        assert "$" in line, line


def test_the_image_is_built_from_what_the_wheel_needs() -> None:
    """Every package is copied, and the lock is what is installed."""
    text = (ROOT / "deployments" / "Dockerfile").read_text()
    assert re.findall(r"^COPY (\w+) \1$", text, re.MULTILINE) == ["evals", "tasks", "flows", "deployments"]
    assert "--require-hashes -r requirements.lock" in text
    assert "LASTGREEN_ROOT=/project" in text


def test_the_recipe_for_curl_is_a_script_that_bash_reads() -> None:
    """And at most 30 lines long."""
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    found = re.search(r"```bash\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL)
    assert found is not None
    script = found[1]
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0
    assert len(script.splitlines()) <= 30


def test_the_compose_file_deploys_before_workers_start() -> None:
    """A worker without its pool would stop at once, and one without the bucket could keep no results."""
    services = parse_yaml((ROOT / "deployments/compose/compose.yaml").read_bytes()).value["services"]
    for worker in ("worker-1", "worker-2"):
        for before in ("deploy", "bucket"):
            assert services[worker]["depends_on"][before]["condition"] == "service_completed_successfully"
