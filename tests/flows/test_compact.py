"""The flow that compacts a store."""

from __future__ import annotations

import pytest

from evals.errors import InputError
from flows.compact import compact
from tasks.compact import compact_store
from tasks.stores.catalogue import open_catalogue
from tasks.stores.files import Files
from tasks.stores.index import read_head
from tests.flows.project import Project


@pytest.mark.prefect
@pytest.mark.usefixtures("prefect_api")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_run_is_in_the_index_after_the_flow_and_found_by_questions(project: Project) -> None:
    """From the gate to SQL; the state says what was done."""
    run = project.run()
    state = compact(str(project.config), return_state=True)
    assert (state.is_completed(), state.message) == (True, "1 run put into the index: 1 run, 20 trials")
    files = Files(str(project.root / "store"))
    assert read_head(files).results[0].rows == 20
    with open_catalogue(files, with_trials=True) as catalogue:
        rows = catalogue.find("SELECT run_id, count(*), min(status) FROM results GROUP BY 1").rows
        assert list(rows) == [(run.info.run_id, 20, "pass")]


def test_a_store_that_is_not_there_is_told(project: Project) -> None:
    """Nothing is made."""
    with pytest.raises(InputError, match="there is no store at"):
        compact_store.fn(str(project.config), None)
    assert not (project.root / "store").exists()
