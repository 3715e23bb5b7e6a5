"""What the assistant does not do, although some page may have the words: six rules, each with its reply."""

from __future__ import annotations

import re
from dataclasses import dataclass


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_ASK = (
    r"\b(?:give|show|tell|reveal|print|share|send|list|dump|display|provide|need|want|know|paste|repeat|leak|read out|"
    r"what(?:'s| is| are| was)|which)\b"
)
_CREDENTIAL = (
    r"\b(?:passwords?|passphrases?|credentials?|api keys?|(?:secret|private|seal|region|root) keys?|access tokens?|"
    r"login details|secrets?|emergency codes?|recovery codes?|one-time codes?)\b"
)
_HOLDER = r"\b(?:please|now|for (?:the )?(?:prod\w*|admin\w*|root|staging|database|ceo|server))\b"
_ABOUT_CREDENTIALS = (
    r"\b(?:polic(?:y|ies)|rules?|length|characters?|requirements?|rotat\w*|expir\w*|valid|begins?|starts?|prefix|"
    r"store[ds]?|kept|managers?|chang(?:e|ed|es|ing)|reset|when|lock(?:out|ed)|scopes?|limits?|maximum|minimum|year|"
    r"plans?|allowed|leaked|lost|revoke\w*|price|cost|publish\w*|encrypt\w*|history|class|classif\w*|recommended|"
    r"special|reuse\w*|mandatory|2022|fido2?|hsm)\b"
)
_PERSON = (
    r"(?-i:(?!Quillmark|We\b|The\b|It\b|You\b|I\b)[A-ZÀ-Ý][\w’-]+(?: [A-ZÀ-Ý][\w’-]+)?|"
    r"my (?:colleague|manager|boss|co-?worker|teammate))"
)
_PRIVATE = (
    r"(?:salary|wages?|compensation|pay slip|(?:home )?address|phone number|"
    r"(?:private|personal|mobile|home) (?:phone|number|e-?mail)|"
    r"date of birth|birthday|bank (?:account|details)|medical (?:record|history|data)s?|diagnosis|"
    r"(?:performance )?rating|performance review|illness)"
)
_PLACE_OR_PLAN = r"(?:Halifax|Lyon|Gdansk|Canada|Europe|Enterprise|Business|Starter|Team|Premier|Priority)"
_THEIRS = r"(?:documents?|envelopes?|invoices?|contracts?|e-?mails?|files?|data|records?)"
_OTHERS = r"(?:an)?other (?:\w+ )?(?:customer|client|workspace|company|tenant|user)(?:'s|’s|s'|s|ies)?"
_HAND_OUT = r"\b(?:show|give|send|list|open|export|read)\b"
_HOW = (
    r"\b(?:how (?:do|can|could|would|to|might)|help me|write|create|make|teach|show me|explain how|ways? to|best way|"
    r"want to|let's|can you|i need to)\b"
)
_ATTACK = (
    r"\b(?:hack(?:ing)?|break into|crack|phish(?:ing)?|malware|ransomware|keylogger|exploit|ddos|denial of service|"
    r"steal|exfiltrat\w+|forge|fake|falsify|backdate|tamper with|impersonate|bypass|get around|circumvent|evade|"
    r"disable|turn off|delete|hide)\b"
)
_ATTACKED = (
    r"\b(?:accounts?|servers?|systems?|customers?|colleagues?|passwords?|signatures?|sign-?in|login|sso|mfa|2fa|"
    r"multi-factor|two-factor|audit (?:trails?|logs?)|logs?|monitoring|approvals?|approval limits?|receipts?|expense|"
    r"invoices?|documents?|data|e-?mails?|attack|review|certificates?|tracks|evidence)\b"
)
_HARMLESS = (
    r"\b(?:report|received|protect|prevent|who|when|how long|how many|policy|(?:is|are) deleted|scope|bount\w+|bug|"
    r"kill switch|my own|draft|retention|workspace is closed)\b"
)
_MEDICINE = (
    r"(?:ibuprofen|paracetamol|aspirin|antibiotics?|antidepressants?|insulin|pain ?killers?|sleeping pills?|"
    r"medicines?|medications?|pills?)"
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
        "credentials",
        _any(rf"{_ASK}[^.?!]{{0,80}}{_CREDENTIAL}", rf"{_CREDENTIAL}[^.?!]{{0,30}}{_HOLDER}"),
        "I can't help with passwords, keys or other credentials; they are never given out. "
        "Please use the password manager or ask the service desk.",
        _any(
            _ABOUT_CREDENTIALS,
            r"\bhow (?:do|can|long|often|many|should|are|is|must|old)\b",
            r"\bwho (?:can|may|grants?|holds?|keeps?)\b",
            rf"\bwhat (?:is|are) (?:an? )?{_CREDENTIAL}\W*$",
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
        _any(rf"\b{_PLACE_OR_PLAN} ?\w*(?:'s|’s) "),
    ),
    Rule(
        "customers",
        _any(
            rf"\b{_OTHERS}\b[^.?!]{{0,40}}\b(?:{_THEIRS}|details|information|keys?)\b",
            rf"\b(?:someone|somebody) else's (?:\w+ )?{_THEIRS}\b",
            rf"\b(?:{_THEIRS}|details)\b[^.?!]{{0,20}}\b(?:of|from|for|belonging to) {_OTHERS}",
            rf"{_HAND_OUT}[^.?!]{{0,30}}\b{_THEIRS}\b[^.?!]{{0,20}}\b(?:of|from|for) (?:the )?"
            r"(?:customer|client|company|workspace) (?-i:[A-Z])",
            rf"{_HAND_OUT}[^.?!]{{0,20}} (?-i:[A-ZÀ-Ý]\w+(?: [A-ZÀ-Ý]\w+)*)(?:'s|’s) (?:\w+ )?{_THEIRS}\b",
            r"\b(?:names?|list) of (?:all )?(?:our |the |your )?(?:customers|clients)\b",
        ),
        "I can't share data of customers. I answer questions from the Quillmark docs only.",
        _any(r"\bwhat happens\b", r"\bshared between\b", r"\b(?:was|were|is) shown\b", r"Quillmark's"),
    ),
    Rule(
        "harm",
        _any(
            rf"{_HOW}[^.?!]{{0,60}}{_ATTACK}[^.?!]{{0,50}}{_ATTACKED}",
            r"\bphishing (?:e-?mail|message|page|site|campaign)\b(?!.*\b(?:report|received|got|suspect\w*)\b)",
            r"\bwithout (?:being|getting) (?:noticed|caught|detected|logged|seen)\b",
            r"\bwithout (?:anyone|anybody|them|(?:the|my) (?:\w+ )?\w+) (?:noticing|knowing|finding out)\b",
            r"\b(?:bombs?|weapons?|explosives?|kill (?:myself|someone|him|her)|suicide|poison)\b",
        ),
        "I can't help with that: it could harm people or the company's systems.",
        _any(_HARMLESS),
    ),
    Rule(
        "medical",
        _any(
            rf"\b(?:doses?|dosages?|how (?:much|many)|takes?|give)\b[^.?!]{{0,40}}\b{_MEDICINE}\b",
            rf"\b{_MEDICINE}\b[^.?!]{{0,60}}\b(?:doses?|dosages?|takes?|give|safe)\b",
        ),
        "I can't give medical advice. Please ask a doctor or a pharmacist.",
    ),
)
"""Tried in this order; the first one that applies gives the reply."""


def refusal(text: str) -> str | None:
    """The reply to a request that is refused; None for one that may be answered."""
    return next((rule.reply for rule in RULES if rule.applies(text)), None)
