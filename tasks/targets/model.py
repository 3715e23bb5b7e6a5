"""A bare model as the target: the prompt goes to a provider's interface, with the case's context before it."""

from __future__ import annotations

from evals.answers import Answer, Fault, Response
from evals.cases.case import Case
from tasks.targets.config import AnthropicConfig, OpenAIConfig
from tasks.targets.conversation import Exchange, converse
from tasks.targets.reading import Paid, response_of, within_sla
from tasks.targets.templates import as_text, compile_template
from tasks.transport.call import Failed
from tasks.wire.client import ModelClient
from tasks.wire.completion import Completion, Finish, Message

CONTEXT_AND_PROMPT = "{{context}}\n\n{{prompt}}"
"""What a user message holds when the case has a context and the configuration says nothing else."""
_SILENCE = {
    Finish.STOP: "the model said nothing",
    Finish.LENGTH: "all its tokens went before any text",
    Finish.REFUSED: "the model or a filter before it declined without a word",
}


class ModelTarget:
    """Asks a model."""

    def __init__(
        self, name: str, config: OpenAIConfig | AnthropicConfig, client: ModelClient, *, fingerprint: str, paid: Paid
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self._client = client
        self._paid = paid
        self._system = None if config.system is None else compile_template(config.system)
        self._prompt = compile_template(config.prompt or "{{prompt}}")
        self._with_context = compile_template(config.prompt or CONTEXT_AND_PROMPT)
        self._options = config.options
        self._sla_s = config.sla_s

    async def ask(self, case: Case, trial: int) -> Response:
        """Ask once, playing a conversation turn by turn where it has to be."""
        return await converse(case, trial, self._once)

    async def _once(self, exchange: Exchange) -> Response:
        outcome = await self._client.complete(self._messages(exchange), self._options)
        if isinstance(outcome, Failed):
            return response_of(outcome)
        answer = self._answer(outcome)
        self._paid(answer)
        if not answer.text.strip():
            return Fault("empty", _SILENCE[outcome.finish], outcome.latency)
        return within_sla(answer, self._sla_s)

    def _answer(self, said: Completion) -> Answer:
        # A server that does not say which model answered is taken at its order, or there would be no price.
        model = said.model or self._options.model
        return Answer(said.text, usage=said.usage, latency=said.latency, model_version=model)

    def _messages(self, exchange: Exchange) -> list[Message]:
        values = exchange.values()
        template = self._prompt if exchange.case.context is None else self._with_context
        system = [] if self._system is None else [Message("system", as_text(self._system.render(values)))]
        history = [Message(turn.role, turn.content) for turn in exchange.turns[:-1]]
        return [*system, *history, Message("user", as_text(template.render(values)))]
