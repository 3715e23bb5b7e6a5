"""Figures with units, in the languages of the tables; data only.

An answer to a question for a figure holds one; a sentence without one may still be about the sources, or about help.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.form import words, wrapped

NUMBER_WORDS: Final = words("""
    one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety
    hundred half
""")
"""Where neither these nor digits are, there is no amount."""
_UNITS = wrapped(r"""
    % | ‰ | percent | per cent | percentage points? | prozent | pour cent | por ciento | por cento | per cento
    | procent\w* | відсотк\w* | € | \$ | £ | ¥ | ₹ | zł | kr | dollars? | euros? | eur | usd | gbp | cad | chf | pln
    | pounds? | cents? | k\b | thousand | million\w* | billion\w* | bn\b
    | (?:(?:business|working|calendar)\s)?(?:days?|hours?|hrs?|weeks?|months?|years?) | minutes? | mins? | seconds?
    | secs? | ms\b | tage?n? | stunden? | wochen? | monate?n? | jahre?n? | minuten? | sekunden? | jours? | heures?
    | semaines? | mois | ans | secondes? | días? | horas? | semanas? | meses | años? | minutos? | segundos? | dias
    | anos | giorni | ore | settimane | mesi | anni | minuti | secondi | dagen | dag | uur | uren | weken | maanden
    | jaar | dni | godzin\w* | tygodni\w* | miesi[ęą]c\w* | lat\b | minut\w* | sekund\w* | diwrnod | awr | wythnos
    | mis\b | blynedd | devezh | sizhun | miz | bloaz | siku | masaa | wiki | miezi | miaka | jum | ġranet | sigħat
    | ġimgħat | xhur | päivää | tuntia | viikkoa | kuukautta | vuotta | minuuttia | dagar | timmar | timer | veckor
    | uker | uger | månader | måneder | år\b | gün | saat | hafta | ay\b | yıl | dakika | дн\w+ | годин\w* | тижн\w*
    | місяц\w* | рок\w+ | хвилин\w* | дней | дня | часов | часа | недел\w* | месяц\w* | лет\b | минут\w*
    | 日 | 時間 | 天
    | users? | seats? | employees | people | requests? | calls | tokens? | gb | mb | tb | kb | gib | mib | km | kg
    | miles? | met(?:er|re)s? | rows | files | workers | times | points? | bps
""")
AMOUNT: Final = wrapped(rf"""
    (?: [$€£¥₹] | \b(?:usd|eur|gbp|cad|chf|pln) ) ?\d
    | (?<![\d.,'’])\d[\d.,'’]*+(?: ?[-–] ?\d[\d.,]*+)?[ -]?{_UNITS}
    | \b(?:{"|".join(sorted(NUMBER_WORDS))})[ -](?:hundred |thousand )?{_UNITS}
    | %\d
""")
"""A figure with its unit."""
FIGURE: Final = rf"{AMOUNT}|(?<![\w.,])(?!(?:19|20)\d\d\b)\d"
"""An amount, or a figure that is no year."""
