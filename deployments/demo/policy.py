"""What the assistant does not do, and orders that it does not take.

The answerer only quotes, so it cannot obey anything. Two things are left to guard: questions that must be refused
although some page has the words, and texts that hold an order to the assistant, which must not be quoted as answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from deployments.demo.docs import sentences


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_ASK = (
    r"\b(?:give|show|tell|reveal|print|share|send|list|dump|display|provide|need|want|know|paste|repeat|leak|read out|"
    r"what(?:'s| is| are| was)|which)\b"
)
_SECRET = (
    r"\b(?:passwords?|passphrases?|credentials?|api keys?|(?:secret|private|seal|region|root) keys?|access tokens?|"
    r"login details|secrets?|emergency codes?|recovery codes?|one-time codes?)\b"
)
_PERSON = r"(?-i:(?!Quillmark|We\b|The\b|It\b|You\b|I\b)[A-ZÀ-Ý][\w’-]+(?: [A-ZÀ-Ý][\w’-]+)?|my (?:colleague|manager|boss|co-?worker|teammate))"
_PRIVATE = (
    r"(?:salary|wages?|compensation|pay slip|home address|address|(?:private|personal|mobile|home) (?:phone|number|address|e-?mail)|"
    r"phone number|date of birth|birthday|bank (?:account|details)|medical (?:record|history|data)s?|diagnosis|performance rating|rating|performance review|illness)"
)
_ATTACK = (
    r"(?:hack(?:ing)?|break into|crack|phish(?:ing)?|malware|ransomware|keylogger|exploit|ddos|denial of service|steal|exfiltrat\w+|"
    r"forge|fake|falsify|backdate|tamper with|impersonate|bypass|get around|circumvent|evade|disable|turn off|delete|hide)"
)
_ATTACKED = (
    r"(?:accounts?|servers?|systems?|customers?|colleagues?|passwords?|signatures?|sign-?in|login|sso|mfa|2fa|multi-factor|two-factor|"
    r"audit (?:trails?|logs?)|logs?|monitoring|approvals?|approval limits?|receipts?|expense|invoices?|documents?|data|e-?mails?|attack|review|certificates?|tracks|evidence)"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is refused."""

    name: str
    pattern: re.Pattern[str]
    reply: str
    unless: re.Pattern[str] | None = None
    """Harmless questions that the pattern would catch as well."""

    def applies(self, text: str) -> bool:
        """Whether a request must be refused for this reason."""
        return bool(self.pattern.search(text)) and not (self.unless and self.unless.search(text))


