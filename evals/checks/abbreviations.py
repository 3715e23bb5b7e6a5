"""Words with a full stop that does not end a sentence, and the words around them that decide; data only.

All entries are folded and without their last full stop.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_LAST: Final = _words("""
    mr mrs ms messrs dr prof gen col lt sgt capt cmdr rev hon gov sen rep pres mt
    e.g i.e eg ie vs viz cf approx resp incl excl esp
    hr fr frau frl ing dipl dott dott.ssa sig sig.ra mme mlle mgr sr sra srta dra exmo exma dhr mevr mw sn
    z.b d.h u.a z.t s.o s.u bzw ca inkl exkl zzgl ggf evtl vgl sog bes
    p.ex c.-à-d p.ej pág núm aprox ud uds
    bijv bv d.w.z o.a m.b.t m.i.v t.a.v t.o.v evt
    np tzn tj m.in ul inż mgr św
    esim mm ns nk tk t.ex bl.a d.v.s dvs f.eks bl.a.d t.esim
    т.е т.д напр др ул
    örn yy
""")
"""A title or a connective: something always follows it."""

BEFORE_NUMBER: Final = _words("""
    no nos nr nrs fig figs p pp pg eq eqs sec sect ch chap vol vols art arts app ex ref tab para par ver v pt bd
    abb abs abschn kap s ss st str pos ziff tz rn anm
    n núm cap pág págs pag pagg apt num fasc t
    blz hfdst afb
    rozdz pkt ust poz rys godz r ok env
    sid kap kpl luku s. str. č čl obr
    max min avg vers op cl ann
    jan feb mar apr jun jul aug sep sept oct nov dec
    febr okt dez mai juin juil août janv févr avr déc ene abr ago set dic gen mag giu lug ott
    tel ext rs
""")
"""Followed by a number (or a Roman numeral), the stop belongs to the word."""

NAME_ENDINGS: Final = _words("""
    inc corp ltd co llc plc bros jr cie ca.ltd
    etc al ca.etc usw ecc itp itd enz osv jne vb
    mrd mio tsd mln mld bn mn
    ft ave blvd rd dept univ assn est
    u.s u.s.a u.k e.u u.n d.c l.a n.y ph.d b.sc m.sc b.a m.a m.b.a m.d a.m p.m b.c a.d
    ee.uu s.a s.r.l s.p.a s.l b.v n.v a.s a.ş e.v g.m.b.h
""")
"""They end a sentence only when a new clause follows. Any word of single letters with stops is treated alike."""

COLLOCATES: Final = _words("""
    government treasury congress senate president army navy supreme department federal census dollar dollars bank
    steel house constitution military marines embassy attorney district court patent food securities postal
    geological open state states senator representative ambassador citizen citizens customs immigration tax gaap
    eastern central mountain pacific est edt cst cdt mst mdt pst pdt gmt utc cet cest bst
    monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december
    gov't prime minister parliament
    kg kgaa ohg
""")
"""Capitalised words that belong to a shortened word before them: ``U.S. Treasury yields``, ``5 p.m. Eastern time``."""

STARTERS: Final = _words("""
    the a an it its he she they we you i this that these those there here in on at by for from of to with as if when
    while although however but and or so then thus also all both each every no not some many most more what which who
    where why how our your their his her my please after before since because until unless under over between
    another other such one two three first second third next last finally overall additionally moreover furthermore
    meanwhile instead today yesterday tomorrow now later earlier recently currently yes
    der die das ein eine es er sie wir im in am bei für mit nach und aber
    le la les un une il elle ils nous en au dans pour avec et mais
    el los las una en con para por y pero se
    lo gli uno nel con per e ma
    de het een dat dit hij zij wij op met voor en maar
    w na z do to jest i ale
""")
"""Words that begin a new sentence rather than go on with a name."""

LETTERED: Final = _words("""
    option answer choice choose chose pick picked select selected plan class grade type group vitamin appendix section
    part step phase variant version exhibit schedule team tier zone building gate line room column hepatitis letter
    category level model series item point figure table unit terminal block wing site plant hall lot box annex route
    antwort typ klasse gruppe plan anhang teil réponse groupe plan annexe opción respuesta grupo opção resposta
    opzione risposta gruppo optie antwoord opcja odpowiedź grupa
""")
"""Before a single capital: the letter is a name of its own (``option B.``), not an initial."""

FINITE: Final = _words("""
    is are was were has have had will would can could may might must shall should does did do rose fell grew
    came went gave took led made said says shows showed remains remained became becomes
    ist sind war waren hat haben wird est sont était a ont será es son era ha sono è jest są był was werd zijn
""")
"""Verbs that tell a new clause from the rest of a name: ``B. NVIDIA was`` against ``J. Smith``."""

PREPOSITIONS: Final = _words("""
    in at on by from since until till after before around about during for to within as circa
    um am im ab seit bis vor nach à en depuis avant après dès a las desde hasta antes
""")
"""They open a phrase of time or place, which is no sentence of its own."""

SUFFIXES: Final = _words("com org net io ai co edu gov eu de fr js ts py md pdf csv json yaml txt doc docx xlsx")
"""Ends of addresses and file names: ``Node.JS``, ``Booking.Com``."""

ORDINAL_NOUNS: Final = _words("""
    januar jänner februar märz april mai juni juli august september oktober november dezember
    quartal halbjahr jahrhundert platz stock klasse tag woche monat jahr mal auflage kapitel abschnitt etage rang
    weltkrieg geburtstag stelle teil spieltag
""")
"""German nouns after an ordinal written as a figure with a full stop."""
