"""Parts of the English wordings with which an answer declines: subjects, verbs, nouns; data only.

For folded text with straight apostrophes and single spaces, in the form that ``evals.checks.wordings.form`` reads.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.form import wrapped

_TRULY = wrapped(r"""
    (?: (?: really | honestly | simply | just | currently | still | also | unfortunately | truly | genuinely | sadly
    | personally | frankly | actually | certainly | definitely | regrettably ),?\s ){0,2}
""")
_ADVERB = wrapped(r"""
    (?: (?: really | simply | just | currently | honestly | unfortunately | actually | possibly | reliably
    | definitively
    | confidently | fully | directly | accurately | precisely | responsibly | safely | legally | therefore | also | even
    | personally | explicitly | ever | either | at this time | at the moment | at this point | right now
    | (?:and|or|nor) (?:can'?t|cannot|can not|will not|won'?t|should not|shouldn'?t|must not|may not|do not|don'?t)
    | in good conscience | (?:in|under) any circumstances | with (?:any )?(?:certainty|confidence)
    | from (?:this|these|the|what)[\w ]{0,40} ),?\s ){0,3}
""")
# A space, or none before the apostrophe of a contraction.
_SUBJECT = r"\b(?:i|this assistant|the assistant) ?" + _TRULY
_WE = r"\bwe ?" + _TRULY
_BE = r"(?:'?m|am|'re|are|'s|is|was|were|have been|'ve been|has been)"
_NOT = r"(?:(?: \w+)? not|n'?t)"
_UNABLE = wrapped(rf"""
    (?: can'?t | cannot | can not | can neither | could not | couldn'?t | may not | must not | won'?t be able to
    | will not be able to | wouldn'?t be able to | would not be able to | failed to | have no way to
    | lack the (?:ability|means|data) to
    | (?:don'?t|do not) have (?:the |a |any )?(?:ability|means|authority|permission|clearance|way|basis) to
    | {_BE}{_NOT} (?: able | allowed | permitted | authori[sz]ed | at liberty | equipped | in a position | supposed
    | programmed | designed | qualified | licensed ) to
    | {_BE}(?: \w+)? unable to ) {_ADVERB}
""")
_UNWILLING = wrapped(rf"""
    (?: won'?t | will not | shan'?t | prefer not to | shall not | should not | shouldn'?t | refuse to
    | {_BE} unwilling to
    | {_BE}{_NOT} (?:going|willing|prepared|about) to
    | {_BE} (?:programmed|instructed|told|asked|designed|trained) not to
    | (?:'d|would) (?:rather|prefer|sooner) not(?: to)?
    | (?:do|would)(?: not|n'?t) (?:want|wish|like|care) to ) {_ADVERB}
""")
_UNCOMFORTABLE = rf"(?:{_BE}{_NOT}|(?:don'?t|do not) feel) (?:really |very )?(?:comfortable|happy) (?:with )?"
_INFO = wrapped(r"""
    information | info | memory | recollection
    | details? | data | answers? | figures? | numbers? | values? | amounts? | facts? | specifics
    | statistics | documentation | documents? | records? | knowledge | context | insights? | clues? | basis | idea
    | mentions? | references? | indications? | traces? | hits? | matches | access
    | visibility | material | passages? | excerpts? | results? | sources? | evidence
    | breakdowns? | explanations? | definitions? | guidance
    | opinions? | preferences? | feelings | beliefs | prices? | dates? | names? | attachments? | files? | images?
    | links?
""")
_FACT = r"(?:information|info|details?|data|answers?|figures?|numbers?|mentions?|references?|indications?)"
_THAT = (
    r"(?:it|this|that|these|those|them|one|anything(?! (?:wrong|bad|suspicious|unusual|incorrect)\b)|something like)\b"
)
_ADJECTIVES = wrapped(r"""
    (?: (?: any | enough | sufficient | the | that | this | these | those | an? | such | specific | relevant | exact
    | explicit | direct | clear | precise | reliable | further | more | additional | much | up-to-date | current
    | real-time | live | recent | personal | detailed | internal | necessary | required | requested | concrete | your
    | its | their | matching | adequate | complete | good
    | definite | definitive | full | firm | solid | kind of | sort of )\s ){0,4}
""")
SOURCE: Final = wrapped(r"""
    (?:section|clause|article|page|chapter|paragraph|appendix|annex) \d[\w.]{0,5}
    | documents? | docs | documentation | sources? | contexts? | passages? | excerpts? | materials? | texts?
    | data(?! cent(?:er|re)) | data ?sets? | files? | filings? | reports? | pages? | articles? | records?
    | knowledge base | handbooks? | manuals?
    | wiki | snippets? | corpus | search results | results | tables? | transcripts? | notes? | content | information
    | database | chunks? | paragraphs? | references | publications? | statements? | guides? | faqs? | attachments?
    | training data | knowledge | policy | policies | contract | agreement | questionnaire | minutes | prompt
    | conversation | tickets? | e-?mails? | slides?
    | director(?:y|ies) | spreadsheets? | pdfs? | presentations? | catalog(?:ue)?s?
    | specifications? | logs? | brochures? | letters? | memos? | papers? | stud(?:y|ies) | chapters? | contracts
    | agreements | extracts?
""")
_GIVEN = wrapped(r"""
    provided | given | available | supplied | retrieved | attached | shared | uploaded | cited | quoted | above
    | accessible | existing | current | present | internal | company
""")
_LIBRARY = wrapped(rf"""
    (?: (?:the|these|those|this|my|your|our|any(?: of the)?|all(?: of)?(?: the)?)\s )?
    (?:[\w'-]+\s){{0,2}}(?: documents | docs | sources | contexts? | passages | excerpts | materials? | snippets
    | search results | knowledge base | documentation | pages | records )
    | (?:(?:the|these|this)\s)?{_GIVEN} {SOURCE}
""")
FILL: Final = wrapped(rf"""
    (?: (?: that | which | i | we | you | have | has | had | was | were | been | are | {_GIVEN} | listed | below | here
    | to | me | us | currently | simply | itself | themselves | alone | in | the | this | these | from | for | on | at
    | of | and | or | question | hand | sent | can see | you've | i've | we've | with | found | just | unfortunately,?
    | also | however,? | access )\s ){{0,8}}
""")
_IN_SOURCE = rf"(?:in|within|among|by|from|part of|anywhere in|on) (?:[\w'-]+ ){{0,4}}?{SOURCE}\b"
_TO_KNOW = wrapped(rf"""
    determine | say | tell | answer | know | calculate | compute | establish | infer | derive | deduce | confirm
    | verify
    | identify | estimate | ascertain | pinpoint | conclude | predict
    | (?:give|provide|offer|state|name) (?:you )?(?:with )?{_ADJECTIVES}(?:{_INFO}|{_THAT})
    | name the\b | (?:work|figure|find) out
""")
# "Tell you how bad", "say enough", "help but notice" are idioms of people who do tell, say and notice.
_SAY = wrapped(r"""
    answer | determine | comply | speculate | respond | comment | assist | guess
    | say(?! enough| i(?:'m| am) (?!sure|certain|aware))
    | do (?:that|this|so)\b
    | tell(?! you (?:how|enough)\b(?! (?:much|many|long)\b)) | help(?! but\b| \w+ing\b| it\b) | discuss | disclose
    | reveal | divulge | confirm nor deny
""")
_GIVE = wrapped(r"""
    provide | give | share | offer | confirm | verify | access | identify | locate | quote | state | name | specify
    | estimate | calculate | compute | infer | derive | deduce | conclude | generate | create | write | produce
    | fulfil | fulfill | proceed | engage | support (?:that|this) | perform | process (?:that|this|your)
    | complete (?:that|this|your) | browse | look (?:that|it|this)? ?up | look into | retrieve | open | read | view
    | predict | advise | supply | pinpoint | establish | assess | evaluate | judge | recall | know
    | be of (?:help|assistance)
    | make (?:that|this|a|any) (?:determination|judge?ment|call|claim|recommendation|prediction)
    | make (?:that|this|a|any) (?:estimate|statement|diagnosis)
    | go (?:into (?:that|this)|there) | talk about | speak to
    | back (?:that|this|it) up | substantiate | summari[sz]e | review | analy[sz]e | translate | compare | extract
    | release | make out | interpret (?:the|this|that|your)\b
    | send | book | play | reset | change | take (?:orders|payments|bookings) | order | buy | schedule | cancel
    | delete | update | issue | transfer | run | execute | download | draw | track | remove | modify | edit
    | hand (?:out|over)
    | recommend (?:any|an?|one|specific)\b | prescribe | diagnose
    | invent | make up (?:an?|any|some|the) | make (?:that|this|it|things|something) up
""")
_GIVING = r"(?:providing|sharing|helping|answering|giving|discussing|disclosing|saying|speculating|guessing|doing)"
_FIND = wrapped(rf"""
    (?:find|locate|see|identify|spot)\s
    (?: {_IN_SOURCE} | your\b | {_ADJECTIVES}{_INFO} | {_THAT} | nothing | [\w' -]{{1,60}} {_IN_SOURCE} )
""")
_TELLS = wrapped(r"""
    say | mention | specify | state | disclose | indicate | answer | address | tell | reveal | discuss | clarify
    | reference | touch on | speak to | go into | describe | identify | name | quantify | list | cover | report
    | break out | break down | split | explain | talk about | refer to | help | define
    | record(?= (?:who|when|why|how|what|which|that|this)\b)
""")
_HOLDS = r"(?:contain|include|provide|give|have|offer|support|show|hold|supply|present|carry|feature)"
_DO_NOT = rf"(?:(?:do|does|did)(?:n'?t| not)|never) (?:(?:appear|seem) to )?{_ADVERB}"
_STATES = wrapped(r"""
    says | mentions | specifies | states | discloses | indicates | answers | addresses | tells | reveals | discusses
    | clarifies | describes | identifies | names | quantifies | lists | covers | reports | explains | defines | gives
    | provides | refers to
""")
_FAULTS = wrapped(r"""
    (?:[\w-]+ ){0,4}(?: errors? | issues? | problems? | bugs? | faults? | flaws? | mistakes? | reasons? | difference\w*
    | conflicts? | contradictions? | violations? | vulnerabilit\w+ | typos? | objections? | evidence | better | cheaper
    | faster | nicer )\b
""")
"""Who looks for them and finds none has answered."""
_IDIOM = wrapped(r"""
    not | wait | believe | thank | agree | disagree | argue | complain | deny | fault | blame | imagine | think | help
    | stress | emphasi[sz]e | over\w+ | under\w+ | recommend | say | tell | find | see (?:why|how|an?|any|the)
    | stand | promise | guarantee | charge | need | bore | sugarcoat | repeat | keep | rule | praise | lie | fathom
    | wish | hope | reproduce | be | get | begin | even | pretend | hide | exaggerate
""")
"""Who cannot do so mostly says something all the same."""
PARTS: Final = {
    "TRULY": _TRULY,
    "IDIOM": _IDIOM,
    "I": _SUBJECT,
    "WE": _WE,
    "US": rf"(?:{_SUBJECT}|{_WE})",
    "BE": _BE,
    "NOT": _NOT,
    "UNABLE": _UNABLE,
    "UNWILLING": _UNWILLING,
    "UNCOMFORTABLE": _UNCOMFORTABLE,
    "ADVERB": _ADVERB,
    "ADJ": _ADJECTIVES,
    "INFO": _INFO,
    "FACT": _FACT,
    "THAT": _THAT,
    "SOURCE": SOURCE,
    "GIVEN": _GIVEN,
    "LIBRARY": _LIBRARY,
    "FILL": FILL,
    "IN": _IN_SOURCE,
    "KNOW": _TO_KNOW,
    "SAY": _SAY,
    "GIVE": _GIVE,
    "GIVING": _GIVING,
    "FIND": _FIND,
    "TELLS": _TELLS,
    "STATES": _STATES,
    "FAULTS": _FAULTS,
    "HOLDS": _HOLDS,
    "DO_NOT": _DO_NOT,
}
"""By the name that stands for them in ``evals.checks.wordings.english``."""