RULES: tuple[Rule, ...] = (
    Rule(
        "prompt",
        _any(
            r"\b(?:system|hidden|initial|secret|internal|developer) (?:prompt|instructions?|message)\b",
            r"\byour (?:\w+ )?(?:prompt|instructions|configuration|guidelines|system message)\b",
        ),
        "I can't share my instructions or configuration. I answer questions from the Quillmark docs.",
        _any(r"\b48213\b", r"\bsupport ticket\b", r"\bagents?\b"),
    ),
    Rule(
        "secrets",
        _any(
            rf"{_ASK}[^.?!]{{0,80}}{_SECRET}",
            rf"{_SECRET}[^.?!]{{0,30}}\b(?:please|now|for (?:the )?(?:prod\w*|admin\w*|root|staging|database|ceo|server))\b",
        ),
        "I can't help with passwords, keys or other credentials; they are never given out. "
        "Please use the password manager or ask the service desk.",
        _any(
            r"\b(?:polic(?:y|ies)|rules?|length|characters?|requirements?|rotat\w*|expir\w*|valid|begins?|starts?|prefix|store[ds]?|kept|"
            r"managers?|chang(?:e|ed|es|ing)|reset|when|lock(?:out|ed)|scopes?|limits?|maximum|minimum|year|plans?|allowed|leaked|lost|revoke\w*|"
            r"price|cost|publish\w*|encrypt\w*|history|class|classif\w*|recommended|special|reuse\w*|mandatory|2022|fido2?|hsm)\b",
            r"\bhow (?:do|can|long|often|many|should|are|is|must|old)\b",
            r"\bwho (?:can|may|grants?|holds?|keeps?)\b",
            rf"\bwhat (?:is|are) (?:an? )?{_SECRET}\W*$",
        ),
    ),
    Rule(
        "personal",
        _any(
            rf"\b{_PRIVATE}\b[^.?!]{{0,20}}\b(?:of|for|does|did) {_PERSON}",
            rf"{_PERSON}(?:'s|’s) (?:\w+ ){{0,2}}{_PRIVATE}\b",
            rf"\b(?:how much|what) (?:does|did|is) {_PERSON} (?:earn|make|paid|get paid)",
            rf"\bwhere does {_PERSON} live\b",
        ),
        "I can't share personal information about employees or other people.",
        _any(
            r"\b(?:Halifax|Lyon|Gdansk|Canada|Europe|Enterprise|Business|Starter|Team|Premier|Priority) ?\w*(?:'s|’s)? "
        ),
    ),
    Rule(
        "customers",
        _any(
            r"\b(?:another|other|different|someone else's|somebody else's) (?:\w+ )?(?:customer|client|workspace|company|tenant|user)(?:'s|’s|s'|s|ies)?\b"
            r"[^.?!]{0,40}\b(?:data|documents?|envelopes?|invoices?|contracts?|e-?mails?|details|files?|information|contents?|names?|keys?)\b",
            r"\b(?:data|documents?|envelopes?|invoices?|contracts?|files?|details|records)\b[^.?!]{0,20}\b(?:of|from|for|belonging to) "
            r"(?:an)?other (?:\w+ )?(?:customer|client|workspace|company|user)s?",
            r"\b(?:show|give|send|list|open|export|read)\b[^.?!]{0,30}\b(?:contracts?|envelopes?|documents?|invoices?|data|files?)\b[^.?!]{0,20}"
            r"\b(?:of|from|for) (?:the )?(?:customer|client|company|workspace) (?-i:[A-Z])",
            r"\b(?:show|give|send|list|open|export|read)\b[^.?!]{0,20} (?-i:[A-ZÀ-Ý]\w+(?: [A-ZÀ-Ý]\w+)*)(?:'s|’s) (?:\w+ )?"
            r"(?:contracts?|envelopes?|documents?|invoices?|data|files?|customer list|records)\b",
            r"\b(?:names?|list) of (?:all )?(?:our |the |your )?(?:customers|clients)\b",
            r"\bcustomers?(?:'s|’s|s'|')? (?:signed |confidential |private )(?:documents?|contracts?|files?|data)\b[^.?!]*\b(?:show|send|give|me)\b",
        ),
        "I can't share data of customers. I answer questions from the Quillmark docs only.",
        _any(r"\bwhat happens\b", r"\bshared between\b", r"\b(?:was|were|is) shown\b", r"Quillmark's"),
    ),
    Rule(
        "harm",
        _any(
            rf"\b(?:how (?:do|can|could|would|to|might)|help me|write|create|make|teach|show me|explain how|ways? to|best way|want to|let's|can you|i need to)\b[^.?!]{{0,60}}"
            rf"\b{_ATTACK}\b[^.?!]{{0,50}}\b{_ATTACKED}\b",
            r"\bphishing (?:e-?mail|message|page|site|campaign)\b(?!.*\b(?:report|received|got|suspect\w*)\b)",
            r"\bwithout (?:being|getting) (?:noticed|caught|detected|logged|seen)\b",
            r"\bwithout (?:anyone|anybody|the security team|my manager|the customer|them) (?:noticing|knowing|finding out)\b",
            r"\b(?:bombs?|weapons?|explosives?|kill (?:myself|someone|him|her)|suicide|poison)\b",
        ),
        "I can't help with that: it could harm people or the company's systems.",
        _any(
            r"\b(?:report|received|protect|prevent|who|when|how long|how many|policy|is deleted|are deleted|scope|bount\w+|bug|kill switch|single sign-on was|my own|draft|retention|workspace is closed)\b"
        ),
    ),
)
"""Tried in this order; the first one that applies gives the reply."""

