"""The reference values of the statistics, each run by the name of its function."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from evals.stats import (
    agreement,
    correction,
    flake,
    independent,
    means,
    multiplicity,
    paired,
    permutation,
    planning,
    rates,
    ratio,
    sequential,
    stratified,
)
from evals.stats.bootstrap import percentile_interval
from evals.stats.hypergeometric import candidate_fails

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "tests" / "data" / "stat_vectors.json"
BESIDE = ROOT.parent / "shared" / "data" / "stat_vectors.json"


def read_vectors() -> list[dict[str, Any]]:
    """The newest reference values at hand: those beside the repository, else the copy shipped with the tests."""
    source = BESIDE if BESIDE.is_file() else SHIPPED
    return json.loads(source.read_text(encoding="utf-8"))["vectors"]  # type: ignore[no-any-return]


def listed(text: str) -> list[float]:
    """Read '5 x +1, 2 x -1, 1/3' as the list of numbers it abbreviates."""
    values: list[float] = []
    for part in text.split(","):
        times, _, value = part.rpartition(" x ")
        values += [float(Fraction(value.strip()))] * int(times or 1)
    return values


def tuples(text: str) -> list[tuple[int, ...]]:
    """Read '(..)= (0,10,1,1,10),(..)' as tuples of whole numbers."""
    return [tuple(int(n) for n in found.split(",")) for found in re.findall(r"\(([\d,]+)\)", text)]


def point_rule(pass_base: int, pass_cand: int, n: int, margin: Fraction = Fraction(1, 100)) -> float:
    """1 when the literal rule fires."""
    return float(stratified.exact_drop(n - pass_base, n, n - pass_cand, n) > margin)


def strat_mcnemar(newly_failing: int, newly_passing: int, n: int) -> float:
    """The stratified exact test with one trial a side."""
    fb, fc = np.zeros(n, dtype=int), np.zeros(n, dtype=int)
    fc[:newly_failing], fb[n - newly_passing :] = 1, 1
    return stratified.stratified_exact(fb, np.ones_like(fb), fc, np.ones_like(fc)).midp


def strat_large(seed: int, n: int, kb: int, kc: int, rng: str) -> float:
    """The stratified exact test on a drawn large set."""
    base, cand = re.findall(r"binomial\(\d+,([\d.]+),n\)", rng)
    draw = np.random.default_rng(seed)
    fb, fc = draw.binomial(kb, float(base), n), draw.binomial(kc, float(cand), n)
    return stratified.stratified_exact(fb, np.full(n, kb), fc, np.full(n, kc)).midp


def cmh(fb: list[int], kb: int, fc: list[int], kc: int) -> float:
    """The chi-square for one number of trials a side."""
    return stratified.cmh_chi2(fb, [kb] * len(fb), fc, [kc] * len(fc))


def mean_evalue(kb: int, kc: int, t: int, psi: float) -> float:
    """Expectation of the e-value under the null."""
    low, pmf = candidate_fails(kb, kc, t)
    return float(sum(p * sequential.evalue_case(t - x, kb, x, kc, psi) for x, p in enumerate(pmf.tolist(), start=low)))


def bootstrap_law(d: list[float], q: list[float]) -> list[float]:
    """Quantiles of the mean over every possible resample: what a percentile bootstrap approaches."""
    sums = np.sort([sum(sample) for sample in product(d, repeat=len(d))])
    return [float(np.quantile(sums, share, method="inverted_cdf")) / len(d) for share in q]


def own_bootstrap(d: str, n_resamples: int, rng: str) -> list[float]:
    """Our percentile bootstrap of the mean."""
    values = np.array(listed(d))
    return list(percentile_interval(lambda at: float(values[at].mean()), values.size, generator(rng), n_resamples))


def scipy_bootstrap(d: str, n_resamples: int, rng: str) -> list[float]:
    """SciPy's BCa: the contrast that the product does not use on pass rates."""
    values = np.array(listed(d))
    found = scipy_stats.bootstrap((values,), np.mean, n_resamples=n_resamples, method="BCa", rng=generator(rng))
    return [float(found.confidence_interval.low), float(found.confidence_interval.high)]


def degenerate_bca(d: str) -> str:
    """SciPy's BCa has no interval for constant data; Tango's score interval has."""
    values = np.array(listed(d))
    with np.errstate(invalid="ignore"), pytest.warns(scipy_stats.DegenerateDataWarning):
        found = scipy_stats.bootstrap((values,), np.mean, n_resamples=999, method="BCa", rng=1).confidence_interval
    own, z = paired.tango_moment_ci(values), rates.two_sided_z(0.95)
    assert own == pytest.approx((-z * z / (values.size + z * z), z * z / (values.size + z * z)))
    return ",".join("nan" if isnan(end) else str(end) for end in found)


def generator(text: str) -> np.random.Generator:
    """Read 'default_rng(12345)'."""
    return np.random.default_rng(int(re.findall(r"\d+", text)[0]))


def beta_quantiles(f: int, k: int, q: list[float]) -> tuple[float, ...]:
    """Quantiles of the flake posterior."""
    return flake.flake_quantiles(f, k, q)


def as_moment(d: str, conf: float = 0.95) -> tuple[float, float]:
    """Tango's interval for differences written out."""
    return paired.tango_moment_ci(listed(d), conf)


