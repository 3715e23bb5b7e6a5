"""The columns of stored results, explicit and versioned: an inferred schema breaks readers at the first empty column.

``results`` and ``transcripts`` have one row per trial, in the same order; ``runs`` has one row per run. What is long
(the answers, the passages, what the judge wrote) stands in ``transcripts``, so that trends never read it. ``null`` is
unknown, never zero. Column order is part of the schema.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

SCHEMA_VERSION = 4


@dataclass(frozen=True, slots=True)
class Column:
    """One column and what it says."""

    name: str
    type: pa.DataType
    meaning: str
    unit: str = ""
    """``s``, ``tokens``, ``currency`` (the price table's), ``0..1``, ``1..5``, ``count``, ``UTC``; empty for none."""


EVIDENCE = pa.struct([("text", pa.string()), ("start", pa.int64()), ("read_as", pa.string())])
CHECK = pa.struct(
    [
        ("label", pa.string()),
        ("type", pa.string()),
        ("version", pa.int32()),
        ("outcome", pa.string()),
        ("score", pa.float64()),
        ("explanation", pa.string()),
        ("cost", pa.float64()),
        ("again", pa.list_(pa.float64())),
        ("form", pa.string()),
    ]
)
SCORE = pa.struct([("dimension", pa.string()), ("score", pa.float64())])
CATEGORY = pa.struct([("category", pa.string()), ("cases", pa.int64()), ("pass_rate", pa.float64())])

_text, _count, _number = pa.string(), pa.int64(), pa.float64()

KEYS = (
    Column("run_id", _text, "UTC time to the second and a random part: sorts by time"),
    Column("kind", _text, "`gate` or `baseline`"),
    Column("created_at", _text, "first start of the run, ISO 8601", "UTC"),
    Column("tier", _text, "`smoke`, `full`, `extended` or `custom`"),
    Column("golden_version", _text, "version of the golden set"),
    Column("golden_hash", _text, "sha256 of the golden set's content"),
    Column("app", _text, "what is under test, over all its versions"),
    Column("target", _text, "target of the configuration that was asked"),
    Column("target_fingerprint", _text, "sha256 of all settings that decide answers"),
    Column("judge", _text, "model, prompt hash and scorer version of the judge; empty for none"),
    Column("commit_sha", _text, "commit under test; empty when unknown"),
    Column("branch", _text, "branch of the commit; empty when unknown"),
    Column("pr", _count, "number of the pull request; null for none"),
    Column("model_version", _text, "what the app said it runs; several are joined by a comma"),
    Column("trials", _count, "trials a case that were asked for", "count"),
    Column("seed", _count, "every random choice of the run derives from it"),
    Column("environment", _text, "where it was run and how many calls were open at once; empty when unknown"),
    Column("lastgreen_version", _text, "version that wrote the run"),
)
"""The fields of ``RunInfo``: on every row of ``results`` and ``runs``, so that a file can be read alone."""

_VERSION = Column("schema_version", pa.int32(), "version of this list of columns")

RESULTS_COLUMNS = (
    _VERSION,
    *KEYS,
    Column("case_id", _text, "id of the case"),
    Column("trial", pa.int32(), "repeat of the case within the run, from 0", "count"),
    Column("stage", _text, "`screen`, or why it was run again: `confirm`, `complete`"),
    Column("case_hash", _text, "content hash of the case: cases of different hashes are not compared"),
    Column("category", _text, "category of the case"),
    Column("difficulty", _text, "`easy`, `medium` or `hard`"),
    Column("tags", pa.list_(_text), "tags of the case, sorted"),
    Column("dimension", _text, "`quality`, `safety`, `latency` or `cost`"),
    Column("status", _text, "`pass`, `fail` or `missing` (no observation)"),
    Column("reason", _text, "why it failed or is missing, one line; empty for a pass"),
    Column("score", _number, "weighted mean of the check scores; null when unscored or without checks", "0..1"),
    Column("response", _text, "what came back: `answer`, `fault` (the app's own) or `missing`"),
    Column("response_reason", _text, "stable reason of a fault or a missing answer; null for an answer"),
    Column("withheld", pa.bool_(), "whether the stored response is not what came back: withheld, hashed or redacted"),
    Column("latency", _number, "from sending the request that was answered to its last byte", "s"),
    Column("input_tokens", _count, "prompt tokens, cached ones included", "tokens"),
    Column("output_tokens", _count, "generated tokens", "tokens"),
    Column("cost", _number, "money for the answer", "currency"),
    Column("answer_model", _text, "what the app said it runs, for this answer"),
    Column(
        "checks",
        pa.list_(CHECK),
        "results of the checks in their order; scores `0..1`; `cost` in `currency`, of what a judge was asked; "
        "`again` the scores of votes on the same answer; `form` what a check made of checks says of the form",
    ),
    Column("checks_cost", _number, "money for the checks that a judge evaluated", "currency"),
    Column("judge_overall", _number, "overall score; null when not judged", "1..5"),
    Column("judge_scores", pa.list_(SCORE), "score by dimension; null when not judged", "1..5"),
    Column("judge_cost", _number, "money for the judgement", "currency"),
    Column("unscored", _text, "stable reason why the judge gave nothing usable; null otherwise"),
)

TRANSCRIPTS_COLUMNS = (
    _VERSION,
    Column("run_id", _text, "id of the run"),
    Column("case_id", _text, "id of the case"),
    Column("trial", pa.int32(), "repeat of the case within the run, from 0", "count"),
    Column("prompt", _text, "the last user message"),
    Column("answer", _text, "the answer as text; null for none"),
    Column("response_record", _text, "JSON of the whole response: citations, passages, tokens, earlier turns"),
    Column("judgement_record", _text, "JSON of the whole judgement; null when no judge was asked"),
    Column("evidence", pa.list_(pa.list_(EVIDENCE)), "what each check saw, in the order of `checks`"),
)

RUNS_COLUMNS = (
    _VERSION,
    *KEYS,
    Column("decision", _text, "`passed`, `failed` or `inconclusive`; null for a recorded baseline"),
    Column("literal", _text, "what the plain thresholds alone say"),
    Column("blocks", pa.bool_(), "whether a merge is held back"),
    Column("exit_code", pa.int32(), "exit code of the command"),
    Column("sentence", _text, "the verdict in one sentence"),
    Column("baseline", _text, "what the run was compared with, in words; empty for nothing"),
    Column("cases", _count, "cases that were run", "count"),
    Column("trials_run", _count, "screen trials", "count"),
    Column("passed", _count, "screen trials that passed", "count"),
    Column("failed", _count, "screen trials that failed", "count"),
    Column("missing", _count, "screen trials without observation", "count"),
    Column("pass_rate", _number, "mean over non-flaky cases of their share of passed trials", "0..1"),
    Column("weighted_pass_rate", _number, "the same, cases weighing 1, 2, 3 by difficulty", "0..1"),
    Column("categories", pa.list_(CATEGORY), "pass rate by category", "0..1"),
    Column("judge_weighted", _number, "mean overall judge score weighted by difficulty", "1..5"),
    Column("judge_means", pa.list_(SCORE), "mean by dimension", "1..5"),
    Column("latency_p50", _number, "median over answers", "s"),
    Column("latency_p95", _number, "95th percentile over answers", "s"),
    Column("cost_total", _number, "money for all answers whose cost is known", "currency"),
    Column("judge_cost_total", _number, "money for all judgements and judged checks whose cost is known", "currency"),
    Column("input_tokens", _count, "prompt tokens of all answers", "tokens"),
    Column("output_tokens", _count, "generated tokens of all answers", "tokens"),
    Column("schema_rate", _number, "share of answers whose format checks pass", "0..1"),
    Column("completeness", _number, "share of cases with a valid trial", "0..1"),
    Column("flaky_pass_rate", _number, "flaky cases passing by majority", "0..1"),
    Column("extra_calls", _count, "calls spent on confirmation", "count"),
    Column("report", _text, "JSON of the whole report"),
)


def schema_of(columns: tuple[Column, ...]) -> pa.Schema:
    """The Arrow schema of a list of columns."""
    return pa.schema([(column.name, column.type) for column in columns])


RESULTS = schema_of(RESULTS_COLUMNS)
TRANSCRIPTS = schema_of(TRANSCRIPTS_COLUMNS)
RUNS = schema_of(RUNS_COLUMNS)
RUNS_INDEX = RUNS.remove(RUNS.get_field_index("report"))
"""The rows that many runs are read by: without the long report."""

SCHEMAS = {"runs": RUNS, "results": RESULTS, "transcripts": TRANSCRIPTS}
"""The parts of a run."""
