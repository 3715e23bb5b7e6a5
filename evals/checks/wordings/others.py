"""Wordings with which answers decline: Celtic languages, Finnish, Maltese and others; data only.

In the form that ``evals.checks.wordings.form`` reads, for folded text with straight apostrophes.
"""

from __future__ import annotations

import re
from typing import Final

from evals.checks.wordings.form import Language, listed_patterns, words

LANGUAGES: Final[dict[str, Language]] = {
    "cy": Language(
        contrast=r"\b(?:ond|fodd bynnag)\b",
        offers=r"\b(?:cysylltwch|gofynnwch)\b",
        triggers=words("ni nid ddim does nad methu gwrthod oes dim sdim dyw dydy wn"),
        declines=listed_patterns(r"""
\b(?:ni allaf|ni allwn|ni fedraf|alla i ddim|allaf i ddim|fedra i ddim|fedraf i ddim|ni alla i|methu)\b

\b(?:dydw i|dw i|dwi|rydw i)(?: \w+){0,2}? ddim yn gwybod\b|\bnid (?:wyf|ydw)(?: i)? yn gwybod\b|\bwn i ddim\b|
\bni wn\b

\b(?:does gen i|does gennyf|nid oes gennyf|nid oes gen i|does dim|nid oes|does gennym|
sdim)\b[^.;:]{0,30}\b(?:gwybodaeth|wybodaeth|ateb|data|ddata|manylion|fanylion|sôn)\b

\b(?:nid yw|nid ydy|dyw|dydy|nid ydynt|dydyn|nid)(?:'r| y| yr)? ?(?:\w+ ){0,3}?(?:d?dogfennau|d?dogfen|
ffynonellau|g?wybodaeth|ateb|cyd-destun|testun|tudalennau)\b

\b(?:dogfennau|ffynonellau|testun|cyd-destun|tudalennau)\b[^.;:]{0,40}\bddim\b

\bgwrthod\b
"""),
    ),
    "br": Language(
        contrast=r"\b(?:met|koulskoude)\b",
        offers=r"\b(?:darempredit|goulennit)\b",
        triggers=words("ket nac'h dinac'h nac'hañ"),
        declines=listed_patterns(r"""
\b(?:n'hallan|ne c'hallan|n'hallomp|ne c'hallomp|n'on|n'omp)\b(?: \w+)?? ket\b

\bn'ouzon\b[\w' ]{0,10}?\bket\b|\bn'ouzomp ket\b

\b(?:n'em eus|n'hon eus|n'eus|n'am eus)\b(?: \w+)?? ket\b[^.;:]{0,40}\b(?:[td]itour\w*|roadenn\w*|respont|
[kg]eloù|[mv]eneg\w*)

\b(?:teul\w*|diell\w*|mammenn\w*|testenn\w*)\b[^.;:]{0,40}\bket\b|\bket\b[^.;:]{0,40}\b(?:teul\w*|diell\w*|
mammenn\w*|testenn\w*)

\bne gavan ket\b|\bne gaver ket\b|\bn'eo ket (?:meneget|resisaet|lavaret|merket)\b|\bdi?nac'h\w*\b
"""),
    ),
    "ga": Language(
        contrast=r"\b(?:ach|áfach)\b",
        offers=r"\b(?:déan teagmháil|fiafraigh)\b",
        triggers=words("ní níl nílim nach diúltaím diúltaíonn"),
        declines=listed_patterns(r"""
\bní féidir (?:liom|linn)\b|\bní thig liom\b|\bnílim in ann\b

\bníl a fhios agam\b|\bníl (?:an|aon)? ?(?:t?eolas|fhaisnéis|freagra)\b|\bníl\b[^.;:]{0,40}\b(?:doiciméid|
cáipéisí|foinsí)

\b(?:doiciméid|cáipéisí|foinsí)\b[^.;:]{0,30}\bn(?:í|ach)\b|\bdiúlta\w+\b
"""),
    ),
    "fi": Language(
        contrast=r"\b(?:mutta|kuitenkin)\b",
        offers=r"\b(?:ota yhteyttä|ottakaa yhteyttä|kysy)\b",
        triggers=words("en emme ei eivät kieltäydyn kieltäytymään vaikea"),
        declines=listed_patterns(r"""
\b(?:en|emme) (?:\w+ )?(?:voi|pysty|osaa|kykene|saa)\b(?: \w+){0,4}? (?:vasta\w*|kerto\w*|sano\w*|autta\w*|
vahvista\w*|anta\w*|määrit\w*|jaka\w*|paljasta\w*|löytä\w*|tarjo\w*|tehdä|arvioi\w*|selvittä\w*)

\b(?:en|emme) (?:valitettavasti )?(?:tiedä|löydä|löytänyt|löytäneet)\b

\b(?:minulla|meillä) ei ole(?: \w+){0,3}? (?:tieto\w*|pääsyä|vastausta|dataa|käsitystä)

\b(?:asiakirj\w+|lähte\w+|dokument\w+|aineisto\w*|teksti\w*|konteksti\w*|materiaali\w*)\b[^.;:]{0,40}?\b(?:ei|
eivät)\b

\bei (?:käy ilmi|ole (?:\w+ )?mainittu|mainita|selviä|ole (?:riittävästi |tarpeeksi )?tieto\w*|
löydy (?:\w+ )?(?:asiakirj|lähte|tieto)\w*)|\btietoa ei\b|\bkieltäydyn\b|\bjoudun kieltäytymään\b
"""),
        hedges=listed_patterns(r"""
\ben ole (?:\w+ )?varma\b|\bvaikea sanoa\b
"""),
    ),
    "mt": Language(
        contrast=r"\b(?:imma|iżda)\b",
        offers=r"\b(?:jekk jogħġbok|ikkuntattja)\b",
        triggers=words("ma m'għandix m'għandniex m'hemmx mhux nirrifjuta"),
        declines=listed_patterns(r"""
\bma (?:nistax|nistgħux|nafx|nafux|sibtx|nsibx|nistgħu)\b

\b(?:m'għandix|m'għandniex|m'hemmx|ma hemmx|ma hemm ebda)\b[^.;:]{0,40}\b(?:informazzjoni|tagħrif|dejta|data|
aċċess|tweġiba|dettalji)

\b(?:dokument\w*|sorsi|sors|kuntest|test|pagn\w*)\b[^.;:]{0,40}? ma (?:j|f|t|g)\w+x\b

\bmhux (?:\w+ )?(?:imsemmi\w*|speċifikat\w*|possibbli|indikat\w*|fid-dokument\w*|fis-sorsi)\b|\bnirrifjuta\b
"""),
    ),
    "sw": Language(
        contrast=r"\b(?:lakini|hata hivyo)\b",
        offers=r"\b(?:tafadhali|wasiliana)\b",
        triggers=words(
            "siwezi hatuwezi sitaweza siweza sijui hatujui sifahamu sina hatuna nyaraka hati vyanzo "
            "muktadha maandishi taarifa kurasa hakuna hamna haiwezekani haijatajwa haikutajwa haipatikani haijaelezwa "
            "nakataa"
        ),
        declines=listed_patterns(r"""
\b(?:siwezi|hatuwezi|sitaweza|siweza)\b

\b(?:sijui|hatujui|sifahamu)\b

\b(?:sina|hatuna)\b(?: \w+){0,3}? (?:taarifa|habari|data|jibu|uhakika|maelezo|uwezo)

\b(?:nyaraka|hati|vyanzo|muktadha|maandishi|taarifa|kurasa)\b[^.;:]{0,40}?\b(?:hazi|hai|havi|haya|hau|hazina|
haina|havina)\w*

\b(?:hakuna|hamna)\b(?: \w+){0,2}? (?:taarifa|habari|maelezo|jibu|data)|\bhai(?:wezekani|jatajwa|kutajwa|patikani|
jaelezwa)\b|\bnakataa\b
"""),
    ),
    "tr": Language(
        contrast=r"\b(?:ancak|fakat|ama)\b",
        offers=r"\b(?:lütfen|başvurun)\b",
        trigger=re.compile(
            # Each begins with a letter, so that others are passed over quickly.
            r"m[ıiuü]yor|değil|yok\b(?<=\byok)|m[ae]m\b|m[ae]y[ıi]z|m[ae]y[ae]c|mamış|memiş|maktad|mektedir|reddedi|yetersiz|"
            r"bulunamadı"
        ),
        declines=listed_patterns(r"""
\b(?:cevap|yanıt)\w*(?: \w+)? ver(?:em\w+|mem mümkün değil)

\b\w+(?:am|em)(?:ıyorum|iyorum|ıyoruz|iyoruz|uyorum|üyorum|am|em|ayız|eyiz|ayacağım|eyeceğim)\b

\bbilmiyor(?:um|uz)\b|\bbilgim yok\b|\b(?:bilgiye|erişime|veriye) sahip değil\w*

\b(?:belge\w*|kaynak\w*|bağlam\w*|metin\w*|metn\w*|doküman\w*|veri\w*|bilgi\w*)\b[^.;:]{0,60}?\b(?:içermiyor|
belirt(?:il)?miyor|belirtilmemiş\w*|bulunmuyor|bulunmamaktadır|bulunamadı|yer almıyor|yer almamaktadır|yok|
geçmiyor|bahset\w*mi\w+|söylemiyor|vermiyor|içermemektedir|belirtilmemektedir|mevcut değil|yetersiz)\b

\b(?:yanıtla\w*|cevapla\w*|söyle\w*|belirle\w*|paylaş\w*) mümkün değil\b|\breddediyorum\b
"""),
        hedges=listed_patterns(r"""
\bemin değilim\b
"""),
    ),
    "ja": Language(
        contrast=r"しかし|ただし|ですが",
        offers=r"ください",
        trigger=re.compile(r"ません|かね|ない|不明"),
        declines=listed_patterns(r"""
(?:お答え|回答|お伝え|提供|確認|判断|特定|お手伝い|お教え|開示)(?:を|は|する|すること|することは|が)*(?:でき(?:ません|かね|ない)|いたしかね|しかね)

わかりません|分かりません|わかりかね|存じません|不明です

(?:記載|言及|情報|記述|データ|回答)(?:は|が|も)?[^。]{0,12}(?:ありません|含まれていません|されていません|見つかりません|見当たりません|ございません)
"""),
    ),
    "zh": Language(
        contrast=r"但是|但|不过|然而",
        offers=r"请|建议",
        trigger=re.compile(r"无法|無法|不能|不知道|不清楚|没有|沒有|未"),
        declines=listed_patterns(r"""
(?:无法|不能|無法)(?:直接|准确|為您|为您|向您|对此)?(?:回答|确定|提供|确认|告诉|判断|透露|帮助|協助|协助|得知|找到|回覆)

不知道|不清楚

(?:没有|沒有|未|并未|並未)(?:在[^。]{0,12})?(?:提供|提及|说明|說明|包含|找到|提到|給出|给出|相关)[^。]{0,10}(?:信息|資訊|资料|資料|内容|數據|数据|答案)?
"""),
    ),
}
