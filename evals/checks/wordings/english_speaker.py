"""English wordings in which the speaker declines; data only.

For folded text with straight apostrophes and single spaces, in the form that ``evals.checks.wordings.form`` reads;
names in angle brackets are ``evals.checks.wordings.english_parts``.
"""

from __future__ import annotations

from typing import Final

CANNOT: Final = r"""
<US><UNABLE><SAY>\b

<I><UNABLE><GIVE>\b

<US>(?: <UNABLE> | (?:do not|don'?t|did not|didn'?t) <ADVERB> )<FIND>

<US><UNABLE>(?:find|locate) (?!<FAULTS>)(?: the | that | your | an? | any | this )\s

<WE><UNABLE>(?:provide|give|share|offer|confirm|verify) (?:you )?(?:with )?<ADJ>(?:<INFO>|<THAT>)

\bassistant <UNABLE>(?:help|assist|answer)\b

<US><BE> (?:\w+ly )?(?:prohibited|barred|forbidden|prevented|restricted|banned) from\b

<I><UNABLE>check(?: (?:that|this|it)(?: for you)?)?(?=[.,!;]|$)

<I><BE><NOT> capable of\b

<I><BE><NOT> (?:allowed|permitted|authori[sz]ed|at liberty|supposed|qualified|licensed) to\b

<I><UNWILLING>(?:be )?(?:<SAY>|<GIVE>|<GIVING>)\b

<WE><UNWILLING>(?:answer|speculate|comment|say|respond|guess)\b

<I><UNCOMFORTABLE>(?:<GIVING>|(?<!with )\w+ing)\b

\ban? (?:\w+ )?(?:ai|assistant|language model|chatbot|bot)(?: model| assistant)?,? (?:and|so|which|that)(?: i)?\s
<UNABLE>(?:<SAY>|<GIVE>)\b

\bi (?:do not|don'?t) (?:think|believe) (?:that )?
(?: i (?:can|could|am able|'m able|have)\b | <LIBRARY> <FILL>(?:<HOLDS>|<TELLS>) )

(?:not|n't) something (?:that )?(?:i|we)(?:'m| am|'re| are)?\s
(?:can|could|able|allowed|going|willing|comfortable|know|have)\b

nothing (?:that )?i can (?:help|do|share|say|offer|tell)\b

\b(?:prevents?|prohibits?|forbids?|keeps?|stops?|bars?) (?:me|us) from\b

\b(?:do|does)(?:n'?t| not) (?:allow|permit|let|enable) (?:me|us) (?:to )?(?:<SAY>|<GIVE>|<KNOW>|decide|choose)
"""
"""The speaker is not able to answer, or not willing."""
DO_NOT_KNOW: Final = r"""
<US>(?:do not|don'?t|did not|didn'?t) <ADVERB>know
(?! (?: of | how to | an? | your | any(?! (?:more|details|information)) | about you )\b)

<I>(?: do not | don'?t | did not | didn'?t | currently lack | lack | haven'?t | have not | have never )\s<ADVERB>
(?: (?:have|possess|hold|got|been (?:given|provided|shown|told)(?: with)?|see|seen|find|found|recall|received)\s )?
(?: access to\b | (?:internet|web|network) access\b | <ADJ>(?:<INFO>\b|<THAT>)
| (?:real-time|current|live|up-to-date|recent) (?:[\w-]+ )?\w+ )

<WE>(?: do not | don'?t | did not | didn'?t | lack | haven'?t | have not )\s<ADVERB>
(?: (?:have|got|been (?:given|told)|find|found)\s )?
(?: that | this | any | enough | such | the (?:necessary|relevant|requested) ) <INFO>\b

<US>(?:was|were|have been|'ve been)(?: not|n'?t) (?:given|provided|shown|told|supplied)\b

<US>(?:haven'?t|have not|'ve not) been (?:given|provided|shown|told|supplied|trained)\b

<US>(?:have|'ve)? ?(?: (?:got )?no | insufficient | too little | not enough )\s<ADJ>(?:<INFO>|(?:way|means) (?:to|of))\b

<US>(?:have|'ve)? ?(?:found|find|saw|see|located|got|get) (?:nothing|no)\s
(?: that | on | about | in | <ADJ>(?:<INFO>|articles?|entry|entries|sections?|pages?|chunks?) )\s?

<US>(?:have|'ve) (?:got )?nothing (?:on|about|regarding)\b

<US><BE><NOT> (?:finding|seeing) (?:<ADJ><INFO>|<THAT>)

\bi(?:'ve| have)? (?:searched|looked|checked|went|reviewed|read|examined)\b[^.;:]{0,80}?\s(?:but|and) (?:i )?
(?: found (?: nothing(?! (?:wrong|unusual|suspicious)\b) | no (?!<FAULTS>) )
| couldn'?t find | could not find | can'?t find | cannot find | did not find | didn'?t find
| (?:they|it) (?:do|does|did)(?:n'?t| not) | there(?: is|'s| are) no )\b

<I>(?:do not|don'?t|can'?t|cannot) <ADVERB>recall\b

<US><BE><NOT> aware of (?:any )?<INFO>

<US><BE> (?:missing|lacking) <ADJ><INFO>

\b(?:i|we) (?:never (?:received|got)|did(?: not|n'?t) (?:receive|get))\s
(?:the|that|this|your|any|an?) (?:[\w-]+ )?<SOURCE>

\bi only (?:have|know|cover) <ADJ><INFO>

\bi wish (?: i (?:could|had|knew) | that i could )\b(?: (?:help|assist|answer|share|tell you)\b[\w' ]{0,40}, but\b)?

\b(?:which|that|facts|information|details|data|figures) (?:i|we) (?:can'?t|cannot|don'?t|do not) (?:see|have|know|
access)\b

^not that i (?:know|can (?:see|tell|find))\b
"""
"""The speaker does not know, or has looked in vain."""
REFUSE: Final = r"""
<I>(?:do not|don'?t) <ADVERB>(?: provide | offer | discuss | disclose | comment on | engage (?:in|with) | speculate
| reveal | take (?:sides|(?:a )?positions?|(?:a )?stance) | assist with | help with
| share(?! (?:your|that|this|the|his|her|their) (?:\w+ )?(?:views?|opinions?|concerns?|enthusiasm|optimism)\b) )\b

\bi(?: must|\shave to|\sneed to|\swill|\swould|\sshall|'ll|'d|\sam going to|'m going to|\sam afraid i must)?,?\s?
(?: (?:have|need|like) to\s )?(?: (?:respectfully|politely|regretfully|kindly)\s )?
(?: decline | refuse | refrain from | abstain | pass on (?:\w+ing )?(?:that|this)
| say no(?=[.! ]*$| to (?:this|that|it|your)\b)
| turn (?: down (?:this|that|your|the) (?:\w+ )?(?:request|question|task) | (?:this|that|it) down ) )\b

\bwe (?:must |have to )?(?:respectfully )?(?:decline|refuse) to (?:<SAY>|<GIVE>)

\b(?:i'm|i am|we're|we are)\s
(?: declining | refusing | not (?:sharing|revealing|disclosing|answering|providing) )\b

<US>(?:'d|'ll|would|will)? ?(?:only )?have to (?: guess | speculate | say no to (?:this|that|your)\b )

\bi(?:'ll| will) pass(?: on (?:this|that)(?: one)?)?[.! ]*$

(?: \bis | 's | \bgo | \bgoes | \bbe )\s(?:against|contrary to|a violation of|in violation of) (?:my|our) (?:\w+ )?
(?: guidelines | polic\w+ | rules | programming | principles | instructions )

\bagainst (?:\w+ ){1,2}(?:guidelines|polic\w+|rules) for me to\b

<US>(?: have to | 'll | will | must | need to )? ?leave (?:this|that|it|the|your) (?:[\w-]+ )?
(?: unanswered | blank | open )\b

\bviolates? my (?:\w+ )?(?:guidelines|polic\w+|rules|programming|principles|instructions)

<US>(?: can | could | 'm | am | 're | are )? ?only (?:able to |here to |designed to |trained to |allowed to )?
(?:help|answer|assist|discuss|provide|respond|support|talk)\b

\b(?:i'm|i am) (?:[\w-]+ ){1,4}(?:assistant|chatbot|bot),? (?:and|so|who|that|which) (?:i )?can only\s
(?:help|answer|assist|discuss|provide|respond|support|talk)\b

<US><BE><NOT> the right (?:assistant|person|tool|place|bot)\b

\b(?:that|this|it|request|doing so|answering) (?:would )?violates? our (?:\w+ )?(?:guidelines|polic\w+|rules|principles)
"""
"""The speaker refuses."""
