"""Words and signs that scale a figure or say what it counts, in the languages that answers come in.

Lower case throughout; phrases are what stands behind a figure, hyphens read as spaces.
"""

# ruff: noqa: SIM905 (long tables of words are easier to read and to extend as text)
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evals.checks.figures.figure import BASIS_POINTS, PERCENT, PERCENTAGE_POINTS

SCALES: Final[Mapping[str, int]] = {
    word: power
    for power, words in {
        2: "hundred",
        3: "thousand thousands tausend tsd mille mila mil tys tysięcy tysiące tusen duizend тыс тысяч тысячи tis tisíc",
        5: "lakh lakhs lac lacs",
        6: "million millions mn mln mio millionen millón millon millones milione milioni milhão milhões milhao"
        " milhoes miljoen miljon miljoner millioner milion miliony milionów milionu milionů milyon млн миллион"
        " миллиона миллионов",
        7: "crore crores",
        9: "billion billions bn bln milliard milliards milliarde milliarden milliarder mrd mld mds mia miliardo"
        " miliardi miljard miljarder miliard miliardy miliardów miliardu bilhão bilhões bilhao bilhoes milyar"
        " млрд миллиард миллиарда миллиардов",
        12: "trillion trillions tn trn billionen biljoen trilhão trilhões trilyon трлн триллион триллиона триллионов",
        15: "quadrillion quadrillions",
    }.items()
    for word in words.split()
}
"""Scale words and the power of ten each stands for."""

CONTINENTAL_SCALES: Final = frozenset(
    "tausend tsd mille mila tys tysięcy tysiące tusen duizend тыс тысяч тысячи tis tisíc mio millionen millón"
    " millones milione milioni milhão milhões miljoen miljon miljoner millioner miliony milionów mln млн"
    " milliard milliards milliarde milliarden milliarder mrd mld mds miliardo miliardi miljard miljarder"
    " miliard miliardy miliardów bilhão bilhões млрд billionen biljoen трлн".split()
)
"""Scale words of languages that write a decimal comma."""

GLUED_SCALES: Final[Mapping[str, int]] = {
    "k": 3, "K": 3, "m": 6, "M": 6, "MM": 6, "b": 9, "B": 9, "T": 12, "cr": 7, "Cr": 7, "Md": 9, "Mds": 9,
}  # fmt: skip
"""Letters that scale the figure they are glued to."""

MONEY_SCALES: Final[Mapping[str, int]] = {
    **GLUED_SCALES, "mm": 6, "t": 12, "mil": 6, "mill": 6, "mi": 6, "bi": 9, "bil": 9, "grand": 3,
}  # fmt: skip
"""Letters that scale an amount of money, glued or not."""

EAST_ASIAN_SCALES: Final[Mapping[str, int]] = {
    "千": 3, "천": 3, "万": 4, "萬": 4, "만": 4, "億": 8, "亿": 8, "억": 8, "兆": 12, "조": 12,
}  # fmt: skip

SIGNS: Final[Mapping[str, str]] = {
    "%": PERCENT, "‰": "permille", "$": "USD", "€": "EUR", "£": "GBP", "¥": "¥", "₹": "INR", "₩": "KRW", "₽": "RUB",
    "₺": "TRY", "₴": "UAH", "₪": "ILS", "₫": "VND", "₱": "PHP", "฿": "THB", "₦": "NGN", "₿": "XBT", "₸": "KZT",
    "円": "JPY", "元": "CNY", "원": "KRW",
}  # fmt: skip
"""Units that are one character."""

DOLLARS: Final[Mapping[str, str]] = {
    "US": "USD", "C": "CAD", "CA": "CAD", "CAD": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "S": "SGD",
    "SG": "SGD", "NT": "TWD", "R": "BRL", "MX": "MXN", "U.S.": "USD",
}  # fmt: skip
"""What stands directly before a dollar sign."""

ISO_CODES: Final = frozenset(
    "AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNH CNY COP CZK DKK DZD EGP EUR GBP GEL GHS HKD HRK HUF IDR ILS"
    " INR ISK JOD JPY KES KRW KWD KZT LKR MAD MXN MYR NGN NOK NPR NZD OMR PEN PKR PLN QAR RON RSD RUB SAR"
    " SEK SGD THB TND TRY TWD UAH UGX USD UYU VND XAF XBT XOF ZAR".split()
)
"""Currency codes of ISO 4217 that are read in texts; the rarer ones are also words in capitals."""

CODES_BEFORE: Final[Mapping[str, str]] = {
    "rs": "INR", "rs.": "INR", "re.": "INR", "rm": "MYR", "rmb": "CNY", "kr": "kr", "kr.": "kr", "fr.": "CHF",
    "sfr.": "CHF", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "inr": "INR", "jpy": "JPY", "cad": "CAD",
    "aud": "AUD", "pln": "PLN", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "cny": "CNY", "rp": "IDR", "rp.": "IDR",
}  # fmt: skip
"""Other codes and abbreviations that stand before an amount."""

