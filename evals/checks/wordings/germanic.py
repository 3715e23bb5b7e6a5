"""Wordings with which answers decline: German, Dutch, Luxembourgish and the Scandinavian languages; data only.

In the form that ``evals.checks.wordings.form`` reads, for folded text with straight apostrophes.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.form import Language, listed_patterns, words

LANGUAGES: Final[dict[str, Language]] = {
    "de": Language(
        contrast=r"\b(?:aber|jedoch|allerdings|dennoch|trotzdem)\b",
        offers=r"\b(?:bitte|wenden sie|kontaktieren|fragen sie|ich kann ihnen)\b",
        triggers=words("nicht nichts kein keine keinen keiner leider ablehnen lehne unsicher schwer unzureichende"),
        declines=listed_patterns(r"""
\b(?:ich|wir)\b[^.;:]{0,80}\b(?:nicht|keine?\w*)\b[^.;:]{0,60}\b(?:beantworten|sagen|angeben|bestimmen|ermitteln|
helfen|weiterhelfen|finden|mitteilen|nennen|bestätigen|beurteilen|feststellen|geben|herausgeben|entnehmen|
preisgeben|unterstützen|nachvollziehen|erteilen|offenlegen|bereitstellen|erfüllen|nachkommen)\b

\b(?:ich|wir) (?:habe|haben|verfüge|verfügen)\b[^.;:]{0,30}\b(?:keine?n?|nicht genug|
nicht genügend) (?:\w+ ){0,3}(?:information\w*|angabe\w*|daten|zugriff|kenntnis\w*|antwort|hinweis\w*)

\b(?:habe ich|haben wir|liegen mir|liegen uns)\b[^.;:]{0,40}\b(?:keine?n?|nicht genug|
nicht genügend) (?:\w+ ){0,3}(?:information\w*|angabe\w*|daten|zugriff|kenntnis\w*|antwort|hinweis\w*)

\b(?:ich weiss|weiss ich|wissen wir|wir wissen)\b(?: \w+){0,3} nicht\b

\b(?:dokument\w*|unterlagen|quellen?|kontext|text|auszüge?n?|daten|informationen|handbuch|bericht|seiten?|
texte)\b[^.;:]{0,60}\b(?:keine?n?) (?:\w+ ){0,3}(?:information\w*|angabe\w*|daten|antwort|hinweis\w*|auskunft|
zahl\w*|erwähnung)

\b(?:dokument\w*|unterlagen|quellen?|kontext|text|auszüge?n?|daten|informationen|
handbuch)\b[^.;:]{0,60}\b(?:sagen|sagt|nennen|nennt|erwähnen|erwähnt|beantworten|beantwortet|geben|gibt|enthalten|
enthält)\b[^.;:]{0,40}\b(?:nicht|nichts)\b

\bnicht\b[^.;:]{0,60}\b(?:hervor|beantworten|ermitteln|entnehmen|ableiten|feststellen|bestimmen)\b

\b(?:dokumenten|unterlagen|quellen|kontext|text|daten|auszügen)\b[^.;:]{0,30}\bnicht (?:enthalten|angegeben|
genannt|erwähnt|aufgeführt|zu finden|beschrieben|aufgelistet)\b

\bnicht in (?:den|der|dem|diesen) (?:\w+ ){0,2}(?:dokumenten|unterlagen|quellen|texten|daten|kontext)\b

\b(?:keine|nicht genügend|unzureichende) (?:\w+ ){0,2}(?:informationen|angaben|daten) (?:dazu|darüber|hierzu|
vor\b|vorhanden|verfügbar|zu\b|über)

\bdazu\b[^.;:]{0,40}\bkeine? (?:\w+ ){0,2}(?:information\w*|angabe\w*|daten|antwort|auskunft)

\b(?:lehne|lehnen)\b[^.;:]{0,60}\bab\b|\bmuss(?: \w+){0,6} ablehnen\b

\bleider (?:nicht möglich|keine (?:antwort|auskunft))\b
"""),
        hedges=listed_patterns(r"""
\b(?:nicht|un)\s?sicher\b|\bschwer zu sagen\b
"""),
    ),
    "nl": Language(
        contrast=r"\b(?:maar|echter|toch)\b",
        offers=r"\b(?:neem contact|vraag|raadpleeg|ik kan u helpen)\b",
        triggers=words("niet geen niets onvoldoende weigeren weiger moeilijk"),
        declines=listed_patterns(r"""
\b(?:ik|wij|we)\b[^.;:]{0,60}\b(?:niet|geen)\b[^.;:]{0,50}\b(?:beantwoorden|zeggen|geven|bepalen|helpen|vinden|
bevestigen|delen|vertellen|verstrekken|noemen|vaststellen|achterhalen|inzien|opgeven|voldoen)\b

\b(?:ik weet|weet ik|we weten|weten we)\b(?: \w+){0,3} niet\b

\b(?:ik heb|wij hebben|we hebben|heb ik|beschik ik|ik beschik)\b[^.;:]{0,30}\b(?:geen|onvoldoende|niet genoeg|
niet over) (?:\w+ ){0,3}(?:informatie|gegevens|toegang|antwoord|details)

\b(?:documenten|document|bronnen|context|tekst|teksten|gegevens|informatie|passages)\b[^.;:]{0,50}\b(?:bevat\w*|
vermeld\w*|noem\w*|geven|geeft|zeggen|zegt|bieden|biedt|staat|beantwoord\w*|melden)\b[^.;:]{0,40}\b(?:niet|geen|
niets)\b

