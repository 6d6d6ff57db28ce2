"""Documents to send: written for the tests, every sentence distinct."""

from tests.support.extractors.pdf_maker import make_pdf

LIGHTHOUSE_PAGES = (
    (
        "# The lighthouse of Vargholm",
        "The lighthouse of Vargholm was built in 1871 by the engineer Hedda Lindqvist. It stands "
        "on a rock of red granite at the mouth of the fjord, and its tower is forty-one metres "
        "high. The walls are two metres thick at the foot and were painted white and green.",
    ),
    (
        "# The lamp",
        "The lamp burned whale oil until 1903, then petroleum, and since 1959 it has been "
        "electric. Its lens was ground in Paris and weighs nine hundred kilograms. The light "
        "can be seen at a distance of twenty-three nautical miles in clear weather.",
    ),
    (
        "# The keepers",
        "The last keeper, Osvald Brekke, left the island in November 1988 together with his goat. "
        "He had served for thirty-four years and had rescued sixteen people from the sea. Since "
        "then the light has been watched from the mainland by two technicians.",
    ),
)
LIGHTHOUSE = ("lighthouse.pdf", make_pdf(LIGHTHOUSE_PAGES, title="The lighthouse of Vargholm"))

FERRY_PAGES = (
    (
        "# The ferry to Skarvholm",
        "The ferry to Skarvholm has crossed the sound since 1926 and takes forty passengers. Its "
        "engine was built in Bergen by the brothers Nygaard and burns eleven litres of diesel an "
        "hour. The crossing takes twenty-five minutes when the sea is calm, and in a storm the",
    ),
    (
        "skipper waits in the bay until it is over. Before the ferry leaves, the deckhand Solveig "
        "Aas blows the horn twice and counts the passengers aloud. A ticket costs sixty crowns "
        "and is punched with a hole in the shape of a fish.",
    ),
)
# One paragraph, of several chunks, that goes on overleaf.
FERRY = ("ferry.pdf", make_pdf(FERRY_PAGES, title="The ferry to Skarvholm"))

CHEESE = (
    "cheese.md",
    b"""# Making goat cheese

Goat cheese is made in the dairy behind the barn, by whoever has washed their hands.

## Curdling

Warm twelve litres of goat milk to 31 degrees and stir in half a teaspoon of rennet. After
forty minutes the curd is firm; cut it into cubes as large as hazelnuts.

## Salting

The cheeses lie in a brine of eighteen percent salt for six hours and are turned once.
""",
)

BEES_TEXT = """Пасека на южном склоне

Пасека основана в 1964 году агрономом Верой Стрижовой. Сейчас на южном склоне стоят двадцать \
семь ульев, и каждый из них покрашен в свой цвет, чтобы пчёлы не путали дом.

Мёд качают дважды за лето: в конце июня липовый, в середине августа гречишный. С одного улья \
получают в среднем девятнадцать килограммов мёда за сезон.

Осенью пасечник Захар Мельник утепляет ульи камышовыми матами. Зимовник открывают только при \
температуре выше восьми градусов тепла.
"""
BEES = ("bees.txt", BEES_TEXT.encode("cp1251"))

MILL_PAGE = """<!doctype html><html lang="en"><head><title>The water mill at Orrefors</title>
</head><body><nav><a href="/">Home</a> <a href="/news">News</a></nav><article>
<h1>The water mill at Orrefors</h1>
<p>The water mill at Orrefors has ground rye since 1742. Its wheel is six metres wide and turns
eleven times a minute when the brook is full in April, and not at all in a dry August.</p>
<p>The miller Astrid Falk grinds four tonnes of flour a month and sells it in paper bags of two
kilograms at the window of the mill on Saturday mornings.</p>
</article><footer>Was this page helpful? Back to top</footer></body></html>"""

CAPTIONS = tuple(
    (text, 5.0 * n, 5.0)
    for n, text in enumerate(
        (
            "Welcome to this short film about the tuning of church organs.",
            "Every organ pipe has a small slider of tin at its upper end.",
            "Push the slider down and the tone of the pipe becomes higher.",
            "The tuner Mirela Costin works at night, when the church is quiet.",
            "She needs eleven nights for the two thousand pipes of this organ.",
            "Warm air makes all of the pipes sound sharp at the same time.",
        )
    )
)


SAFE = (
    "safe.txt",
    b"The code of the safe in the office of the harbour master is 7391, and the key of the "
    b"archive hangs behind the portrait of the founder.",
)


def prose(subject: str, sentences: int) -> str:
    """Write paragraphs of eight sentences each about a subject, every sentence of its own."""
    parts = [
        f"The {subject} with number {n} was seen by keeper {chr(65 + n % 26)}. Holm on day {n * 7}"
        f" and it carried {n * 3 + 1} marks of blue paint on its left side."
        for n in range(1, sentences + 1)
    ]
    return "\n\n".join(" ".join(parts[at : at + 8]) for at in range(0, sentences, 8))
