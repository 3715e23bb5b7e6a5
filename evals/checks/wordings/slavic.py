"""Wordings with which answers decline: Polish, Kashubian, Czech, Ukrainian and Russian; data only.

In the form that ``evals.checks.wordings.form`` reads, for folded text with straight apostrophes.
"""

from __future__ import annotations

from typing import Final

from evals.checks.wordings.form import Language, listed_patterns, words

LANGUAGES: Final[dict[str, Language]] = {
    "pl": Language(
        contrast=r"\b(?:ale|jednak|lecz|natomiast)\b",
        offers=r"\b(?:proszę|skontaktuj|mogę pomóc|możesz (?:zapytać|sprawdzić))\b",
        triggers=words("nie brak niewystarczające odmówić odmawiam trudno"),
        declines=listed_patterns(r"""
\bnie (?:mogę|możemy|potrafię|potrafimy|jestem w stanie|jesteśmy w stanie|umiem|
chcę)(?: \w+){0,4}? (?:odpowiedzieć|udzielić|pomóc|podać|określić|stwierdzić|potwierdzić|udostępnić|ustalić|
powiedzieć|znaleźć|zrobić|ujawnić|spełnić|zweryfikować|oszacować|wskazać)

\bnie (?:wiem|wiemy)\b

\bnie (?:mam|mamy|dysponuję|posiadam|dysponujemy)(?: \w+){0,3}? (?:informacji|danych|dostępu|odpowiedzi|wiedzy|
pojęcia)

\bnie (?:znajduję|znalazłem|znalazłam|widzę|znaleziono|podano|ma)(?: \w+){0,3}? (?:informacji|danych|odpowiedzi|
wzmianki|tego)\b

\b(?:dokument\w*|źród\w+|kontek\w+|tekst\w*|dane|danych|fragment\w*|materiał\w*|
stron\w*)\b[^.;:]{0,60}? nie (?:zawiera\w*|wspomina\w*|podaj\w*|określa\w*|wskazuj\w*|mówi\w*|ma\b|informuj\w*|
precyzuj\w*|odpowiada\w*|wynika)

\bnie (?:jest|są|został\w*) (?:\w+ )?(?:podan\w+|określon\w+|wspomnian\w+|wymienion\w+)

\bnie (?:jest|ma|znajduje się|występuje)\b[\w ]{0,30}? w (?:\w+ ){0,2}?(?:dokument\w*|źródł\w*|kontekście|tekście|
danych|materiałach)

\bbrak (?:\w+ )?(?:informacji|danych|odpowiedzi)|\bniewystarczając\w+ (?:informacj\w+|dan\w+)

\bnie (?:da się|można|sposób) (?:\w+ )?(?:określić|odpowiedzieć|ustalić|stwierdzić|powiedzieć)

\b(?:muszę|musimy) odmówić|\bodmawiam\b|\bwolę nie\b
"""),
        hedges=listed_patterns(r"""
\bnie (?:jestem|mam) (?:\w+ )?(?:pewien|pewna|pewności)\b|\btrudno powiedzieć\b
"""),
    ),
    "csb": Language(
        contrast=r"\b(?:ale|równak)\b",
        offers=r"\bproszã\b",
        triggers=words("nie ni brak felëje felô"),
        declines=listed_patterns(r"""
\b(?:nie|ni) (?:mògã|mògą|móga|mògãmë|możemë|móżemë)\b

\b(?:nie|ni) (?:wiém|wiem|wiémë)\b

\b(?:ni|nie) (?:móm|mómë|mô|ma)\b(?: \w+){0,3}? (?:infòrmacj\w*|informacj\w*|wiédz\w*|òdpòwiedz\w*|wëdowiédz\w*|
dónëch|tegò)

\b(?:dokùment\w*|dokùmeńt\w*|zdrzódł\w*|tekst\w*|kontekst\w*)\b[^.;:]{0,60}?\b(?:nie|ni)\b

\b(?:brak|felëje|felô)\b[^.;:]{0,20}\b(?:infòrmacj\w*|wëdowiédz\w*|dónëch)

\bni(?:e)? (?:je|są) (?:\w+ )?(?:pòdón\w+|wspòmnión\w+|napisón\w+)
"""),
    ),
    "cs": Language(
        contrast=r"\b(?:ale|však|nicméně)\b",
        offers=r"\b(?:prosím|kontaktujte)\b",
        triggers=words(
            "nemohu nemůžu nemůžeme nedokážu neumím nejsem nevím nevíme nemám nemáme nenašel nenašla není "
            "odmítnout odmítám neobsahuje neobsahují neuvádí neuvádějí nezmiňuje nezmiňují neříká neříkají"
        ),
        declines=listed_patterns(r"""
\bne(?:mohu|můžu|můžeme|dokážu|umím|jsem schopen|jsem schopna)\b

\bne(?:vím|víme)\b

\bne(?:mám|máme|našel jsem|našla jsem)(?: \w+){0,3}? (?:informac\w*|údaj\w*|přístup\w*|odpověď\w*|dat\w*)

\b(?:dokument\w*|zdroj\w*|kontext\w*|text\w*|podklad\w*)\b[^.;:]{0,60}? ne(?:obsahuj\w*|zmiňuj\w*|uvád\w+|říka\w*|
poskytuj\w*|odpovída\w*)

\bnení (?:\w+ )?(?:uveden\w*|zmíněn\w*|možné (?:určit|říci|odpovědět))|\bmusím odmítnout\b|\bodmítám\b
"""),
    ),
    "uk": Language(
        contrast=r"\b(?:але|проте|однак)\b",
        offers=r"\b(?:будь ласка|зверніться|зв'яжіться)\b",
        triggers=words("не немає нема недостатньо бракує неможливо відмовляюся мушу змушений змушена важко"),
        declines=listed_patterns(r"""
\bне (?:можу|можемо|зможу|в змозі|маю змоги|готовий|готова)(?: \w+){0,4}? (?:відповіст\w*|сказат\w*|надат\w*|
визначит\w*|допомогт\w*|підтвердит\w*|розкрит\w*|поділит\w*|знайт\w*|вказат\w*|дат\w*|назват\w*|повідомит\w*)

\bне (?:знаю|знаємо)\b

\bне (?:маю|маємо|володію|знайшов|знайшла|бачу)(?: \w+){0,3}? (?:інформаці\w*|дан\w*|доступу|відомост\w*|
відповід\w*)|\b(?:в|у) мене (?:немає|нема)\b

\b(?:документ\w*|джерел\w*|контекст\w*|текст\w*|дані|даних|матеріал\w*|уривк\w*|
сторінк\w*)\b[^.;:]{0,60}? (?:не (?:\w+ )?(?:міст\w+|згаду\w+|вказ\w+|зазнач\w+|нада\w+|відповіда\w+|говор\w+|
йдеться|повідомля\w+)|немає|нема)\b

\b(?:немає|нема|недостатньо|бракує)(?: \w+){0,2}? (?:інформації|даних|відповіді|відомостей)|\bне (?:вказано|
зазначено|згадано|згадується|вказується)\b

\bнеможливо (?:\w+ )?(?:визначити|відповісти|сказати|встановити)|\b(?:мушу|змушен\w+) відмов\w+|\bвідмовляюся\b
"""),
        hedges=listed_patterns(r"""
\bне (?:впевнен\w*|певен|певна)\b|\bважко сказати\b
"""),
    ),
    "ru": Language(
        contrast=r"\b(?:но|однако)\b",
        offers=r"\b(?:пожалуйста|обратитесь)\b",
        triggers=words(
            "не нет недостаточно отсутствует отсутствуют невозможно отказываюсь вынужден вынуждена трудно сложно"
        ),
        declines=listed_patterns(r"""
\bне (?:могу|можем|смогу|в состоянии|готов|готова)(?: \w+){0,4}? (?:ответит\w*|сказат\w*|предоставит\w*|
определит\w*|помоч\w*|подтвердит\w*|раскрыт\w*|поделит\w*|найт\w*|указат\w*|дат\w*|назват\w*|сообщит\w*)

\bне (?:знаю|знаем)\b

\bне (?:имею|имеем|обладаю|располагаю|нашел|нашла|вижу)(?: \w+){0,3}? (?:информаци\w*|данн\w*|доступ\w*|
сведени\w*|ответ\w*)|\bу меня нет\b

\b(?:документ\w*|источник\w*|контекст\w*|текст\w*|данные|данных|материал\w*|
отрывк\w*)\b[^.;:]{0,60}? (?:не (?:\w+ )?(?:содерж\w+|упомин\w+|указ\w+|предостав\w+|отвеча\w+|говор\w+|
сообща\w+)|нет)\b

\b(?:нет|недостаточно|отсутству\w+)(?: \w+){0,2}? (?:информаци[ия]|данных|ответа|сведений)|\bне (?:указано|указан|
упомянуто|упоминается)\b

\bневозможно (?:\w+ )?(?:определить|ответить|сказать|установить)|\b(?:вынужден\w*|должен|должна) отказ\w+|
\bотказываюсь\b
"""),
        hedges=listed_patterns(r"""
\bне увер\w+\b|\b(?:трудно|сложно) сказать\b
"""),
    ),
}
