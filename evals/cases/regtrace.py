"""Golden lists with expected and recorded outputs, and the metrics configuration that goes with them.

A case names ``metrics`` instead of checks; what a metric means is in the ``metrics`` block of a configuration file, and
``thresholds`` of the case take precedence over the block's ``default_threshold``.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field, ValidationError

from evals.cases.building import Built, Source, collect, complete, known_id
from evals.cases.case import Case, Origin
from evals.cases.layout import Input
from evals.cases.record import Reading, Record
from evals.cases.source_text import SourceError
from evals.cases.validation import Fields, Identifier, Tags, record_problems
from evals.cases.yaml_cases import yaml_records
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.checks.metric_rules import FORMAT_RULES, Metric, MetricCase, MetricsBlock, Score, metric_rules
from evals.errors import ConfigError, Problem

DEFAULTS: Final = MetricsBlock()
"""The metrics of a set that brings no configuration."""

_MARKS: Final = frozenset({"expected_output", "actual_output", "metrics", "thresholds"})
"""Fields by which a list is known to be of this layout."""


class ContextFields(Fields):
    """What the answer may rest on."""

    documents: list[str] = Field(default_factory=list)


class ThresholdFields(Fields):
    """Lowest scores that pass, by metric."""

    factuality: Score | None = None
    format: Score | None = None
    tone: Score | None = None


class RegtraceFields(Fields):
    """The fields of one case."""

    id: Identifier
    input: Input
    expected_output: str | None = None
    actual_output: str | None = None
    context: ContextFields | None = None
    metrics: list[Metric] | None = None
    thresholds: ThresholdFields = ThresholdFields()
    json_schema: Any = None
    required_fields: Any = None
    forbidden_content: Any = None
    regex_match: Any = None
    tags: Tags = Field(default_factory=list)


class ConfigFields(Fields):
    """A metrics configuration file."""

    metrics: MetricsBlock


def is_regtrace(root: Node) -> bool:
    """Whether the items of a list are of this layout."""
    return any(item.members is not None and _MARKS & item.members.keys() for item in root.items or ())


def is_metrics_config(root: Node) -> bool:
    """Whether a file configures metrics and holds no cases."""
    return root.members is not None and "metrics" in root.members and "cases" not in root.members


def read_metrics_config(file: str, data: bytes) -> MetricsBlock:
    """Read a configuration file on its own, for what the gate takes from it (``regression``).

    Raises:
        ConfigError: everything that is wrong with it, each with its line.
    """
    try:
        root = parse_yaml(data)
    except SourceError as error:
        raise ConfigError([Problem(error.message, file, error.line)]) from None
    block = metrics_of(file, root)
    if not isinstance(block, MetricsBlock):
        raise ConfigError(block)
    return block


def metrics_of(file: str, root: Node) -> MetricsBlock | tuple[Problem, ...]:
    """Read the ``metrics`` block of a configuration file, or give everything that is wrong with it."""
    record = Record(root.value if root.members is not None else {}, file, root.line, root)
    try:
        return ConfigFields.model_validate(record.fields).metrics
    except ValidationError as error:
        return tuple(record_problems(error, record, ConfigFields, None))


def read_regtrace(file: str, root: Node, metrics: MetricsBlock = DEFAULTS) -> Reading:
    """Read the cases of one list with every problem in it."""
    return collect(yaml_records(file, root.items or ()), lambda record: _build_case(record, metrics))


def _build_case(record: Record, metrics: MetricsBlock) -> Built:
    case_id = known_id(record)
    try:
        fields = RegtraceFields.model_validate(record.fields)
    except ValidationError as error:
        return tuple(record_problems(error, record, RegtraceFields, case_id))
    sources: list[Source] = [(("metrics",), rule) for rule in metric_rules(metrics, _metric_case(fields, record))]
    return complete(record, _draft(fields, record), sources)


def _metric_case(fields: RegtraceFields, record: Record) -> MetricCase:
    return MetricCase(
        metrics=None if fields.metrics is None else tuple(fields.metrics),
        expected=fields.expected_output,
        thresholds=fields.thresholds.model_dump(exclude_none=True),
        rules={name: record.fields[name] for name in FORMAT_RULES if name in record.fields},
    )


def _draft(fields: RegtraceFields, record: Record) -> Case:
    documents = fields.context.documents if fields.context is not None else []
    return Case(
        id=fields.id,
        input=fields.input,
        checks=(),
        context="\n\n".join(documents) or None,
        reference_answer=fields.expected_output,
        tags=frozenset(fields.tags),
        recorded={} if fields.actual_output is None else {"actual": fields.actual_output},
        origin=Origin(record.file, record.line),
    )
