"""Automations as a file: who is told of what, created or updated by name on a Prefect server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from deployments.deploy_file import filled, unset_variables
from evals.cases.source_text import SourceError
from evals.cases.validation import findings, suggestion
from evals.cases.yaml_nodes import Node, parse_yaml
from evals.errors import ConfigError, InputError, Problem

BLOCKS = {
    "webhook": "prefect.blocks.webhook:Webhook",
    "slack-webhook": "prefect.blocks.notifications:SlackWebhook",
    "ms-teams-webhook": "prefect.blocks.notifications:MicrosoftTeamsWebhook",
    "mattermost-webhook": "prefect.blocks.notifications:MattermostWebhook",
    "discord-webhook": "prefect.blocks.notifications:DiscordWebhook",
    "pager-duty-webhook": "prefect.blocks.notifications:PagerDutyWebHook",
    "opsgenie-webhook": "prefect.blocks.notifications:OpsgenieWebhook",
    "twilio-sms": "prefect.blocks.notifications:TwilioSMS",
    "sendgrid-email": "prefect.blocks.notifications:SendgridEmail",
}
"""Kinds of block by Prefect's own name for them."""
BLOCK_PREFIX = "lastgreen-"


class Rule(BaseModel):
    """One automation: on a trigger, tell somebody or run a deployment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, description="by which it is found again and updated")
    description: str = ""
    trigger: dict[str, Any] = Field(description="an event trigger as Prefect has it")
    notify: str | None = Field(default=None, description="a block of this file")
    subject: str = "lastgreen"
    body: str = "{{ flow_run|ui_url }}"
    run: str | None = Field(default=None, description="a deployment, as flow/deployment")

    @model_validator(mode="after")
    def _does_one_thing(self) -> Rule:
        if (self.notify is None) == (self.run is None):
            msg = f"give either 'notify' or 'run', not notify={self.notify!r} and run={self.run!r}"
            raise ValueError(msg)
        return self


class Block(BaseModel):
    """How somebody is told; the members beside ``type`` are the block's own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: Literal[
        "webhook", "slack-webhook", "ms-teams-webhook", "mattermost-webhook", "discord-webhook", "pager-duty-webhook",
        "opsgenie-webhook", "twilio-sms", "sendgrid-email",
    ]  # fmt: skip


class AutomationFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    blocks: dict[str, Block] = Field(default_factory=dict)
    automations: list[Rule] = Field(min_length=1)


def load(path: Path, environ: Mapping[str, str]) -> AutomationFile:
    """Read the file, with environment variables filled in.

    Raises:
        ConfigError: it cannot be read, breaks rules, or names a variable that is not set: all problems at once.
    """
    try:
        root = parse_yaml(path.read_bytes())
    except OSError as error:
        raise ConfigError([Problem(f"cannot be read: {error.strerror}", str(path))]) from None
    except SourceError as error:
        raise ConfigError([Problem(str(error), str(path), error.line)]) from None
    problems = [*unset_variables(root.value, environ)]
    _refuse(problems, root, path)
    try:
        file = AutomationFile.model_validate(filled(root.value, environ))
    except ValidationError as error:
        _refuse(list(findings(error, AutomationFile)), root, path)
        raise
    _refuse(_broken(file), root, path)
    return file


def _refuse(problems: list[tuple[tuple[str | int, ...], str]], root: Node, path: Path) -> None:
    if problems:
        raise ConfigError([Problem(message, str(path), root.line_of(where)) for where, message in problems])


def _broken(file: AutomationFile) -> list[tuple[tuple[str | int, ...], str]]:
    names = [rule.name for rule in file.automations]
    found: list[tuple[tuple[str | int, ...], str]] = [
        (("automations", number, "notify"), f"no block {rule.notify!r}{suggestion(rule.notify, file.blocks)}")
        for number, rule in enumerate(file.automations)
        if rule.notify is not None and rule.notify not in file.blocks
    ]
    twice = [number for number, name in enumerate(names) if name in names[:number]]
    return found + [(("automations", number, "name"), f"the name {names[number]!r} is used twice") for number in twice]


def create(path: Path, environ: Mapping[str, str], say: Callable[[str], None]) -> None:
    """Create or update the blocks and automations of a file on the server that this process uses.

    Raises:
        ConfigError: the file cannot be used.
        InputError: a trigger or block is not what Prefect takes, or a deployment does not exist.
    """
    file = load(path, environ)
    try:
        asyncio.run(_create(file, say))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, found["loc"]))
        raise InputError(f"{path}: {error.title}: {place}: {found['msg']}") from None


async def _create(file: AutomationFile, say: Callable[[str], None]) -> None:
    from prefect import get_client

    blocks = {name: await _save(name, block) for name, block in file.blocks.items()}
    async with get_client() as client:
        for rule in file.automations:
            core = _core(rule, await _action(client, rule, file, blocks))
            known = await client.read_automations_by_name(rule.name)
            if known:
                await client.update_automation(known[0].id, core)
            else:
                await client.create_automation(core)
            for one in known[1:]:
                await client.delete_automation(one.id)
            say(f"{'updated' if known else 'created'} automation {rule.name!r}")


async def _save(name: str, block: Block) -> UUID:
    from importlib import import_module

    module, _, kind = BLOCKS[block.type].partition(":")
    made = getattr(import_module(module), kind)(**(block.model_extra or {}))
    saved: UUID = await made.save(f"{BLOCK_PREFIX}{name}", overwrite=True)
    return saved


async def _action(client: Any, rule: Rule, file: AutomationFile, blocks: Mapping[str, UUID]) -> dict[str, Any]:
    if rule.run is not None:
        from prefect.exceptions import ObjectNotFound

        try:
            deployment = await client.read_deployment_by_name(rule.run)
        except ObjectNotFound:
            raise InputError(f"automation {rule.name!r} runs {rule.run!r}, which is no deployment") from None
        return {"type": "run-deployment", "source": "selected", "deployment_id": deployment.id, "parameters": {}}
    name = str(rule.notify)
    if file.blocks[name].type == "webhook":
        return {"type": "call-webhook", "block_document_id": blocks[name], "payload": json_payload(rule)}
    return {
        "type": "send-notification",
        "block_document_id": blocks[name],
        "subject": rule.subject,
        "body": rule.body,
    }


def json_payload(rule: Rule) -> str:
    """A template of a JSON object: what Prefect fills in may hold quotes, and is quoted after that."""
    captured = (
        f"{{% set {name} %}}{text}{{% endset %}}" for name, text in (("subject", rule.subject), ("body", rule.body))
    )
    return "".join(captured) + '{"subject": {{ subject|tojson }}, "body": {{ body|tojson }}}'


def _core(rule: Rule, action: dict[str, Any]) -> Any:
    from prefect.events.schemas.automations import AutomationCore

    return AutomationCore.model_validate(
        {"name": rule.name, "description": rule.description, "trigger": rule.trigger, "actions": [action]}
    )
