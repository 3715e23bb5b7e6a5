"""Words by which the digits beside them are told from quantities. Lower case unless said otherwise."""

# ruff: noqa: SIM905 (long tables of words are easier to read and to extend as text)
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evals.checks.figures.figure import Kind

LABELS: Final[Mapping[str, Kind]] = {
    word: kind
    for kind, words in {
        Kind.SECTION: "section sections sec secs § §§ item items note notes page pages p pp pg chapter chapters"
        " ch article articles art paragraph paragraphs para clause clauses figure figures fig figs table tables"
        " appendix annex exhibit schedule step steps part parts volume vol line lines row column slide slides"
        " question scenario phase stage tier severity sev priority level grade type category round day example"
        " option footnote fn verse act scene lesson module unit principle requirement rule amendment title"
        " subsection recital recitals abschnitt kapitel seite tabelle abbildung artikel absatz página pagina"
        " capítulo artículo sección tabla chapitre tableau étape strona rozdział eq eqn equation equations",
        Kind.REFERENCE: "source sources doc docs document documents reference references ref refs passage"
        " context chunk citation cite quelle",
        Kind.PERIOD: "quarter q fy week wk sprint cw kw",
        Kind.VERSION: "version versions ver v release releases revision rev build",
        Kind.IDENTIFIER: "ticket issue incident id ids no nr № n° nº pr room gate flight invoice order"
        " account po rfc iso iec ieee nist ifrs ias asc sfas din extension ext pin zip"
        " postcode serial sku isbn case model series route highway interstate area apollo formula channel"
        " platform terminal building apartment apt suite form regulation directive resolution law bus covid"
        " catch bug commit job task run epic phone tel fax call dial hotline lot batch op",
    }.items()
    for word in words.split()
}
"""What the number behind such a word is."""

DOTTED_LABELS: Final = frozenset(
    "section sections sec secs § §§ item items note notes chapter chapters ch article articles art paragraph"
    " paragraphs para clause clauses figure figures fig figs table tables appendix annex exhibit schedule"
    " subsection eq eqn equation rule abschnitt kapitel tabelle abbildung artikel sección chapitre version versions ver"
    " v release releases revision rev build requirement example no room".split()
)
"""Labels whose numbers may hold a point, as ``section 7.1``."""

SHORTENED_LABELS: Final = frozenset(
    "sec secs p pp pg ch art para fig figs eq eqn doc docs vol fn ref refs ver v rev no nr ext tel apt wk op".split()
)
"""Labels that are abbreviations, so that a full stop may follow them."""

COLON_LABELS: Final = frozenset(
    "id ids ticket issue incident invoice order account po room flight phone tel fax zip postcode pin"
    " serial sku isbn case page version build".split()
)
"""Labels that a colon may part from their number: ``Ticket: 2041``."""

COMMON_LABELS: Final = frozenset(
    "case model series route form channel platform building order account code type level unit day act title"
    " part task run job status call error bus gate room law batch lot line rule option question item issue"
    " error class round grade row release build document source dial week question stage phase step schedule"
    " example".split()
)
"""Labels that are common words: small and before something countable they are none (``run 5 tests``)."""

LABELLING_VERBS: Final = frozenset("we i they you will would can could must should also please".split())
"""Words that make a verb of the label after them: ``we note 12 changes``."""

PRODUCTS: Final = frozenset(
    "windows linux android debian fedora centos javascript typescript node ruby rails perl django react angular vue"
    " mariadb kubernetes spark numpy pandas claude gemini mistral grok qwen deepseek phi gemma opus sonnet"
    " haiku galaxy pixel xbox playstation thinkpad airpods macbook boeing airbus falcon office excel chrome"
    " firefox safari hdmi pcie ddr oauth fortune ftse cac dax nasdaq russell nikkei stoxx asx ibex rtx gtx"
    " geforce radeon ryzen snapdragon industry agenda microsoft surface vision photoshop tomcat swift kotlin"
    " rust elasticsearch mongodb terraform ansible openssl nginx fahrenheit maroon web".split()
)
"""Names that a number follows as a part of them, when they are capitalised."""

SMALL_PRODUCTS: Final = frozenset(
    "iphone ipad ios ipados macos watchos python java php postgres postgresql mysql redis kafka nodejs node.js"
    " gpt chatgpt llama html css usb tls ssl wifi wi-fi bluetooth cuda ubuntu s&p".split()
)
"""Such names in whatever case."""

MODEL_SUFFIXES: Final = frozenset("Pro Max Ultra Plus Mini Turbo Lite SE XL Air Opus Sonnet Haiku Flash".split())
"""What follows the number in the name of a product."""

MONTHS: Final = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun"
    " jul aug sep sept oct nov dec januar jänner februar märz mai juni juli oktober dezember dez okt janvier"
    " février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo"
    " junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio"
    " settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro"
    " stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
    " januari februari maart mei augustus января февраля марта апреля мая июня июля августа сентября октября"
    " ноября декабря".split()
)
"""Names of months; ``WORDS_TOO`` are words as well."""
WORDS_TOO: Final = frozenset("may march mar".split())

YEAR_CUES: Final = frozenset(
    "in since until till during before after from to through by year years fiscal calendar early late mid"
    " spring summer autumn fall winter circa between and of for en im seit bis jahr año rok class vintage"
    " season founded established copyright © anno compared versus vs".split()
)
"""Words after which a four-digit number is a year even when a noun in the plural follows."""

PLAIN_YEAR_CUES: Final = frozenset(("in", "since", "until", "till", "during", "by", "year", "years", "fiscal"))
"""Words after which it is one even when something that is counted all the time follows."""

STRONG_YEAR_CUES: Final = frozenset("in since circa year anno until im seit jahr en año".split())
"""Words after which a number from 1000 to 1899 is a year when nothing countable follows."""

COUNT_CUES: Final = frozenset(
    "than least most nearly almost approximately roughly exactly totalling totaling total totals counts count"
    " scored totalled totaled sold shipped hired employs employed holds contains counted weighs".split()
)
"""Words after which a four-digit number is a count."""

COUNTED: Final = frozenset(
    "units people persons users customers employees items tickets tokens words characters rows records students"
    " patients books copies cars vehicles homes rooms beds seats shares votes members visitors visits downloads"
    " installs orders calories kcal steps miles kilometers kilometres meters metres feet hours minutes seconds"
    " days weeks months times points parameters samples servers instances requests queries messages documents"
    " files pages lines stores branches jobs workers staff participants respondents responses answers questions"
    " tests entries pieces km kg mb gb ms mg grams litres liters gallons barrels tons tonnes watts volts bytes"
    " bits pixels rpm cc mah kwh mw".split()
)
"""Nouns that count what stands before them."""

UNCOUNTED: Final = frozenset(
    "sales results earnings revenues figures levels profits costs estimates elections olympics games goals"
    " targets taxes reports forecasts budgets numbers prices accounts statements models editions awards finals"
    " guidelines rules was is has as its does this plus versus focus census status thus across previous various"
    " less unless towards describes shows covers says lists explains contains gives sets defines states deals"
    " applies requires means".split()
)
"""Words in s that count nothing."""

DETERMINERS: Final = frozenset("the our their its his her my your this that these those a an".split())
DECADE_CUES: Final = frozenset("the his her their my our your mid early late".split())

JOINABLE: Final = frozenset(
    "sub mid top near under over pre post non plus ex all max min circa about early late".split()
)
"""Words that a hyphen joins to a figure without making a name of both."""

ORDINAL_ENDINGS: Final = frozenset("st nd rd th er ère ere ème eme e è º ª o de ste й я е го".split())
