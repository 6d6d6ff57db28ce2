"""The real words that `sentences.py` makes its sentences of.

Of each topic: who works there; what they do; the things there are, inanimate and in the plural,
whose accusative is their nominative in Russian.
"""

from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "ru"]
Words = tuple[str, str, str]

TOPICS: tuple[dict[Language, Words], ...] = (
    {
        "en": (
            "keeper, lighthouse mechanic",
            "polishes, lights, repairs",
            "lamps, lenses, fog horns, stairs, oil tanks, signal flags, boats, railings",
        ),
        "ru": (
            "смотритель, механик маяка",
            "чистит, зажигает, чинит",
            "лампы, линзы, туманные горны, лестницы, баки с маслом, сигнальные флаги, лодки",
        ),
    },
    {
        "en": (
            "baker, pastry cook",
            "kneads, bakes, weighs",
            "loaves, buns, ovens, flour sacks, sourdough starters, cakes, baking trays, pots",
        ),
        "ru": (
            "пекарь, кондитер",
            "замешивает, печёт, взвешивает",
            "буханки, булки, печи, мешки с мукой, закваски, торты, противни, горшки",
        ),
    },
    {
        "en": (
            "engine driver, track inspector",
            "inspects, greases, couples",
            "rails, carriages, steam engines, switches, signals, sleepers, bridges, tunnels",
        ),
        "ru": (
            "машинист, обходчик путей",
            "осматривает, смазывает, сцепляет",
            "рельсы, вагоны, паровозы, стрелки, семафоры, шпалы, мосты, тоннели",
        ),
    },
    {
        "en": (
            "nurse, surgeon",
            "bandages, disinfects, examines",
            "wounds, syringes, stretchers, X-ray pictures, operating tables, medicines, splints",
        ),
        "ru": (
            "медсестра, хирург",
            "перевязывает, обеззараживает, осматривает",
            "раны, шприцы, носилки, рентгеновские снимки, операционные столы, лекарства, шины",
        ),
    },
    {
        "en": (
            "bee keeper, gardener",
            "waters, prunes, harvests",
            "hives, honeycombs, apple trees, flower beds, greenhouses, seeds, hedges, ponds",
        ),
        "ru": (
            "пасечник, садовник",
            "поливает, подрезает, собирает",
            "ульи, соты, яблони, клумбы, теплицы, семена, живые изгороди, пруды",
        ),
    },
    {
        "en": (
            "accountant, auditor",
            "books, checks, signs",
            "invoices, ledgers, tax returns, salaries, bank transfers, receipts, loans, budgets",
        ),
        "ru": (
            "бухгалтер, ревизор",
            "проводит, сверяет, подписывает",
            "счета, ведомости, налоговые декларации, зарплаты, банковские переводы, кредиты",
        ),
    },
    {
        "en": (
            "programmer, network administrator",
            "restarts, tests, installs",
            "servers, databases, passwords, backups, firewalls, compilers, log files, routers",
        ),
        "ru": (
            "программист, сетевой администратор",
            "перезапускает, тестирует, устанавливает",
            "серверы, базы данных, пароли, резервные копии, сетевые экраны, маршрутизаторы",
        ),
    },
    {
        "en": (
            "astronomer, telescope operator",
            "observes, photographs, measures",
            "comets, galaxies, telescopes, mirrors, star charts, eclipses, planets, spectra",
        ),
        "ru": (
            "астроном, оператор телескопа",
            "наблюдает, фотографирует, измеряет",
            "кометы, галактики, телескопы, зеркала, звёздные карты, затмения, спектры",
        ),
    },
    {
        "en": (
            "judge, notary",
            "certifies, rejects, reads",
            "contracts, wills, lawsuits, verdicts, complaints, patents, leases, witness reports",
        ),
        "ru": (
            "судья, нотариус",
            "заверяет, отклоняет, читает",
            "договоры, завещания, иски, приговоры, жалобы, патенты, протоколы допросов",
        ),
    },
    {
        "en": (
            "violin maker, conductor",
            "tunes, restores, rehearses",
            "violins, pianos, symphonies, scores, strings, organ pipes, choirs, concert halls",
        ),
        "ru": (
            "скрипичный мастер, дирижёр",
            "настраивает, реставрирует, репетирует",
            "скрипки, рояли, симфонии, партитуры, струны, органные трубы, концертные залы",
        ),
    },
    {
        "en": (
            "geologist, miner",
            "drills, samples, digs",
            "shafts, ores, fossils, drill cores, quarries, caves, minerals, coal seams",
        ),
        "ru": (
            "геолог, шахтёр",
            "бурит, исследует, раскапывает",
            "шахты, руды, окаменелости, керны, карьеры, пещеры, минералы, угольные пласты",
        ),
    },
    {
        "en": (
            "teacher, librarian",
            "explains, collects, lends",
            "textbooks, exams, essays, timetables, classrooms, dictionaries, shelves, lessons",
        ),
        "ru": (
            "учитель, библиотекарь",
            "объясняет, собирает, выдаёт",
            "учебники, экзамены, сочинения, расписания, классы, словари, книжные полки, уроки",
        ),
    },
)

FRAMES: dict[Language, tuple[str, ...]] = {
    "en": (
        "every {term} morning the {actor} of {name} {verb} {n1} and {n2} before breakfast.",
        "when {n1} fail, the {actor} {verb} {n2} first and calls {name} after {number} minutes.",
        "according to {code}, {n1} must not be kept next to {n2} or {term} {n3}.",
        "in {year} {name} bought {number} {n1}, and the old {n2} were given away with the {n3}.",
        "nobody but the {actor} may touch {n1} after the {term} test, as letter {code} says.",
        "it turned out that {n1} and {n2} last {number} percent longer where {term} {n3} are used.",
        "before you ask {name} for {n1}, look at {n2}, and wait until the {term} lamp goes out.",
        "the {actor} {verb} {n1} in the {term} room of {name}, beside the {n2} of the year {year}.",
    ),
    "ru": (
        "каждое утро {actor} из {name} {verb} {n1} и {n2}, а журнал хранит {term}.",
        "если {n1} вышли из строя, {actor} сначала {verb} {n2}, а через {number} минут звонит в "
        "{name}.",
        "согласно {code}, {n1} нельзя хранить там, где уже находятся {n2} или {n3} типа {term}.",
        "в {year} году {name} закупил {n1}, {number} штук, а старые {n2} и {n3} отдали даром.",
        "никто, кроме тех, кого назначил {actor}, не трогает {n1} после пробы {term}: {code}.",
        "оказалось, что {n1} и {n2} служат на {number} процентов дольше, чем {n3} марки {term}.",
        "прежде чем просить у {name} новые {n1}, проверьте {n2} и дождитесь сигнала {term}.",
        "{actor} {verb} {n1} в комнате {term} здания {name}, где с {year} года лежат {n2}.",
    ),
}

ASKED: dict[Language, tuple[str, ...]] = {
    "en": (
        "Who {verb} the {n1} at {name}?",
        "What has {name} decided about {n1} and {n2}?",
        "What does {code} say about {n1}?",
        "Why are {n1} kept apart from {n2} in the {term} department?",
        "How many {n1} were there in {year}, and what became of the {n2}?",
    ),
    "ru": (
        "Кто в {name} {verb} {n1}?",
        "Что решили в {name} про {n1} и {n2}?",
        "Что говорит {code} о том, как хранить {n1}?",
        "Почему {n1} держат отдельно от того места, где {n2} и {term}?",
        "Сколько штук {n1} было в {year} году и куда делись {n2}?",
    ),
}
