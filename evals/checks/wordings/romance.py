"""Wordings with which answers decline: French, Spanish, Portuguese and Italian; data only.

In the form that ``evals.checks.wordings.form`` reads, for folded text with straight apostrophes.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.form import Language, listed_patterns, words

LANGUAGES: Final[dict[str, Language]] = {
    "fr": Language(
        contrast=r"\b(?:mais|cependant|toutefois|néanmoins|pourtant)\b",
        offers=r"\b(?:veuillez|contactez|adressez-vous|je peux vous aider|vous pouvez|consultez)\b",
        triggers=words(
            "pas aucun aucune rien impossible décliner refuse refuser décline insuffisantes insuffisante difficile suis"
        ),
        declines=listed_patterns(r"""
\b(?:je|nous|on) (?:ne |n')(?:peux|peut|pouvons|pourrai|saurais|suis pas|sommes pas|
parviens)\b(?:[\w' ]{0,30}?)\b(?:pas |en mesure |à )?[\w' ]{0,20}?\b(?:répondre|dire|déterminer|fournir|donner|
aider|confirmer|indiquer|communiquer|partager|accéder|trouver|préciser|vérifier|divulguer|traiter|révéler|
calculer|estimer|faire cela)\b

\b(?:je|nous) (?:ne (?:le )?(?:sais|savons|dispose|disposons|trouve|connais|vois)|n'ai|n'avons|
n'en sais)\b[\w' ]{0,12}?\b(?:pas\b|rien\b|aucun\w*|d'aucun\w*)(?! à payer)

\b(?:documents?|sources?|contexte|extraits?|textes?|données|passages?|informations|pages?)\b[^.;:]{0,60}? (?:ne |
n')[\w' ]{0,3}?(?:contien\w+|mentionn\w+|précis\w+|indiqu\w+|fourni\w+|donn\w+|permett\w+|permet|répond\w*|di(?:t|
sent)|compren\w+|comport\w+|abord\w+|parl\w+)\b[\w' ]{0,12}?\b(?:pas|aucun\w*|rien)\b

\b(?:ne figure\w*|n'est|ne sont|n'apparaît|n'apparait|
ne se trouve\w*)\b [\w ]{0,12}?pas\b[\w' ]{0,30}?\b(?:dans (?:les|le|la|ces|cette)|précisé\w*|mentionné\w*|
indiqué\w*|disponible\w* dans|spécifié\w*|fourni\w*)

\b(?:il (?:m'|nous )?est|c'est)? ?impossible de (?:répondre|dire|déterminer|savoir|confirmer)

\b(?:aucune (?:information|donnée|mention|réponse)|pas (?:assez|suffisamment) d'informations?|
informations? insuffisantes?)\b

\bje (?:dois|préfère) (?:décliner|refuser|ne pas)|\bje (?:décline|refuse)\b
"""),
        hedges=listed_patterns(r"""
\bpas (?:\w+ )?(?:sûre?|certaine?)\b|\bdifficile (?:à|de) dire\b
"""),
    ),
    "es": Language(
        contrast=r"\b(?:pero|sin embargo|aunque|no obstante)\b",
        offers=r"\b(?:por favor|contacte|consulte|puedo ayudar\w*|puede (?:consultar|contactar|preguntar))\b",
        triggers=words("no imposible insuficiente declinar rechazar niego difícil"),
        declines=listed_patterns(r"""
\bno (?:puedo|podemos|podría|puedes|logro|consigo)(?: \w+){0,2}? (?:responder\w*|contestar\w*|decir\w*|
determinar\w*|ayudar\w*|proporcionar\w*|dar\w*|confirmar\w*|facilitar\w*|indicar\w*|compartir\w*|acceder|
encontrar\w*|revelar\w*|verificar\w*|cumplir|hacer eso|precisar\w*|estimar\w*)

\bno (?:lo )?(?:sé|sabemos)\b

\bno (?:tengo|tenemos|dispongo de|disponemos de|cuento con|poseo)(?: \w+){0,3}? (?:información|datos|respuesta|
acceso|detalles|idea)

\bno (?:encuentro|encontré|he encontrado|hallo|veo)(?: \w+){0,3}? (?:información|datos|respuesta|mención|esa?|
en)\b

\b(?:documentos?|fuentes?|contexto|textos?|fragmentos?|datos|extractos?|información|
páginas?)\b[^.;:]{0,60}? no (?:\w+ )?(?:contien\w+|mencion\w+|especific\w+|indic\w+|inclu\w+|proporcion\w+|dicen?|
permit\w+|ofrec\w+|respond\w+|recog\w+|aclar\w+|detall\w+)

\bno (?:se (?:menciona|especifica|indica|encuentra|detalla|puede (?:determinar|responder|saber))|aparece|figura|
está|consta)\b(?:[\w ]{0,30} en (?:los|las|el|la|estos) (?:\w+ ){0,2}?(?:documentos?|fuentes?|contexto|textos?|
datos|información))

\bno se (?:menciona|especifica|indica)\b

\bno hay (?:\w+ )?(?:información|datos|mención|respuesta)|\binformación insuficiente

\bno (?:me )?es posible (?:determinar|responder|saber|decir|confirmar)|\bimposible (?:determinar|responder|saber|
decir)

\bdebo (?:declinar|rechazar)|\bprefiero no (?:responder|decir|especular)|\bme niego a\b
"""),
        hedges=listed_patterns(r"""
\bno estoy (?:\w+ )?segur[oa]\b|\bdifícil (?:de )?decir\b
"""),
    ),
    "pt": Language(
        contrast=r"\b(?:mas|porém|contudo|no entanto|todavia)\b",
        offers=r"\b(?:por favor|contacte|contate|consulte|posso ajudar|pode (?:consultar|contactar|perguntar))\b",
        triggers=words("não impossível insuficientes recusar recuso difícil declinar"),
        declines=listed_patterns(r"""
\bnão (?:posso|podemos|consigo|conseguimos|poderia)(?: \w+){0,2}? (?:responder|dizer|determinar|ajud\w+|fornecer|
dar|confirmar|indicar|compartilhar|partilhar|acessar|aceder|encontrar|revelar|verificar|informar|cumprir|
fazer isso|precisar|estimar)

\bnão (?:o )?(?:sei|sabemos)\b

\bnão (?:tenho|temos|disponho de|dispomos de|possuo)(?: \w+){0,3}? (?:informaç\w+|dados|resposta|acesso|detalhes|
ideia)

\bnão (?:encontrei|encontro|localizei|vejo|achei)\b

\b(?:documentos?|fontes?|contexto|textos?|trechos?|dados|excertos?|informaç\w+|
páginas?)\b[^.;:]{0,60}? não (?:\w+ )?(?:cont[êé]m|mencion\w+|especific\w+|indic\w+|inclu\w+|fornec\w+|dizem|diz|
permit\w+|oferec\w+|respond\w+|traz\w*|detalh\w+)

\bnão (?:é mencionad\w+|está|consta|aparece|figura|se encontra)\b[\w ]{0,30} (?:n[oa]s?|
em) (?:\w+ ){0,3}?(?:documentos?|fontes?|contexto|textos?|dados)

\bnão (?:é|foi|está) (?:mencionad\w|especificad\w|indicad\w|informad\w)

\bnão há (?:\w+ )?(?:informaç\w+|dados|menção|resposta)|\binformaç\w+ insuficientes?

\bnão (?:me )?é possível (?:determinar|responder|saber|dizer|confirmar)|\bimpossível (?:determinar|responder|
saber|dizer)

\b(?:devo|tenho de|preciso) (?:declinar|recusar)|\brecuso-me\b|\bprefiro não\b
"""),
        hedges=listed_patterns(r"""
\bnão (?:tenho (?:a )?certeza|estou (?:\w+ )?(?:certo|certa|seguro|segura))\b|\bdifícil dizer\b
"""),
    ),
    "it": Language(
        contrast=r"\b(?:ma|però|tuttavia)\b",
        offers=r"\b(?:per favore|contatt\w+|posso aiutar\w*|consult\w+|può (?:chiedere|contattare))\b",
        triggers=words("non impossibile insufficienti declinare rifiutare rifiuto difficile"),
        declines=listed_patterns(r"""
\bnon (?:posso|possiamo|riesco a|sono in grado di|siamo in grado di|potrei)(?: \w+){0,2}? (?:risponder\w*|dir\w+|
determinare|aiutar\w*|fornir\w*|dar\w+|confermar\w*|indicar\w*|condivider\w*|acceder\w*|trovar\w*|rivelar\w*|
verificar\w*|precisar\w*|stimar\w*|far\w+)

\bnon (?:lo )?(?:so|sappiamo)\b

\bnon (?:ho|abbiamo|dispongo di|disponiamo di|possiedo)(?: \w+){0,3}? (?:informazion\w+|dati|risposta|accesso|
dettagli|idea)

\bnon (?:trovo|ho trovato|vedo)\b(?: \w+){0,3}? (?:informazion\w+|dati|risposta|riferimento|menzione|questa|nei|
nelle)

\b(?:documenti|documento|fonti|fonte|contesto|testo|testi|estratti|dati|brani|informazioni|
pagine)\b[^.;:]{0,60}? non (?:\w+ )?(?:conteng\w+|contien\w+|menzion\w+|specific\w+|indic\w+|includ\w+|fornisc\w+|
dicono|dice|permett\w+|offr\w+|rispond\w+|riport\w+|precis\w+)

\bnon (?:è|viene|sono|vengono) (?:\w+ )?(?:menzionat\w|specificat\w|indicat\w|riportat\w|precisat\w)

\bnon (?:è|si trova|compare|figura)\b[\w ]{0,30} (?:nei|nelle|nel|nella) (?:\w+ ){0,2}?(?:documenti|fonti|
contesto|testo|testi|dati)

\bnon (?:ci sono|c'è) (?:\w+ )?(?:informazion\w+|dati|risposta)|\binformazioni insufficienti

\b(?:non (?:mi )?è possibile|impossibile) (?:determinare|rispondere|sapere|dire|stabilire|confermare)

\bdevo (?:declinare|rifiutare)|\bmi rifiuto\b|\bpreferisco non\b
"""),
        hedges=listed_patterns(r"""
\bnon (?:ne )?sono (?:\w+ )?(?:sicur[oa]|cert[oa])\b|\bdifficile dire\b
"""),
    ),
}
