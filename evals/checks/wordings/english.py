"""English wordings with which an answer declines; data only.

For folded text with straight apostrophes and single spaces, in the form that ``evals.checks.wordings.form`` reads;
names in angle brackets are ``evals.checks.wordings.english_parts``. ``DECLINES`` say that the question is not answered;
``DISCLAIMERS`` and ``HEDGES`` only doubt or step back, and decline when nothing follows that answers. Each group is
tried only on sentences with one of its words.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.english_parts import PARTS
from evals.checks.wordings.form import Group, listed_patterns, words

NEGATIVES: Final = words("""
    not no t cannot cant dont didnt doesnt isnt wont couldnt wouldnt unable unwilling decline declining declines
    refuse refusing refuses silent insufficient inadequate unknown unclear impossible guess guesses guessing
    guesswork speculate speculation speculative speculating conjecture lack lacks lacking nothing never none
    neither wish abstain refrain unanswerable beyond outside against violate violates violation fail failed hard
    difficult tough tricky pass unspecified undisclosed missing absent omit omits omitted only need leave leaves
    made making invented fabricated irresponsible misleading inappropriate unwise prevent prevents prohibit
    prohibits forbid forbids keep keeps stop stops bar bars blank empty beats out n
""")
"""A sentence with none of these words declines nothing."""

_CANNOT = r"""
<US><UNABLE><SAY>\b

<I><UNABLE><GIVE>\b

<US><UNABLE><FIND>

<WE><UNABLE>(?:provide|give|share|offer|confirm|verify) (?:you )?(?:with )?<ADJ>(?:<INFO>|<THAT>)

\bassistant <UNABLE>(?:help|assist|answer)\b

<I><UNWILLING>(?:be )?(?:<SAY>|<GIVE>|<GIVING>)\b

<WE><UNWILLING>(?:answer|speculate|comment|say|respond|guess)\b

<I><UNCOMFORTABLE><GIVING>\b

\ban? (?:\w+ )?(?:ai|assistant|language model|chatbot|bot)(?: model| assistant)?,? (?:and|so|which|that)(?: i)?\s
<UNABLE>(?:<SAY>|<GIVE>)\b

