"""A corpus of three articles, in English and in Russian, as files in SQuAD's JSON."""

import json
from pathlib import Path
from typing import Any

Asked = tuple[str, str, str]  # question in English, the same in Russian, answer
ARTICLES: tuple[tuple[str, tuple[tuple[str, Asked], ...]], ...] = (
    (
        "Harvel_lighthouse",
        (
            (
                "The lighthouse at Harvel was lit for the first time in 1874. Its lamp burned "
                "rapeseed oil until the keepers received an electric arc in 1911.",
                (
                    "What did the lamp of the lighthouse burn at first?",
                    "Чем сначала питалась лампа маяка?",
                    "rapeseed oil",
                ),
            ),
            (
                "Three keepers lived on the rock with their families. The school boat took nine "
                "children across the sound each Monday and brought them home on Friday.",
                (
                    "On which day did the children come home from school?",
                    "В какой день дети возвращались из школы?",
                    "Friday",
                ),
            ),
            (
                "In the storm of 1926 a wave broke the windows of the gallery, forty metres above "
                "the sea. Nobody was hurt, but the fog horn stayed silent for eleven days.",
                (
                    "How long was the fog horn out of use after the storm?",
                    "Сколько дней не работал туманный горн после шторма?",
                    "eleven days",
                ),
            ),
        ),
    ),
    (
        "Sourdough bread",
        (
            (
                "A sourdough starter is flour and water in which wild yeast has settled. It is fed "
                "every evening, and half of it is thrown away before each feeding.",
                (
                    "How often is a sourdough starter fed?",
                    "Как часто подкармливают закваску?",
                    "every evening",
                ),
            ),
            (
                "The loaf goes into a cast iron pot that has been heated to 250 degrees. The lid "
                "comes off after twenty minutes, so that the crust can darken.",
                (
                    "When does the lid come off the pot?",
                    "Когда с чугунного горшка снимают крышку?",
                    "after twenty minutes",
                ),
            ),
        ),
    ),
    (
        "Narrow gauge railway",
        (
            (
                "The railway through the Ilm valley carried slate from the quarries to the port. "
                "Its rails stood only 610 millimetres apart.",
                (
                    "How far apart were the rails in the Ilm valley?",
                    "Каким было расстояние между рельсами в долине Ильма?",
                    "610 millimetres",
                ),
            ),
            (
                "The last train ran in 1958. Volunteers bought two engines and the upper station, "
                "and since 1983 they have taken visitors up to the old quarry.",
                (
                    "Who bought the engines of the railway?",
                    "Кто купил паровозы узкоколейки?",
                    "Volunteers",
                ),
            ),
        ),
    ),
)


def squad(language: str) -> dict[str, Any]:
    """Return the file's value; paragraphs and answers are English in both languages."""
    return {
        "version": "1.1",
        "data": [
            {
                "title": title,
                "paragraphs": [
                    {
                        "context": context,
                        "qas": [
                            {
                                "id": f"{title}-{idx}",
                                "question": asked[0] if language == "en" else asked[1],
                                "answers": [
                                    {"text": asked[2], "answer_start": context.index(asked[2])}
                                ],
                            }
                        ],
                    }
                    for idx, (context, asked) in enumerate(paragraphs)
                ],
            }
            for title, paragraphs in ARTICLES
        ],
    }


def write(folder: Path, language: str = "en", content: object = None) -> Path:
    """Write the corpus, or other content, to a file of its own."""
    file = folder / f"{language}.json"
    text = json.dumps(content if content is not None else squad(language), ensure_ascii=False)
    file.write_text(text, encoding="utf-8")
    return file