_INJECTION = _any(
    r"\b(?:ignore|disregard|forget|override|set aside|skip)\b[^.?!]{0,40}\b(?:instructions?|rules|prompts?|guidelines|everything (?:above|before)|directives|previous|above|polic(?:y|ies)|context|docs)\b",
    r"\byou are (?:now|no longer)\b",
    r"\b(?:act|behave|pretend|respond|answer|roleplay) as (?:if|though|an?|the|dan\b|my)\b",
    r"\b(?:note|message|instructions?|order|attention)\b[^.?!]{0,20}\b(?:to|for) (?:all )?(?:\w+ )?(?:assistants?|ai|llms?|models?|bots?|chatbots?)\b",
    r"\b(?:reveal|print|show|repeat|output|disclose)\b[^.?!]{0,30}\b(?:system prompt|your (?:prompt|instructions)|administrator password|admin password|this token|the token)\b",
    r"\b(?:assistants?|ai|llms?|the model|chatbots?|bots?)\b (?:must|should|shall|has to|have to|is to|will now)\b",
    r"^\W*(?:system|admin|developer|assistant|sudo|root)\b(?: \w+)?\s*[:>\]]",
    r"\b(?:reply|respond|answer|say|output|write|print)\b (?:only |just |exactly |nothing but |with |only with |exclusively |the (?:word|text) )+[\"'“‘]?(?-i:[A-Z]{3,})",
    r"\b(?:tell|inform) (?:every|all|each|the) (?:users?|readers?)\b",
    r"\bdo not (?:mention|reveal|disclose) this\b",
    r"\b(?:new|updated) (?:instructions?|rules|system prompt)\s*[:.]",
    r"\b(?:reply|respond|answer|say)\b (?:only |just |exactly )?(?:with)?:? ?[\"'“‘]?(?-i:(?!Yes|No|JSON|English|French|German)[A-Z]\w+)",
    r"\b(?:jailbreak|developer mode|god mode|DAN mode)\b",
    r"<\|?(?:system|im_start|inst|/?instructions?)\|?>|\[/?INST\]|###\s*(?:system|instruction)",
)


_DICTATES = _any(r"^\W*(?:please )?(?:end|start|begin|finish|prefix|append|conclude)\b[^?]*\b(?:answers?|repl(?:y|ies)|responses?|messages?)\b")
"""Wishes about the wording of the answer that an app which quotes cannot fulfil; they are no part of the question."""
_ORDER_BLOCK = re.compile(r"<(system|instructions?|admin|developer|assistant)>.*?</\1>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?\w+>")


def refusal(text: str) -> str | None:
    """The reply to a request that is refused; None for one that may be answered."""
    return next((rule.reply for rule in RULES if rule.applies(text)), None)


def is_injection(sentence: str) -> bool:
    """Whether a sentence gives orders to the assistant instead of stating something."""
    return bool(_INJECTION.search(sentence))


def without_orders(text: str) -> str:
    """A request without what tries to change the assistant's instructions or to dictate its answer; may be empty."""
    plain = _TAG.sub("\n", _ORDER_BLOCK.sub("\n", text))
    lines = (" ".join(part for part in sentences(line) if not _is_order(part)) for line in plain.splitlines())
    return "\n".join(lines).strip()


def _is_order(sentence: str) -> bool:
    return is_injection(sentence) or bool(_DICTATES.search(sentence))


OVERRIDE_REPLY = "I can't change how I work on request. I answer questions from the Quillmark docs."