PHRASES: Final[Mapping[str, str]] = {
    phrase.strip(): unit
    for unit, phrases in {
        PERCENT: "percent, per cent, percents, pct, prozent, prozentig, prozentige, procent, procenta,"
        " procentų, proc, por ciento, por cento, pour cent, per cento, процент, процента, процентов, yüzde, prosent",
        PERCENTAGE_POINTS: "p.p, percentage point, percentage points, percent point, percent points, per cent"
        " points, per centage points, pp, ppt, ppts, pct points, pct pts, prozentpunkt, prozentpunkte,"
        " prozentpunkten, points de pourcentage, point de pourcentage, puntos porcentuales, punti percentuali,"
        " pontos percentuais, procentenheter, punkty procentowe, punktów procentowych, procentpoint,"
        " procentpunten",
        BASIS_POINTS: "bp, bps, basis point, basis points, basispunkt, basispunkte, basispunkten, points de"
        " base, puntos básicos, punti base",
        "permille": "per mille, per mil, permille, per mill, promille",
        "USD": "dollar, dollars, us dollar, us dollars, u.s dollar, u.s dollars, american dollars, bucks, dólares,"
        " dolares, dollari, dolarów, dollars américains",
        "CAD": "canadian dollar, canadian dollars",
        "AUD": "australian dollar, australian dollars",
        "NZD": "new zealand dollar, new zealand dollars",
        "HKD": "hong kong dollar, hong kong dollars",
        "SGD": "singapore dollar, singapore dollars",
        "EUR": "euro, euros, euron, евро",
        "GBP": "pound, pounds, quid, pounds sterling, pound sterling, british pounds",
        "JPY": "yen",
        "CNY": "yuan, renminbi, rmb, chinese yuan",
        "INR": "rupee, rupees, indian rupees, rs",
        "CHF": "franken, swiss franc, swiss francs, francs suisses",
        "PLN": "zł, złoty, złotych, zloty, zlotys, zlotych",
        "CZK": "kč, koruna, korun",
        "RUB": "rouble, roubles, ruble, rubles, руб, рублей, рубля",
        "SEK": "swedish krona, swedish kronor, svenska kronor",
        "NOK": "norwegian kroner, norske kroner",
        "DKK": "danish kroner, danske kroner",
        "kr": "kr, krona, kronor, kroner, krone",
        "BRL": "reais",
        "MXN": "pesos, peso, mexican pesos",
        "TRY": "tl, türk lirası",
        "ILS": "shekel, shekels",
        "THB": "baht",
        "MYR": "ringgit",
    }.items()
    for phrase in phrases.split(",")
}
"""Units written in words."""

GROUPED_BY_DOT: Final = frozenset("kr DKK NOK SEK BRL IDR VND TRY CLP COP ARS CZK HUF PLN".split())
"""Currencies of countries that part thousands by dots or spaces: nobody writes ``kr. 1.250`` for 1.25."""

PHRASE_STARTS: Final = frozenset(phrase.split()[0] for phrase in PHRASES)
LOWER_CODES: Final = frozenset("usd eur gbp chf jpy inr cad aud pln sek nok dkk cny rmb".split())
"""Codes that people also write small behind an amount."""

ABBREVIATIONS: Final = frozenset(
    "mio mrd mia mln mld mn bn tsd tys tis mill mil md mds тыс млн млрд трлн руб rs kr pct p.p proc".split()
)
"""Words whose full stop does not end the sentence."""

UNITS_ACCEPTED: Final[Mapping[str, frozenset[str]]] = {
    "JPY": frozenset({"JPY", "¥"}),
    "CNY": frozenset({"CNY", "CNH", "¥"}),
    "¥": frozenset({"JPY", "CNY", "¥"}),
    "SEK": frozenset({"SEK", "kr"}),
    "NOK": frozenset({"NOK", "kr"}),
    "DKK": frozenset({"DKK", "kr"}),
    "ISK": frozenset({"ISK", "kr"}),
    "kr": frozenset({"SEK", "NOK", "DKK", "ISK", "kr"}),
}
"""For a currency that shares its sign with others, what a figure may be read as to count as that currency."""

MEASURES: Final = frozenset(
    "mg g kg t l ml cl dl km m cm mm nm µm ft in mi yd lb lbs oz h hr hrs min mins s sec secs ms ns µs us d w"
    " wk y yr yrs mo mb gb tb pb kb kib mib gib tib bit bits byte bytes mbps gbps kbps hz khz mhz ghz w kw mw"
    " gw wh kwh mwh gwh twh v mv kv a ma mah ah pa kpa hpa mpa bar j kj mj kcal cal n kn nm c f px pt em rem vh"
    " vw dpi fps rpm mph kmh ppm ppb x pcs ct st ha sqft bps dbm db mm² m² m³ cm³ ° deg rad lm lx cd mol μm μs mp"
    " hp btu iu va kva mva tops tflops gflops qps rps tps teu boe".split()
)
"""Units of measure, small, that may be glued to a figure in whatever case."""
