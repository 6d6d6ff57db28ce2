"""Words: what a text is about, roughly, in any script, for lexical evidence."""

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1780-\u17ff]")
_STEM = 5
_EMPTY = """
    a an the and or but of in on at to for from by with as is are was were be been being it its
    this that these those there which who whom whose what when where why how many much do does
    did has have had can could will would shall should may might not no than then so if into
    about over under between after before during also such their his her our your my i you he
    she they we me him them us
    и или но а в во на с со к ко о об от до из за по под над при про для без через между
    не ни же ли бы то это этот эта эти эту этого этой этих тот та те того той тех что чтобы как
    какой какая какое какие какого какую каких каким какова который которая которое которые
    которого которой которых кто кого кому чем чего чему где когда куда откуда почему зачем
    сколько есть был была было были быть будет будут его её ее их он она оно они мы вы я ты мне
    нам вам так там тут здесь уже ещё еще также если
"""
_FUNCTION_WORDS = frozenset(_EMPTY.split())


def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning.

    A stem is the first five letters, which serves inflected languages about as well as a
    stemmer does; scripts without spaces give pairs of letters instead.
    Source: McNamee & Mayfield 2004, "Character N-Gram Tokenization for European Language
    Text Retrieval".
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    stems: set[str] = set()
    for word in _WORD.findall(folded):
        if _UNSPACED.search(word):
            stems.update(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        elif word not in _FUNCTION_WORDS and (len(word) > 1 or word.isdigit()):
            stems.add(word if word.isdigit() else word[:_STEM])
    return frozenset(stems)


def word_weights(texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Weigh each word by how few of the texts hold it; a word of every text weighs little."""
    counts: dict[str, int] = {}
    total = 0
    for words in texts:
        total += 1
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    return {word: math.log(1.0 + total / count) for word, count in counts.items()}


def coverage(wanted: frozenset[str], held: frozenset[str], weights: Mapping[str, float]) -> float:
    """Return the share, 0..1, of the wanted words' weight that `held` holds.

    Words that have no weight (no text holds them) count as the heaviest that has.
    """
    heaviest = max(weights.values(), default=1.0)
    total = sum(weights.get(word, heaviest) for word in wanted)
    found = sum(weights.get(word, heaviest) for word in wanted & held)
    return found / total if total else 0.0


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the cosine of two bags of words, 0..1."""
    if not one or not other:
        return 0.0
    return len(one & other) / math.sqrt(len(one) * len(other))