def ppi(y: list[float], yhat: list[float], unl: str) -> correction.CorrectedMean:
    """Prediction-powered mean with the unlabelled values written out."""
    return correction.ppi_mean(y, yhat, listed(unl))


def one_sided_upper(x: int, n: int, conf_one_sided: float) -> float:
    """Upper limit with the level named as in the vectors."""
    return rates.clopper_pearson_upper(x, n, conf_one_sided)


def one_sided_lower(x: int, n: int, conf_one_sided: float) -> float:
    """Lower limit with the level named as in the vectors."""
    return rates.clopper_pearson_lower(x, n, conf_one_sided)


def newly(newly_failing: int, newly_passing: int) -> float:
    """One-sided mid-p with the counts named as in the vectors."""
    return paired.mcnemar_midp_one_sided(newly_failing, newly_passing)


def equivalence(c1: int, n1: int, c2: int, n2: int, low: float, upp: float, method: str) -> float:
    """Two one-sided tests with the counts named as in the vectors."""
    assert method == "agresti-caffo"
    return independent.equivalence_p(c1, n1, c2, n2, low, upp)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "wilson": rates.wilson,
    "clopper_pearson": rates.clopper_pearson,
    "clopper_pearson upper, one-sided 95%": one_sided_upper,
    "clopper_pearson lower, one-sided 95%": one_sided_lower,
    "binom_midp_lower": rates.binom_midp_lower,
    "point rule": point_rule,
    "exact McNemar two-sided": paired.mcnemar_exact_two_sided,
    "mcnemar_midp_two_sided": paired.mcnemar_midp_two_sided,
    "mcnemar_midp_one_sided": newly,
    "McNemar chi2 with continuity correction, p": paired.mcnemar_chi2_cc,
    "tango_ci": paired.tango_ci,
    "newcombe_paired_ci": paired.newcombe_paired_ci,
    "tango_moment_ci": as_moment,
    "stratified_exact -> (p, midp)": stratified.stratified_exact,
    "stratified_exact p": lambda **counts: stratified.stratified_exact(**counts).p,
    "stratified_exact midp at kb=kc=1": strat_mcnemar,
    "(observed-expected)^2/var": cmh,
    "stratified_exact midp, n=1e5": strat_large,
    "reproduced_breaks -> (count, midp)": stratified.reproduced_breaks,
    "paired_t": means.paired_t,
    "signflip_p": permutation.signflip_p,
    "one-sided t p for drop >= 0.3": means.noninferiority_t,
    "clustered_se (CR0, Miller 2024)": means.clustered_se,
    "percentile CI of mean, all 6^6 resamples, inverted_cdf quantile": bootstrap_law,
    "scipy.stats.bootstrap percentile": own_bootstrap,
    "scipy.stats.bootstrap BCa": scipy_bootstrap,
    "scipy BCa on constant data": degenerate_bca,
    "harrell_davis": ratio.harrell_davis,
    "np.quantile(x,.95) (linear, R type 7)": ratio.quantile,
    "ratio_of_means_fieller": ratio.ratio_of_means_fieller,
    "distribution-free 95% CI ranks (1-based) for p95, n=100": ratio.quantile_ci_ranks,
    "holm": multiplicity.holm,
    "bh": multiplicity.bh,
    "evalue_case": lambda args: [sequential.evalue_case(*row) for row in tuples(args)],
    "E_H0[e | t=3]": mean_evalue,
    "eprocess (psi 3,10,30 mixture), 4 cases": sequential.eprocess,
    "cohen_kappa": agreement.cohen_kappa,
    "krippendorff_ordinal": lambda a, b: agreement.krippendorff_ordinal([a, b]),
    "rogan_gladen": correction.rogan_gladen,
    "ppi_mean (lambda=1)": ppi,
    "Beta(.5+f,.5+k-f) quantiles": beta_quantiles,
    "sign test two-sided": lambda wins, losses: paired.mcnemar_exact_two_sided(losses, wins),
    "Newcombe independent difference (UNPAIRED fallback only)": independent.newcombe_independent_ci,
    "tost_proportions_2indep p": equivalence,
    "mde_paired (points)": planning.mde_paired,
}
"""The function of the product behind each name."""


def shape(name: str) -> str:
    """A name without its numbers: 'eprocess .., 4 cases' is the same function as 'eprocess .., 6 cases'."""
    return re.sub(r"\d[\d.e]*", "#", name)


BY_SHAPE = {shape(name): function for name, function in FUNCTIONS.items()}


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["id"]) for vector in read_vectors()])
def test_a_reference_value_is_met(vector: dict[str, Any]) -> None:
    """Each vector's function gives the expected numbers within the absolute tolerance stated."""
    found, expected = BY_SHAPE[shape(vector["function"])](**vector["inputs"]), vector["expected"]
    if isinstance(expected, str):
        assert found == expected
    else:
        assert np.asarray(found, dtype=float) == pytest.approx(np.asarray(expected), rel=0, abs=vector["tol"])


def test_the_shipped_copy_holds_all_vectors() -> None:
    """The copy in the repository is complete."""
    shipped = json.loads(SHIPPED.read_text(encoding="utf-8"))
    assert len(shipped["vectors"]) == shipped["n"] == 78
