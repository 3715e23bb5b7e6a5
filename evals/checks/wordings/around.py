"""English wordings around a decline: what makes it somebody else's, and what answers after all; data only.

For folded text, in the form that ``evals.checks.wordings.form`` reads.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.english_parts import FILL, SOURCE
from evals.checks.wordings.form import wrapped

CONTRAST: Final = wrapped(r"""
    \b(?: but | however | though | although | yet | still | nevertheless | nonetheless | that said | having said that
    | instead | regardless | even so )\b,?
""")
"""What comes after it may be the answer after all."""
CONDITIONAL: Final = r"\b(?:if|when|whenever|unless|in case|once|until|should|where|why)\b[^,;:]*$"
"""Before a decline: it belongs to a rule about some case."""
SUBORDINATE: Final = r"\b(?:while|although|though|even though|whilst|despite|even if)\b[^,;:]*$"
"""Before a decline: the clause after the comma may be the answer."""

_LEAD_IN = wrapped(r"""
    ^(?: (?: so | and | instead,? | perhaps | maybe | therefore,? | please,? | i (?:think|believe)(?: that)? )\s )*
""")
OFFERS: Final = wrapped(rf"""
    {_LEAD_IN}(?:i|we)(?: 'd | \swould | 'll | \swill | 'm | \sam | 're | \sare )?\s
    (?: (?:can|could|may|be|only|also|always)\s )*
    (?: happy | glad | able | here | love | like | recommend | suggest | advise | encourage | help | look | check | try
    | assist | offer | point | direct | refer | search | forward | escalate | connect | pass | explain | walk | provide
    | give | summari[sz]e | share | answer | discuss | need | ask | urge )\b
""")
"""The speaker offers something else: no answer, unless it holds an amount."""
POINTERS: Final = wrapped(rf"""
    {_LEAD_IN}(?: please | contact | ask | check | consult | see | visit | try | refer | feel free | let me know
    | reach out
    | call | email | write to | speak | talk | do you | would you | could you | can you | may i | shall i
    | for (?:more|further|details|help|assistance|that|this|questions) | to (?:find out|learn more)
    | if you (?: share | provide | send | upload | give | tell | need | want | would | 'd | like | could | can
    | have (?:access|questions|more|any|further|other) )
    | you(?:'ll|'d)? ?(?: (?: will | can | could | may | might | should | better | would | need to | have to | must
    | want to
    | wish to )\s )*(?: contact | ask | check | consult | see | visit | try | refer | reach | find | look | email | call
    | speak | talk | write | request | submit | open | review | read | provide | share | upload | send | rephrase
    | verify
    | search | browse | get in touch | be able to find | turn to )\b
    | you(?:'re| are) welcome )
    | \b(?: hr | support | the team | your team | your manager | a manager | a colleague | someone | an expert
    | a lawyer
    | a doctor | a professional | the (?:\w+ )?(?:desk|office|team|department) | an administrator
    | your administrator )\b
    [\w' ]{{0,30}}\s(?:can|may|might|will|should|could|would|knows?)\b
    | \bplease (?:call|contact|reach|consult|see|visit|seek|talk|speak|ask|refer)\b
    | \b(?: (?:contact|call|reach|email) (?:the|your|our|us|hr|support|a)\b | hotline
    | (?:support|help) ?(?:team|line|desk)\b )
    | ^(?: you(?:'re| are)? (?:ask|want|request|mention|inquir)\w* | your (?:question|request) | the question )\b
""")
"""Help elsewhere, or the question repeated: no answer, whatever figures it holds."""
COURTESY: Final = wrapped(r"""
    ^(?:i |we )?(?:'m |am |are )?(?:so |very |really )?
    (?: sorry | apolog\w+ | thanks? | thank you | understand | appreciate | know this | reali[sz]e | hope | hello
    | hi | hey
    | dear | good (?:morning|question|day|evening|afternoon) | great question | certainly | of course | let me )\b
""")
"""Politeness is no answer."""
SCOPE: Final = wrapped(rf"""
    \b(?: {SOURCE} {FILL}(?:(?:only|mainly|just|do|does)\s)* | (?:they|it) (?:only|mainly|just)\s )
    (?: covers? | contains? | mentions? | lists? | discuss(?:es)? | describes? | includes? | focus(?:es)? | deals?
    | concerns? | addresses | address | relates? | is about | are about | ends? | stops? | goes | go | runs? | refers?
    | date | talks? about )\b
""")
"""What the sources are about is no answer."""
NEGATIVE: Final = wrapped(r"""
    ^(?: (?:and|so|or)\s )*(?:i|we)
    (?: \sdo not | \sdon'?t | \swill not | \swon'?t | \swould not | \swouldn'?t | \scannot | \scan'?t | \sam not
    | 'm not
    | \shave no | 'd rather not )\b
""")
"""A second negation by the speaker is no answer."""
SIGNALS: Final = wrapped(r"""
    \b(?: the answer is
    | here(?:'s| is| are)\s(?!.*\b(?:resources?|hotlines?|options|ways|places|people|contacts?|alternatives|
    suggestions)\b)
    | my (?:best )?(?:guess|estimate) | (?:i|we) (?:can|could) (?:tell|say|confirm)
    | i (?:think|believe|suspect|assume|would say|estimate)\b | i'd (?:say|guess|estimate) | probably | most likely
    | it is likely | it must (?:be|have been)\b | presumably | roughly | approximately | in short, | yes,
    | (?:about|around|some|nearly|almost|over) (?!(?:19|20)\d\d\b)\d )
    | ^(?: in general | generally | typically | normally | usually | as a rule ),?\s
""")
"""What introduces an answer."""
YES: Final = r"^(?:yes|correct|right(?! now)|true|absolutely(?! not)|exactly)(?:[,.!;: ]|$)"
"""A sentence that begins so answers."""
