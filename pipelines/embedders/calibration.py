"""Find out what unrelated texts score under a model that nobody has measured.

Every model has its own zero: under some, two unrelated texts have a cosine of 0.1, under others
of 0.75. The floor is the median over pairs of a question and a passage that do not answer each
other, across subjects and two languages.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pipelines.embedders.tokens import PieceRarity
from pipelines.models.documents import FloatArray, TokenVectors
from pipelines.nodes.chunking.embedding_layout import quantize_rows, unit_rows
from pipelines.nodes.ranking.late_interaction import max_sim

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder, Reading, Side

_NO_OFFSETS = np.empty((0, 2), dtype=np.int32)
_HIGHEST = 0.95  # a model whose unrelated texts are closer than this tells nothing apart

# the passage of a row answers the question of the same row, and of no other
_PAIRS = (
    (
        "How long does bread dough have to rise?",
        "Cover the bowl with a cloth and leave the dough in a warm place for about two hours, "
        "until it has doubled in size. Then fold it, shape a loaf and let it rest again.",
    ),
    (
        "Кто построил первый мост через эту реку?",
        "Первый каменный мост был возведён в 1784 году по проекту городского архитектора. "
        "До этого жители переправлялись на плотах, а зимой ходили по льду.",
    ),
    (
        "What voltage does the pump motor need?",
        "The motor runs on 24 volts direct current and draws at most 3 amperes. Disconnect the "
        "supply before you open the housing, and check the fuse if the pump does not start.",
    ),
    (
        "Сколько дней отпуска положено сотруднику?",
        "Ежегодный оплачиваемый отпуск составляет 28 календарных дней. Его можно разделить на "
        "части, при этом одна из них должна быть не короче 14 дней.",
    ),
    (
        "Why do whales migrate to warmer seas in winter?",
        "Humpbacks leave their feeding grounds in autumn and swim thousands of kilometres to "
        "tropical waters, where their calves are born and lose less heat.",
    ),
    (
        "Какая команда выиграла чемпионат?",
        "В финале хозяева поля победили со счётом 3:1 и впервые за двадцать лет взяли кубок. "
        "Решающий гол был забит на последних минутах второго тайма.",
    ),
    (
        "Who wrote the opera and where was it first performed?",
        "The composer finished the score in three weeks; the first night in Milan was a failure, "
        "and only the second production made the work famous across Europe.",
    ),
    (
        "Как настроить резервное копирование базы данных?",
        "Добавьте задание в планировщик и укажите каталог для копий. Каждую ночь сервер снимает "
        "полную копию, а журнал изменений архивируется раз в пять минут.",
    ),
)


@dataclass(frozen=True, slots=True)
class Floors:
    """What unrelated texts score: `similarity` between embeddings, `max_sim` between tokens.

    Texts of two languages are further apart, so `similarity`, which only cuts noise before the
    reranker looks, is theirs.
    """

    similarity: float
    max_sim: float  # question and passage in one language
    max_sim_cross: float  # in two


def estimate_floors(encoder: "Encoder", rarity: PieceRarity) -> Floors:
    """Read sixteen short texts and take the median over the pairs that do not belong together."""
    questions = _read(encoder, [question for question, _ in _PAIRS], "query")
    passages = _read(encoder, [passage for _, passage in _PAIRS], "passage")
    stored = [TokenVectors(quantize_rows(p.tokens), _NO_OFFSETS) for p in passages]
    cosines = _sentences(questions) @ _sentences(passages).T
    weights = [rarity.weigh(encoder.text.tokenize(question).ids) for question, _ in _PAIRS]
    max_sims = np.stack(
        [
            max_sim(unit_rows(question.tokens), its, stored)
            for question, its in zip(questions, weights, strict=True)
        ]
    )
    apart = ~np.eye(len(_PAIRS), dtype=bool)
    numbers = np.arange(len(_PAIRS))
    crossing = (numbers[:, None] + numbers) % 2 == 1  # English and Russian take turns above
    return Floors(
        similarity=_floor(cosines[crossing]),
        max_sim=_floor(max_sims[apart & ~crossing]),
        max_sim_cross=_floor(max_sims[crossing]),
    )


def _read(encoder: "Encoder", texts: list[str], side: "Side") -> "list[Reading]":
    return encoder.read([encoder.text.tokenize(t).ids[: encoder.capacity] for t in texts], side)


def _sentences(readings: "list[Reading]") -> FloatArray:
    return unit_rows(np.stack([reading.sentence for reading in readings]))


def _floor(scores: FloatArray) -> float:
    return float(np.clip(np.median(scores), 0.0, _HIGHEST))
