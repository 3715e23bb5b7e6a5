"""English wordings in which the sources, or the facts, do not answer; data only.

For folded text with straight apostrophes and single spaces, in the form that ``evals.checks.wordings.form`` reads;
names in angle brackets are ``evals.checks.wordings.english_parts``.
"""

from __future__ import annotations

from typing import Final

SOURCES_SILENT: Final = r"""
\b<SOURCE> <FILL><DO_NOT>(?!cover\b)<TELLS>\b(?! (?!(?:19|20)\d\d\b)\d)

\b<SOURCE> <FILL>(?<!\bagreement )(?<!\bcontract )(?<!\bpolicy )<DO_NOT>cover\b

\b<SOURCE> <FILL><DO_NOT>cover (?:this|that|it|these|those|your (?:question|case))\b

\b<SOURCE> <FILL><DO_NOT>(?:give|provide|state|specify) <ADJ>[\w-]+ <INFO>\b

\b<SOURCE> <FILL>(?:is|are) missing <ADJ>(?:[\w-]+ )?<INFO>\b

\b<SOURCE> <FILL>(?:gives?|states?|mentions?|provides?|names?|specif(?:y|ies)) no <ADJ>[\w-]+ <INFO>\b

\b<SOURCE> <FILL><DO_NOT>(?:show|make clear|let (?:me|us|you) see) (?:why|who|how|when|what|whether|which|where)\b

\b(?:authors?|writers?|narrator|speakers?) (?:do|does|did)(?:n'?t| not)\s
(?: (?:say|explain|tell(?: us)?|specify|mention|reveal) (?:why|who|how|when|what|whether|which|where)
| (?:reveal|disclose|specify) (?:the|his|her|their) )\b

\b<SOURCE> <FILL><DO_NOT>(?:measure|examine|investigate|collect|track|analy[sz]e|assess|consider|look at)\s
(?:that|this|it|these|those)\b

\b<SOURCE> <FILL><DO_NOT>(?:go|reach|extend) (?:as far|that far|far enough|back|beyond|past)\b

\b<SOURCE>\b[^.;]{1,80}?\s(?:but|and|so)\s<DO_NOT>(?:mention|say|specify|state|address|answer|disclose|tell (?:me|us))\b

\b<SOURCE>\b[^.;]{1,80}?\s(?:and|so|therefore)\s(?:so )?(?:can'?t|cannot) (?:answer|tell (?:me|us|you)|say)\b

\b<SOURCE> <FILL>(?:is|are|was|were) empty\b

\b<SOURCE> <FILL><DO_NOT><HOLDS> <ADJ>(?:<INFO>|<THAT>)

\b<LIBRARY> <FILL><DO_NOT><HOLDS>\b

\b<SOURCE>\b[^.;]{1,80}?(?: but | and | ; | , | so | , so )\s(?:it|they) <DO_NOT>
(?: <TELLS>\b | <HOLDS> (?:[\w-]+ ){0,4}?(?: <INFO> | (?:19|20)\d\d\b ) )

(?: <LIBRARY> <FILL> | \bso (?:it|they)\s )(?:can'?t|cannot|could not|couldn'?t) <ADVERB>
(?: answer | tell (?:me|us|you) | say | settle | resolve | be used to <KNOW> )\b

\b<LIBRARY> <FILL>(?:is|are|was|were) (?:of )?no (?:help|use)\b

\b<SOURCE> <FILL>(?:leaves?|left)\s
(?:this|that|it|(?:the|this|that|your) (?:question|matter|point|issue)) (?:open|unanswered|out|unsaid)\b


\b(?:do|does)(?:n'?t| not) (?:appear|seem|look) (?: that | like | as if | as though )\s
(?: <LIBRARY> | (?:the|this|that|your|my|our) (?:[\w-]+ )?<SOURCE> (?:<STATES>|contains?|includes?|has|have)\b )

\b<SOURCE> <FILL>never <ADVERB><STATES>\b

\b<SOURCE> <FILL><DO_NOT>(?:allow|permit|support|justify) (?:an?|any)\s
(?:\w+ )?(?:conclusions?|answers?|inference|statement)\b

\b<SOURCE> <FILL>(?:fails?|failed|neglects?) to (?: <TELLS>\b | <HOLDS> <ADJ>(?:<INFO>|<THAT>) )

\b<SOURCE> <FILL>(?:is|are|was|were|remains?) (?:entirely |completely |also )?(?:silent|mute)
(?: on| about| as to| regarding| here| there|[.,;]|$)

\b<SOURCE> <FILL>(?:lacks?|omits?|leaves? out) <ADJ><INFO>

\b<LIBRARY> <FILL>(?: lacks? | omits? | leaves? (?:this|that|it) (?:out|open) )\b

\b<SOURCE> <FILL>(?:makes?|contains?|provides?|gives?|includes?|offers?|has|have|holds?|mentions?) no <ADJ><INFO>

\b<LIBRARY> <FILL>(?:contains?|provides?|includes?|offers?|holds?) no\b

\b<SOURCE> <FILL>(?:has|have) no <ADJ>(?:articles?|entry|entries|sections?|pages?|chapters?) (?:on|about|for)\b

\b<LIBRARY> <FILL>(?:has|have) no <ADJ>(?:articles?|entry|entries|sections?|pages?|chapters?)\b

\b<SOURCE> <FILL>(?:mentions?|covers?|discuss(?:es)?|lists?|describes?|gives?|states?|names?|talks? about|contains?
|includes?|provides?)[\w' ]{1,60}?,? but (?:not|never)\b

\b<SOURCE> <FILL>[\w' ]{1,60}?,? (?:but|yet|and) (?:gives?|contains?|includes?|mentions?|provides?|states?|names?|lists?
|has|have|offers?) no (?:\w+ )?<ADJ><INFO>\b

\b<SOURCE> <FILL>(?:is|are|was|were)\s
(?: insufficient | not (?:sufficient|enough|detailed enough) | too (?:limited|vague|short) )\b

\b<SOURCE> <FILL>(?:says?|mentions?|states?|provides?|gives?|contains?) nothing\b
(?! (?:is|are|was|were|will|can|may|must|should|else)\b)

\b<SOURCE> <FILL>(?:has|have|holds?|includes?|offers?|covers?) nothing (?:on|about|regarding|concerning|specific|that)\b

\b<SOURCE>[\w' ]{0,40}? (?:is|are|was|were) (?:far |simply )?too [\w-]+\s
(?: to <ADVERB><KNOW> | for (?:an answer|me|us)\b )

\b(?: (?:nothing|none|no one|neither|no \w+) (?:in|of|from) (?:[\w'-]+\s){0,3}? | neither (?:[\w'-]+\s){0,3}? )
<SOURCE>[\w' ]{0,40}?\s
(?: says? | mentions? | answers? | indicates? | supports? | address(?:es)? | specif(?:y|ies) | tells? | covers?
| states?
| contains? | gives? | provides? | suggests? | lists? | names? | discloses? | relates? | pertains? | concerns?
| discuss(?:es)? | describes? | talks? about | deals? with | confirms? | backs? )\b

^no (?:\w+ )?<SOURCE> (?:(?:i|we) (?:have|read|found) |(?:in|of|from|on) (?:[\w'-]+ ){1,4}?)?<STATES>\b

^no (?:\w+ )?<SOURCE> match(?:es|ed|ing)?\b

(?:not|n't) something (?:that )?(?: <LIBRARY> | (?:the|this|my|our|your) (?:[\w-]+ )?<SOURCE> )\s(?:<TELLS>|<STATES>)\b
"""
"""The sources do not say."""
NOT_IN_SOURCES: Final = r"""
\b(?:do|does|did)(?:n'?t| not) (?:disclose|report|state|specify|mention|provide|give|say|break out)\s
[\w' ]{1,40}? (?:in|within) (?:[\w'-]+ ){0,3}?<SOURCE>\b

(?: \b(?:is|are|was|were) | 's )(?:n'?t| not) (?:[\w-]+ ){0,2}?
(?: (?:contained|included|found|given|provided|available|answered|listed|described|present|recorded|noted|shown|
covered)\s )?
<IN>(?! the)

\b(?:do|does|did)(?:n'?t| not) (?:appear|occur|exist|show up) (?:anywhere )?<IN>

\b(?:is|are|was|were) (?:missing|absent|omitted) from (?:[\w'-]+ ){0,3}?<SOURCE>\b

(?: \bis | 's )\snot possible (?:with|from|based on|using|given) (?:[\w'-]+ ){0,3}?<SOURCE>\b

\b(?:unclear|uncertain|not clear|not certain) from <LIBRARY>

\b(?:can'?t|cannot|could not|couldn'?t) be (?:told|said|seen|learn(?:t|ed)|gathered|read)\s
from (?:[\w'-]+ ){0,3}?<SOURCE>\b

\bnowhere (?:in|within|on|among) (?:[\w'-]+ ){0,3}?<SOURCE>\b

^not (?:(?:covered|addressed|discussed|described|contained) )?<IN>[.! ]*$
"""
"""The answer is not in the sources."""
NOT_THERE: Final = r"""
(?: ^ | [,;:—–-]\s )(?: sorry | unfortunately | regrettably | apologies )?,?\s?(?:but )?
(?: (?:unable|not able) to | cannot | can'?t | could not | couldn'?t )\s<ADVERB>
(?: <KNOW> | (?:help|assist)(?: you)?(?: \s(?:with|there|here|on|out)\b | (?=[.,!]|$) )
| comply | share | disclose | comment | do (?:that|this) | <FIND> )\b

\bit would be (?:irresponsible|misleading|wrong|inappropriate|unwise)\s
(?: (?:for|of) me to | to (?:guess|speculate|say|give|answer) )\b

^(?:(?:sorry|hmm|honestly),? )?(?:i have |i've )?(?:absolutely )?no (?:idea|clue)\b

^sorry,? (?:but )?no[.! ]*$

^(?:sorry,? )?no can do\b

(?: ^ | ^it (?:looks like|seems|appears)(?: that)?\s )no\s
(?:context|documents?|passages?|sources?|excerpts?|text|attachments?|files?|link|image)\s
(?:is|are|was|were|has been|have been) (?:provided|given|attached|supplied|retrieved|found|included|shared|uploaded)\b

\bthere(?:'s| is) nothing (?:that )?(?:i|we) (?:can|could) (?:base|use|go|answer)\b

^(?:[\w'-]+ ){0,5}(?: name | date | age | number | amount | figure | price | author | reason | source | cause | value
| address | time | year | title | location | cost | rate | deadline | total | percentage | identity | fee | salary
| count )\s(?:is|was)(?:n'?t| not) (?:given|named|provided|shown|recorded|published|reported|identified|known)[.! ]*$

^<FACT> (?:is |are |was |were )?not (?:available|found|provided|given|known|present|included|disclosed|published)[.! ]*$

\b(?:wouldn'?t|would not|isn'?t|is not)(?: be)?\s
(?:appropriate|right|proper|responsible|wise|fair) (?:for|of) (?:me|us) to\b

^(?:i |sorry,? )?(?:dunno|idk)\b(?! (?:stands|means|is)\b)

^don'?t know(?: (?:that|this|sorry))?[.,! ]*$

^better not (?:to )?(?:guess|speculate|say)\b

\babove my pay ?grade\b

\b(?:which|that|it|they|this) (?:says?|mentions?|states?) nothing (?:about|on|regarding)\b

\bonly (?:[\w']+ ){1,3}?can (?:answer|tell you)(?: (?:that|this|it|more))?[.! ]*$

^(?:this|that|it)(?:'s| is)(?:n'?t| not) (?:\w+ )?documented\b

\bno conclusions? can be (?:drawn|reached)\b

\bevidence (?:is|was) (?:insufficient|inadequate|inconclusive|too thin) to\s
(?:say|tell|conclude|determine|answer|decide)\b

(?:not|n'?t) (?: (?:my|our) (?:place|role|job) | for (?:me|us) )\sto (?:<SAY>|<GIVE>)

\b(?:one|you|readers?|anyone) <UNABLE>(?:<KNOW>)\b[\w' ]{0,40}? from (?:[\w'-]+ ){0,3}?<SOURCE>\b

\bfrom (?:[\w'-]+ ){0,3}?<SOURCE>,? (?:alone,? )?(?:one|you|readers?|anyone) <UNABLE>(?:<KNOW>)\b

\b(?:nobody|no one) (?:can|could) <KNOW>[.! ]*$

\b(?:nobody|no one) (?:can|could) <KNOW>\b[\w' ]{0,40}? from (?:[\w'-]+ ){0,3}?<SOURCE>\b

\bnothing (?:here|there|in it|in there|i (?:have|was given|was sent)) (?:<STATES>|suggests|supports)\b

\b(?: beats me | stumped | drawing a blank | came up empty | beyond me | your guess is as good as mine )\b

^(?: sorry | i'm afraid | unfortunately ),? (?:but )?(?:that|this|it)(?: information| data)?(?:'s| is) (?:\w+ )?
(?: confidential | classified | proprietary | private )\b

\ball (?:i|we) (?:can|could) (?:offer|give|make|provide)(?: you)? (?:is|would be) (?:an? )?(?:\w+ )?
(?: guess | guesses | guesswork | speculation )\b

^zero (?:results|hits|matches|documents)\b

(?: ^ | \bbut\s | \band\s | [,;]\s )(?:none|neither) (?:one )?(?:of (?:them|these|those|the two) )?
(?:states?|mentions?|says?|gives?|specif(?:y|ies)|lists?|answers?|address(?:es)?|tells?)\b

(?: ^ | [;,]\s | \bbut\s )(?:they|it) (?:do|does|did)(?:n'?t| not) (?:say|specify|mention|state|tell)
(?: [\w ]{0,20}[.! ]*$ | \s(?:anything|this|that|how|when|who|what|which|whether|why)\b )

\b(?:that|this|it|the answer)(?:'s| is)(?:n'?t| not) in t?here\b

\b(?:is|are|was|were|'s)(?:n'?t| not) (?: (?:explicitly|directly|specifically|actually|publicly|otherwise|even)\s )*
(?: mentioned | stated | specified(?! per) | disclosed | indicated | quantified | broken out )\b
(?! (?:for|to|until|because|unless)\b)

\b<FACT> [\w' ]{0,40}?(?: (?:is|are|was|were)(?:n'?t| not) | (?:has|have)(?:n'?t| not) been )\s(?:\w+ )?
(?: available | provided | given | known | public | accessible | on file | included | there | present | something
| found | reported | published | released | announced )\b
(?! (?:before|until|after|unless|when|while|if|during)\b)

\b<FACT> [\w' ]{0,40}?(?:could not|couldn'?t|can'?t|cannot) be (?:found|located)\b

\b(?:that|this|the|such|those|these) (?:\w+ )?<FACT> [\w' ]{0,40}?(?:can'?t|cannot|may not|must not) be\s
(?: shared | disclosed | provided | given(?: out)? | released | revealed | discussed )\b
(?! (?:with|to|by|without|before|until|unless|if|when|outside)\b)

\b<FACT>(?: (?:you|that|i|we|on|about|for|requested) [\w' ]{1,30}?)? (?:is|are) (?:\w+ )?(?:unavailable|inaccessible)\b
(?! (?:for|to|until|because|unless|when|while|during|if|after)\b)

\b<FACT> (?:is|are) missing\b

^no (?: answer | information | data | mention | (?:relevant|matching|suitable) (?:<INFO>|<SOURCE>) )[.! ]*$

\b(?: there (?:is|are|was|were|'s) | there's )\s(?: no | not enough | not any | insufficient )\s<ADJ>
(?: information(?! (?:desk|session|booth|cent(?:er|re)|security|technology|system)) | info | details? | answer | mention
| indication | way (?:for (?:me|us) )?(?:to|of) (?:know|tell|determin|say|verify)\w*
| basis | documentation
| data (?:on|about|for|regarding|available|in|to) | (?:references?|figures?|evidence|records?) [\w' ]{0,60}?<IN>
| figures? (?:for|given|available) )\b

\bthere (?:is|are)n'?t (?:any|enough) <ADJ>(?:information|info|details?|data|context|mention|answer)\b

\bthere (?:is|are)n'?t anything <IN>

\bthere (?:do|does)(?:n'?t| not) (?:appear|seem) to be <ADJ>(?:information|info|details?|data|mention|answer|
reference|anything (?:on|about|in (?:[\w'-]+ ){1,3}(?:on|about)))\b

\bthere(?: is|'s| was| were) nothing [\w' ]{0,40}?(?: <IN> | (?:about|on|regarding) (?:this|that|it)\b )

^(?:sorry,? )?nothing (?: (?:about|on|regarding) (?:this|that|it)\b | (?:\w+ )?(?:was )?(?:found|retrieved|returned)\b )

\bnothing (?:\w+ )?(?:came|comes|turned|turns|showed|shows) up(?: [.,;!] | $ | \s(?:for|about)\b | \s<IN> )

\b(?:that|this|it) (?:won'?t|will not) be possible[.! ]*$

\b(?:this|your) (?:[\w-]+ )?(?:request|question|query) (?:can'?t|cannot|won'?t|will not) be\s
(?:fulfilled|completed|processed|accommodated|handled|supported|met)\b
(?! (?:before|until|unless|without|with|after|if|when|by|on|in)\b)

(?<!\bhad )(?<!\bhas )(?<!\bfound )\b(?:insufficient|not enough|inadequate|too little)\s<ADJ>
(?:information|info|data|context|details?|evidence)\b

^no (?:\w+ )?(?:information|data|details|answer|results?|documents?|mention|figure)s?\s
(?: (?:[\w']+ ){0,6}?(?:available|provided|given|found|supplied|disclosed)\b
| (?:(?!(?:is|are|was|were|will|can|may|must|has|have)\b)[\w']+ ){0,6}?(?:(?:is|are|was|were) )?
(?: (?:on|about|regarding|for|of)\s | <IN> ) )

\bno (?: (?:relevant|such|specific|sufficient|further|matching)\s )*(?:information|data|details|answer|results?|
mention)\s
(?:[\w']+ ){0,6}?(?:available|provided|given|found|supplied|disclosed)\b

\bno (?:[\w-]+ ){0,2}?(?: dates? | amounts? | figures? | numbers? | prices? | values? | names? | answers?
| explanations? | authors? | reasons? | sources? | causes? | titles? | fees?
| details? | deadlines? | percentages? | totals? | rates? | costs? | periods? | locations? | address | timelines? )\s
(?:is|are|was|were|has been|have been) (?:given|specified|mentioned|stated|disclosed|indicated|provided|listed|named)\b

\b(?:search|query|retrieval)\b[\w ]{0,20} (?:returned|found|gave|yielded|produced)\s
(?: nothing | no (?:\w+ )?
(?: results? | hits? | matches | documents? | passages? | answers? | information | data | entries ) )\b
"""
"""There is no such information."""
NOT_KNOWABLE: Final = r"""
^no comment\b

\b(?:anyone|anybody)'?s guess\b

\b(?:is|are)(?: not|n'?t) (?:available|accessible|visible|known) to me\b

\bquestion (?:\w+ )?(?:can'?t|cannot) be resolved\b

\bhere to (?:help|answer|assist)[\w' ]{0,40} only\b

(?: \b(?:is|are|falls?|lies|goes|was) | 's )\s(?:well |far )?(?:outside|beyond|out of) (?:of )?
(?: what (?:i|we|<LIBRARY>)\b
| (?:my|the|our)\s(?:\w+ )?(?: scope(?! of (?!what\b|my\b|our\b|this\b|<LIBRARY>)) | knowledge | expertise | remit
| area | training | capabilit\w+ )
| (?:my|the|our)\s(?:information|data|documents) (?:i|we) have | <LIBRARY> | <GIVEN> <SOURCE> )

\S (?:outside|beyond|out of|not (?:within|in)) (?:of )?the scope of (?:my|these|this|the <GIVEN>) <SOURCE>

\b(?:question|request|query|topic) [\w ]{0,20}?(?:(?:is|does)n'?t|(?:is|does) not) (?:(?:seem|appear) )?(?:to be )?
(?:\w+ )?related to\b

^(?:that|this|it)(?:'s| is) (?:out of|outside|beyond) (?:\w+ )?scope\b

(?: 'd | \b(?:would|could|will|can) )\s(?: (?:only|just|merely|therefore|simply)\s )*be (?:an? )?
(?: (?:pure|mere|only|just|wild|complete|sheer|educated)\s )*
(?: guess(?:es|ing|work)? | speculation | speculative | speculating | conjecture | made up | invented
| making (?:it|things|something) up | fabricat\w+ )\b

\bwould be (?:pure |mere )?(?:guessing|guesswork|speculation)\b

\b(?:is|are) (?:pure|mere|only|just|sheer) (?:an? )?(?:guess(?:es|work)?|speculation|conjecture)\b

\b(?:can'?t|cannot|could not|couldn'?t|can not) be (?:\w+ly )?
(?: determined | answered | inferred | derived | deduced | ascertained | established | known | calculated | computed
| pinpointed | worked out | figured out | pinned down | reconstructed | settled | decided )\b(?! (?:by|until|unless)\b)

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

^(?:(?:(?:final|short) )?(?:answer|result|reply|response): )?(?: unknown | n/a | unanswerable
| not (?:available|applicable|known|answerable|specified|stated|disclosed|found|mentioned|provided|
given)(?: <IN>)? )(?:[.! ]*$| ?[–—;(]| - )

\b(?: unanswerable | can'?t say from )\b
"""
"""Nobody could tell, or the question is out of scope."""
