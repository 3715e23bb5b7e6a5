"""English wordings with which an answer declines; data only.

For folded text with straight apostrophes and single spaces, in the form that ``evals.checks.wordings.form`` reads;
names in angle brackets are ``evals.checks.wordings.english_parts``. ``DECLINES`` say that the question is not answered;
``DISCLAIMERS`` and ``HEDGES`` only doubt or step back, and decline when nothing follows that answers. Each group is
tried only on sentences with one of its words.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.english_parts import PARTS
from evals.checks.wordings.english_sources import NOT_IN_SOURCES, NOT_KNOWABLE, NOT_THERE, SOURCES_SILENT
from evals.checks.wordings.english_speaker import CANNOT, DO_NOT_KNOW, REFUSE
from evals.checks.wordings.form import Group, listed_patterns, words

NEGATIVES: Final = words("""
    not no t cannot cant dont didnt doesnt isnt wont couldnt wouldnt unable unwilling decline declining declines
    refuse refusing refuses silent insufficient inadequate unknown unclear impossible guess guesses guessing
    guesswork speculate speculation speculative speculating conjecture lack lacks lacking nothing never none neither
    wish abstain refrain unanswerable beyond outside against violate violates violation fail failed hard difficult
    tough tricky pass unspecified undisclosed missing absent omit omits omitted only need leave leaves made making
    invented fabricated irresponsible misleading inappropriate unwise unavailable inaccessible nowhere nobody
    unanswered zero confidential classified proprietary dunno idk shant shan prohibited barred forbidden prevented
    restricted banned inconclusive mute fails neglects too uncertain above better prevent prevents prohibit prohibits
    forbid forbids keep keeps stop stops bar bars blank empty beats scope remit expertise n stumped turn
""")
"""A sentence with none of these words declines nothing."""

DECLINES: Final[tuple[Group, ...]] = (
    Group(
        words("i we me us my our assistant ai bot chatbot model"),
        listed_patterns(f"{CANNOT}\n{DO_NOT_KNOW}\n{REFUSE}", **PARTS),
    ),
    Group(
        words("""
            document documents docs documentation source sources context contexts passage passages excerpt excerpts
            material materials text texts data dataset datasets file files filing filings report reports page pages
            article articles record records knowledge handbook handbooks manual manuals wiki snippet snippets corpus
            results table tables transcript transcripts note notes content information database chunk chunks
            paragraph paragraphs references publication publications statement statements guide guides faq faqs
            attachment attachments policy policies contract contracts agreement agreements questionnaire minutes
            prompt conversation ticket tickets email emails mail mails slide slides directory directories
            spreadsheet spreadsheets pdf pdfs presentation presentations catalogue catalogues catalog catalogs
            specification specifications brochure brochures extract extracts letter letters log logs memo memos paper
            papers study studies chapter chapters author authors writer writers narrator speaker speakers section clause
            appendix annex
        """),
        listed_patterns(f"{SOURCES_SILENT}\n{NOT_IN_SOURCES}", **PARTS),
    ),
    Group(frozenset(), listed_patterns(f"{NOT_THERE}\n{NOT_KNOWABLE}", **PARTS)),
)
"""The question is not answered."""

DISCLAIMERS: Final = Group(
    words("i we assistant"),
    listed_patterns(
        r"""
<US>(?: <UNABLE> | <UNWILLING> | <BE><NOT> (?:qualified|licensed|a lawyer|a doctor)(?: to)?\s )
(?:give|provide|offer) (?:you )?(?:with )?(?: (?:any|specific|personal|formal)\s )*
(?:legal|medical|financial|tax|investment|professional|clinical) (?:advice|guidance|opinions?)

<I>(?:do not|don'?t|can'?t|cannot) know (?:exactly|for sure|for certain|precisely)

<US><UNABLE>(?: say | tell(?: you)? | know )\s(?: for (?:sure|certain) | exactly | precisely | with certainty )
""",
        **PARTS,
    ),
)
"""They look strong, but often introduce an answer: taken for hedges."""

HEDGES: Final = Group(
    frozenset(),
    listed_patterns(
        r"""
<US><BE><NOT> (?:\w+ )?(?:sure|certain|confident|positive|convinced|100 ?% sure)\b

\bi ?<TRULY>(?: can'?t | cannot | can not | (?:am|'?m)<NOT> able to | (?:am|'?m) unable to | won'?t be able to
| won'?t | will not | (?:am|'?m)<NOT> going to )\s<ADVERB>
(?!<IDIOM>\b)[a-z]+\b

<US><UNABLE>be (?:\w+ )?(?:sure|certain|exact|precise|100)

\b(?:hard|difficult|tricky|tough) (?:for me )?to\s
(?: say | tell | know | be (?:sure|certain|exact|precise) | answer | determine | pin down
| give (?:you )?(?:an?|any) (?:[\w-]+ )?answer )

<US>(?:'d|would)? ?need (?:some )?(?:more|additional|further|access|to (?:see|know|look at|check|have))[\w' ]{1,60}?
(?: to | before i can )\s(?:answer|say|tell|determine|help)

\bto (?:answer|say|tell|determine|know)[\w' ]{0,40},? i(?:'d|'ll| would| will)? need\b

\bmy (?:knowledge|training|training data|information)\s
(?: only (?:goes|runs|covers|extends) | ends | stops | cuts off | is limited )
""",
        **PARTS,
    ),
)
"""Doubt: a refusal only when no answer follows."""
