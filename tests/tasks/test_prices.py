"""Price tables: the shipped one, a team's own, and every mistake in it with its line."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from evals.errors import ConfigError
from evals.prices import PriceTable
from tasks.config_file import load_config
from tasks.prices import SHIPPED, load_prices, shipped_prices

CONFIG = "golden_set: g\ntarget: a\ntargets: {a: {kind: recorded, path: x}}\n"
OWN = 'as_of: "2026-01-31"\ncurrency: EUR\nmodels:\n  ours: {input: 1, output: 2}\n'


def configured(folder: Path, prices: str = "") -> PriceTable:
    """The prices of a configuration."""
    path = folder / "gate.yaml"
    path.write_text(CONFIG + prices)
    return load_config(path).prices


def test_the_shipped_table_says_when_and_where_it_was_read() -> None:
    """Its prices are whole: a cached token never costs more than another."""
    table = shipped_prices()
    assert isinstance(table.as_of, dt.date)
    assert table.source
    assert table.models
    assert all((price.cached_input or 0) <= price.input for price in table.models.values())
    assert "held them against those pages" in " ".join(SHIPPED.read_text().split())


@pytest.mark.parametrize(
    ("model", "known"), [("gpt-4o-2024-08-06", True), ("gpt-4o-pro", False), ("unheard-of", False)]
)
def test_a_model_that_is_not_in_it_has_no_price(model: str, *, known: bool) -> None:
    """A relative of a priced model has none."""
    assert (shipped_prices().find(model) is not None) is known


def test_a_configuration_without_prices_has_the_shipped_ones(tmp_path: Path) -> None:
    """They are common public models."""
    assert configured(tmp_path) == shipped_prices()


def test_own_prices_take_their_place_as_a_whole(tmp_path: Path) -> None:
    """Inline, or in a file beside the configuration."""
    inline = configured(tmp_path, "prices: {currency: EUR, models: {ours: {input: 1, output: 2}}}\n")
    assert (inline.currency, list(inline.models)) == ("EUR", ["ours"])
    (tmp_path / "prices.yaml").write_text(OWN)
    assert configured(tmp_path, "prices: prices.yaml\n") == load_prices(tmp_path / "prices.yaml")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("input: 1", "input: -1", 4, "field 'models.ours.input' must be greater than or equal to 0"),
        ("output: 2", "outptu: 2", 4, "field 'models.ours.output' is required"),
        ("currency: EUR", "currency: euro", 2, "field 'currency'"),
        ('"2026-01-31"', "soon", 1, "field 'as_of'"),
        ("models:", "model:", 3, "unknown field 'model'; did you mean 'models'?"),
        ("input: 1", "input: .nan", 4, ""),
        ("{input", "{{input", 4, ""),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    """In the price file's own name."""
    (tmp_path / "prices.yaml").write_text(OWN.replace(old, new))
    with pytest.raises(ConfigError) as caught:
        configured(tmp_path, "prices: prices.yaml\n")
    problem = caught.value.problems[0]
    assert (problem.file, problem.line) == (str(tmp_path / "prices.yaml"), line)
    assert message in problem.message


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """It is not taken for an empty table."""
    with pytest.raises(ConfigError, match=r"absent\.yaml: the price table cannot be read: No such file"):
        configured(tmp_path, "prices: absent.yaml\n")