\b(?:staat|staan|is|wordt|worden)\b[^.;:]{0,30}\bniet (?:vermeld |genoemd |te vinden |terug te vinden )?in (?:de|
het|deze) (?:\w+ ){0,2}(?:documenten|bronnen|context|tekst|gegevens)

\bniet (?:vermeld|gespecificeerd|genoemd)\b

\bgeen (?:\w+ )?(?:informatie|gegevens|antwoord) (?:over|beschikbaar|gevonden|bekend)|\bonvoldoende (?:informatie|
gegevens)

\bniet mogelijk om\b[^.;:]{0,60}\b(?:zeggen|bepalen|beantwoorden|geven)\b|\bmoet (?:ik )?(?:weigeren|afwijzen)\b|
\bik weiger\b
"""),
        hedges=listed_patterns(r"""
\bniet (?:\w+ )?zeker\b|\bmoeilijk te zeggen\b
"""),
    ),
    "lb": Language(
        contrast=r"\b(?:awer|mee|mä)\b",
        offers=r"\bwann ech gelift\b",
        triggers=words("net keng näischt"),
        declines=listed_patterns(r"""
\b(?:ech|mir)\b[^.;:]{0,60}\bnet\b[^.;:]{0,40}\b(?:beäntweren|soen|hëllefen|fannen|ginn|bestätegen)\b|
\bech weess\b[\w ]{0,12}\bnet\b

\b(?:ech|mir) (?:hunn|hu) [\w ]{0,20}?keng (?:informatioun\w*|donnéeën|äntwert)|\b(?:dokumenter|quellen|
text)\b[^.;:]{0,40}\b(?:net|näischt|keng)\b
"""),
    ),
    "sv": Language(
        contrast=r"\b(?:men|dock)\b",
        offers=r"\b(?:kontakta|fråga|vänd dig)\b",
        triggers=words("inte ingen inga inget avböja vägra svårt"),
        declines=listed_patterns(r"""
\b(?:jag|vi)\b[^.;:]{0,20}\b(?:kan|får|vill)\b(?: \w+){0,3}? inte\b[^.;:]{0,40}\b(?:svara|säga|ge|hjälpa|bekräfta|
avgöra|hitta|dela|lämna|avslöja)\b|\b(?:kan|får) (?:jag|vi)(?: \w+){0,2}? inte\b[^.;:]{0,40}\b(?:svara|säga|ge|
hjälpa|bekräfta|avgöra|hitta|dela)\b

\b(?:jag vet|vet jag|vi vet)\b(?: \w+){0,2}? inte\b|\b(?:jag|vi) har (?:\w+ )?(?:ingen|inga|
inte)\b[^.;:]{0,20}\b(?:information|uppgift\w*|data|tillgång|svar)

\b(?:dokument\w*|källor\w*|texten|underlag\w*|sammanhang\w*)\b[^.;:]{0,50}\b(?:inte|inga|ingen|inget)\b

\b(?:framgår|anges|nämns|står) inte\b|\bmåste (?:jag )?(?:avböja|vägra)\b
"""),
        hedges=listed_patterns(r"""
\binte (?:\w+ )?säker\b|\bsvårt att säga\b
"""),
    ),
    "no": Language(
        contrast=r"\b(?:men|likevel)\b",
        offers=r"\b(?:kontakt|spør|ta kontakt)\b",
        triggers=words("ikke ikkje ingen avslå avvise"),
        declines=listed_patterns(r"""
\b(?:jeg|vi|eg)\b[^.;:]{0,20}\b(?:kan|får|vil)\b(?: \w+){0,3}? (?:ikke|ikkje)\b[^.;:]{0,40}\b(?:svare?|si|gi|
hjelpe?|bekrefte|avgjøre|finne|dele|opplyse|fortelle)\b|\b(?:kan|får) (?:jeg|vi|eg)(?: \w+){0,2}? (?:ikke|ikkje)\b

\b(?:jeg vet|vet jeg|vi vet|eg veit)\b(?: \w+){0,2}? (?:ikke|ikkje)\b|\b(?:jeg|vi) har (?:ingen|
ikke)\b[^.;:]{0,20}\b(?:informasjon|opplysninger|data|tilgang|svar)

\b(?:dokument\w*|kilde\w*|teksten|kontekst\w*)\b[^.;:]{0,50}\b(?:ikke|ingen|ikkje)\b

\b(?:fremgår|framgår|nevnes|oppgis|står) (?:ikke|ikkje)\b|\bmå (?:jeg )?(?:avslå|avvise)\b
"""),
    ),
    "da": Language(
        contrast=r"\b(?:men|dog)\b",
        offers=r"\b(?:kontakt|spørg)\b",
        triggers=words("ikke ingen afvise"),
        declines=listed_patterns(r"""
\b(?:jeg|vi)\b[^.;:]{0,20}\b(?:kan|må|vil)\b(?: \w+){0,3}? ikke\b[^.;:]{0,40}\b(?:svare|besvare|sige|give|hjælpe|
bekræfte|afgøre|finde|dele|oplyse|fortælle)\b|\bkan (?:jeg|vi)(?: \w+){0,2}? ikke\b

\b(?:jeg ved|ved jeg|vi ved)\b(?: \w+){0,2}? ikke\b|\b(?:jeg|vi) har (?:ingen|
ikke)\b[^.;:]{0,20}\b(?:information\w*|oplysninger|data|adgang|svar)

\b(?:dokument\w*|kilder\w*|teksten|kontekst\w*)\b[^.;:]{0,50}\b(?:ikke|ingen)\b

\b(?:fremgår|nævnes|oplyses|står) ikke\b|\bmå (?:jeg )?afvise\b
"""),
    ),
}