\bi (?:do not|don'?t) (?:think|believe) (?:that )?
(?: i (?:can|could|am able|'m able|have)\b | <LIBRARY> <FILL>(?:<HOLDS>|<TELLS>) )

(?:not|n't) something (?:that )?(?:i|we)(?:'m| am|'re| are)?\s
(?:can|could|able|allowed|going|willing|comfortable|know|have)\b

nothing (?:that )?i can (?:help|do|share|say|offer|tell)\b

\b(?:prevents?|prohibits?|forbids?|keeps?|stops?|bars?) (?:me|us) from\b

\b(?:do|does)(?:n'?t| not) (?:allow|permit|let|enable) (?:me|us) (?:to )?(?:<SAY>|<GIVE>)
"""
_DO_NOT_KNOW = r"""
<US>(?:do not|don'?t|did not|didn'?t) <ADVERB>know
(?! (?: of | how to | an? | your | any(?! (?:more|details|information)) | about you )\b)

<I>(?: do not | don'?t | did not | didn'?t | currently lack | lack | haven'?t | have not | have never )\s<ADVERB>
(?: (?:have|possess|hold|got|been (?:given|provided|shown|told)(?: with)?|see|seen|find|found|recall|received)\s )?
(?: access to\b | <ADJ>(?:<INFO>\b|<THAT>) | (?:real-time|current|live|up-to-date|recent) (?:[\w-]+ )?\w+ )

<WE>(?: do not | don'?t | did not | didn'?t | lack | haven'?t | have not )\s<ADVERB>
(?: (?:have|got|been (?:given|told)|find|found)\s )?
(?: that | this | any | enough | such | the (?:necessary|relevant|requested) ) <INFO>\b

<US>(?:was|were|have been|'ve been)(?: not|n'?t) (?:given|provided|shown|told|supplied)\b

<US>(?:have|'ve)? ?(?: (?:got )?no | insufficient | too little | not enough )\s<ADJ>(?:<INFO>|way (?:to|of)|means to)\b

<US>(?:have|'ve)? ?(?:found|find|saw|see|located) (?:nothing|no)\s(?: that | on | about | in | <ADJ><INFO> )\s?

<US>(?:have|'ve) (?:got )?nothing (?:on|about|regarding)\b

<US><BE><NOT> (?:finding|seeing) (?:<ADJ><INFO>|<THAT>)

\bi(?:'ve| have)? (?:searched|looked|checked|went|reviewed|read|examined)\b[^.;:]{0,80}?\s(?:but|and) (?:i )?
(?: found (?:nothing|no) | couldn'?t find | could not find | can'?t find | cannot find | did not find | didn'?t find
| (?:they|it) (?:do|does|did)(?:n'?t| not) | there(?: is|'s| are) no )\b

<US><BE><NOT> aware of (?:any )?<INFO>

<US><BE> (?:missing|lacking) <ADJ><INFO>

\bi only (?:have|know|cover) <ADJ><INFO>

\bi wish (?: i (?:could|had|knew) | that i could )\b

\b(?:which|that|facts|information|details|data|figures) (?:i|we) (?:can'?t|cannot|don'?t|do not) (?:see|have|know|
access)\b

^not that i (?:know|can (?:see|tell|find))\b
"""
_REFUSE = r"""
\bi(?: must|\shave to|\sneed to|\swill|\swould|\sshall|'ll|'d|\sam going to|'m going to|\sam afraid i must)?,?\s?
(?: (?:have|need|like) to\s )?(?: (?:respectfully|politely|regretfully|kindly)\s )?
(?: decline | refuse | refrain from | abstain | pass on (?:that|this) )\b

\bwe (?:must |have to )?(?:respectfully )?(?:decline|refuse) to (?:<SAY>|<GIVE>)

\b(?:i'm|i am|we're|we are) (?:declining|refusing)\b

<US>(?:'d|'ll|would|will)? ?(?:only )?have to (?: guess | speculate | say no to (?:this|that|your)\b )

\bi(?:'ll| will) pass(?: on (?:this|that)(?: one)?)?[.! ]*$

(?: \bis | 's | \bgoes | \bbe )\s(?:against|contrary to|a violation of|in violation of) (?:my|our) (?:\w+ )?
(?: guidelines | polic\w+ | rules | programming | principles | instructions )

\bviolates? my (?:\w+ )?(?:guidelines|polic\w+|rules|programming|principles|instructions)

<US>(?: can | could | 'm | am | 're | are )? ?only (?:able to |here to |designed to |trained to |allowed to )?
(?:help|answer|assist|discuss|provide|respond|support|talk)\b

<US><BE><NOT> the right (?:assistant|person|tool|place|bot)\b

\b(?:that|this|it|request|doing so|answering) (?:would )?violates? our (?:\w+ )?(?:guidelines|polic\w+|rules|principles)
"""
_SOURCES_SILENT = r"""
\b<SOURCE> <FILL><DO_NOT><TELLS>\b

\b<SOURCE> <FILL><DO_NOT><HOLDS> <ADJ>(?:<INFO>|<THAT>)

\b<LIBRARY> <FILL><DO_NOT><HOLDS>\b

\b<SOURCE>\b[^.;]{1,80}?(?: but | and | ; | , )\s(?:it|they) <DO_NOT>
(?: <TELLS>\b | <HOLDS> (?:[\w-]+ ){0,4}?<INFO> )

\b(?:do|does)(?:n'?t| not) (?:appear|seem) that <LIBRARY>

\b<SOURCE> <FILL>(?:is|are|was|were|remains?) (?:entirely |completely |also )?silent(?: on| about| as to| regarding|
[.,;]|$)

\b<SOURCE> <FILL>(?:lacks?|omits?|leaves? out) <ADJ><INFO>

\b<LIBRARY> <FILL>(?: lacks? | omits? | leaves? (?:this|that|it) (?:out|open) )\b

\b<SOURCE> <FILL>(?:makes?|contains?|provides?|gives?|includes?|offers?|has|have|holds?|mentions?) no <ADJ><INFO>

\b<LIBRARY> <FILL>(?:contains?|provides?|includes?|offers?|holds?) no\b

\b<LIBRARY> <FILL>(?:has|have) no <ADJ>(?:articles?|entry|entries|sections?|pages?|chapters?)\b

\b<SOURCE> <FILL>(?:mentions?|covers?|discuss(?:es)?|lists?|describes?|gives?|states?|names?|talks? about)[\w' ]{1,60}?
but (?:not|never)\b

\b<SOURCE> <FILL>(?:is|are|was|were)\s
(?: insufficient | not (?:sufficient|enough|detailed enough) | too (?:limited|vague|short) )\b

\b<SOURCE> <FILL>(?:says?|mentions?|states?|provides?|gives?|contains?) nothing\b

\b(?: (?:nothing|none|no one|neither|no \w+) (?:in|of|from) (?:[\w'-]+\s){0,3}? | neither\s )<SOURCE>[\w' ]{0,40}?\s
(?: says? | mentions? | answers? | indicates? | supports? | address(?:es)? | specif(?:y|ies) | tells? | covers?
| states?
| contains? | gives? | provides? | suggests? | lists? | names? | discloses? )\b

(?:not|n't) something (?:that )?<LIBRARY> (?:go into|cover|mention|address|say|discuss)
"""
_NOT_IN_SOURCES = r"""
\b(?:do|does|did)(?:n'?t| not) (?:disclose|report|state|specify|mention|provide|give|say|break out)\s
[\w' ]{1,40}? (?:in|within) (?:[\w'-]+ ){0,3}?<SOURCE>\b

(?: \b(?:is|are|was|were) | 's )(?:n'?t| not) (?:[\w-]+ ){0,2}?
(?: (?:contained|included|found|given|provided|available|answered|listed|described|present|recorded|noted|shown|
covered)\s )?
<IN>(?! the)

\b(?:do|does|did)(?:n'?t| not) (?:appear|occur|exist|show up) (?:anywhere )?<IN>

\b(?:is|are|was|were) (?:missing|absent|omitted) from (?:[\w'-]+ ){0,3}?<SOURCE>\b

(?: \bis | 's )\snot possible (?:with|from|based on|using|given) (?:[\w'-]+ ){0,3}?<SOURCE>\b

\bunclear from <LIBRARY>

^not <IN>[.! ]*$
"""
_NOT_THERE = r"""
(?: ^ | [,;:—–-]\s )(?: sorry | unfortunately | regrettably | apologies )?,?\s?(?:but )?
(?: (?:unable|not able) to | cannot | can'?t | could not | couldn'?t )\s<ADVERB>
(?: <KNOW> | help with | assist with | comply | share | disclose | comment | do (?:that|this) | <FIND> )\b

\bit would be (?:irresponsible|misleading|wrong|inappropriate|unwise) (?:for me |of me )?to (?:guess|speculate|say|
give|answer)

^(?:(?:sorry|hmm|honestly),? )?(?:i have |i've )?(?:absolutely )?no (?:idea|clue)\b

^sorry,? (?:but )?no[.! ]*$

\b(?:beats me|drawing a blank|came up empty)\b

(?: \bbut | \band | , )\snone (?:of (?:them|these|those) )?(?:states?|mentions?|says?|gives?|specif(?:y|ies)|lists?)\b

(?: ^ | [;,]\s )(?:they|it) (?:do|does|did)(?:n'?t| not) (?:say|specify|mention|state|tell)
(?: [\w ]{0,20}[.! ]*$ | \s(?:anything|this|that|how|when|who|what|which|whether|why)\b )

^(?:that|this|it)(?:'s| is)(?:n'?t| not) in there\b

\b(?:is|are|was|were|'s)(?:n'?t| not) (?: (?:explicitly|directly|specifically|actually|publicly|otherwise|even)\s )*
(?: mentioned | stated | specified(?! per) | disclosed | indicated | quantified | broken out )\b
(?! (?:for|to|until|because|unless)\b)

\b<FACT> [\w' ]{0,40}?(?:is|are|was|were|has been|have been)(?:n'?t| not) (?:\w+ )?
(?: available | provided | given | known | public | accessible | on file | included | there | present | something
| found | reported )\b

\b<FACT> [\w' ]{0,40}?(?:could not|couldn'?t|can'?t|cannot) be (?:found|located)\b

\b<FACT> (?:is|are) missing\b

^no (?:answer|information|data|mention)[.! ]*$

\b(?: there (?:is|are|was|were|'s) | there's )\s(?: no | not enough | not any | insufficient )\s<ADJ>
(?: information(?! (?:desk|session|booth|cent(?:er|re)|security|technology|system)) | info | details? | answer | mention
| indication | way (?:to|of) (?:know|tell|determin|say|verify)\w*
| basis | data (?:on|about|for|regarding|available|in|to) | (?:references?|figures?|evidence|records?) [\w' ]{0,60}?<IN>
| figures? (?:for|given|available) )\b

\bthere (?:is|are)n'?t (?:any|enough) <ADJ>(?:information|info|details?|data|mention|answer)\b

\bthere (?:is|are)n'?t anything <IN>

\bthere (?:do|does)(?:n'?t| not) (?:appear|seem) to be <ADJ>(?:information|info|details?|data|mention|answer|
reference)\b

\bthere(?: is|'s| was| were) nothing [\w' ]{0,40}?(?: <IN> | (?:about|on|regarding) (?:this|that|it)\b )

^(?:sorry,? )?nothing (?: (?:about|on|regarding) (?:this|that|it)\b | (?:was )?found\b )

(?<!\bhad )(?<!\bhas )(?<!\bfound )\b(?:insufficient|not enough|inadequate|too little)\s<ADJ>
(?:information|info|data|context|details?|evidence)\b

^no (?:\w+ )?(?:information|data|details|answer|results?|documents?|mention|figure)s? (?:[\w']+ ){0,6}?
(?: available | provided | given | found | supplied | disclosed | (?:on|about|regarding|for|of)\s | <IN> )

\bno (?: (?:relevant|such|specific|sufficient|further|matching)\s )*(?:information|data|details|answer|results?|
mention)\s
(?:[\w']+ ){0,6}?(?:available|provided|given|found|supplied|disclosed)\b

\bno (?:[\w-]+ ){0,2}?(?: dates? | amounts? | figures? | numbers? | prices? | values? | names? | answers?
| explanations?
| details? | deadlines? | percentages? | totals? | rates? | costs? | periods? | locations? | address | timelines? )\s
(?:is|are|was|were|has been|have been) (?:given|specified|mentioned|stated|disclosed|indicated|provided|listed|named)\b

\b(?:search|query|retrieval)\b[\w ]{0,20} (?:returned|found|gave|yielded|produced) (?:no|nothing)\b
"""
_NOT_KNOWABLE = r"""
^no comment\b

\bhere to (?:help|answer|assist)[\w' ]{0,40} only\b

(?: \b(?:is|are|falls?|lies|goes|was) | 's )\s(?:well |far )?(?:outside|beyond|out of) (?:of )?
(?: what (?:i|we|<LIBRARY>)\b
| (?:my|the|our)\s(?:\w+ )?(?: scope | knowledge | expertise | remit | area | training | capabilit\w+ )
| (?:my|the|our)\s(?:information|data|documents) (?:i|we) have | <LIBRARY> | <GIVEN> <SOURCE> )

\bscope of (?:my|these|this|the <GIVEN>) <SOURCE>

^(?:that|this|it)(?:'s| is) (?:out of|outside|beyond) (?:\w+ )?scope\b

(?: 'd | \b(?:would|could|will|can) )\s(?: (?:only|just|merely|therefore|simply)\s )*be (?:an? )?
(?: (?:pure|mere|only|just|wild|complete|sheer|educated)\s )*
(?: guess(?:es|ing|work)? | speculation | speculative | speculating | conjecture | made up | invented
| making (?:it|things|something) up | fabricat\w+ )\b

\bwould be (?:pure |mere )?(?:guessing|guesswork|speculation)\b

\b(?:is|are) (?:pure|mere|only|just|sheer) (?:an? )?(?:guess(?:es|work)?|speculation|conjecture)\b

\b(?:can'?t|cannot|could not|couldn'?t|can not) be (?:\w+ly )?
(?: determined | answered | inferred | derived | deduced | ascertained | established | known | calculated | computed
| pinpointed )\b(?! (?:by|until|unless)\b)

\b(?:can'?t|cannot|could not|couldn'?t|can not) be (?:\w+ly )?
(?: confirmed | verified | identified | found | located | given | stated | provided | concluded )\s
(?: from | with | based on | using | <IN> )

(?: \b(?:is|was|seems) | 's )\s(?: (?:therefore|also|simply)\s )?(?: not possible | impossible | not feasible )\s
(?:for me )?to <ADVERB><KNOW>

\b(?:is|was)n'?t possible (?:for me )?to (?:\w+ly )?<KNOW>

\b(?:answer|figure|number|amount|value|date|price|cost|rate|name)\s(?:is|remains) (?:currently |still )?
(?:unknown|unclear|unspecified|undisclosed)\b

\b(?:it|this|that)(?:'s| is| remains) (?:therefore |still |currently )?
(?: unknown | unclear | unspecified | undisclosed | not (?:clear|known)(?! to\b) )\b

^(?: unknown | n/a | unanswerable
| not (?:available|applicable|known|answerable|specified|stated|disclosed|found|mentioned|provided|
given)(?: <IN>)? )[.! ]*$

\b(?: unanswerable | can'?t say from )\b
"""
DECLINES: Final[tuple[Group, ...]] = (
    Group(
        words("i we me us my our assistant ai bot chatbot model"),
        listed_patterns(f"{_CANNOT}\n{_DO_NOT_KNOW}\n{_REFUSE}", **PARTS),
    ),
    Group(
        words("""
            document documents docs documentation source sources context contexts passage passages excerpt excerpts
            material materials text texts data dataset datasets file files filing filings report reports page pages
            article articles record records knowledge handbook handbooks manual manuals wiki snippet snippets corpus
            results table tables transcript transcripts note notes content information database chunk chunks paragraph
            paragraphs references publication publications statement statements guide guides faq faqs attachment
            attachments policy policies contract agreement questionnaire minutes prompt conversation ticket tickets
            email emails mail mails slide slides specification brochure letter memo paper study chapter
        """),
        listed_patterns(f"{_SOURCES_SILENT}\n{_NOT_IN_SOURCES}", **PARTS),
    ),
    Group(frozenset(), listed_patterns(f"{_NOT_THERE}\n{_NOT_KNOWABLE}", **PARTS)),
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

<US><UNABLE>be (?:\w+ )?(?:sure|certain|exact|precise|100)

\b(?:hard|difficult|tricky|tough) (?:for me )?to\s
(?: say | tell | know | be (?:sure|certain|exact|precise) | answer | determine | pin down )

<US>(?:'d|would)? ?need (?:some )?(?:more|additional|further|access)[\w ]{1,60}? to (?:answer|say|tell|determine|help)

\bmy (?:knowledge|training|training data|information)\s
(?: only (?:goes|runs|covers|extends) | ends | stops | cuts off | is limited )
""",
        **PARTS,
    ),
)
"""Doubt: a refusal only when no answer follows."""
