"""Name the language of a text: by its letters where they tell, else with langdetect, seeded."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from langdetect import PROFILES_DIRECTORY, DetectorFactory, LangDetectException  # type: ignore[import-untyped]

UNKNOWN = "und"

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
# Address-like strings say nothing about the language around them.
_NOISE = re.compile(r"https?://\S+|\S+@\S+\.\S+|`[^`\n]*`")
_SCRIPTS = (
    ("cyrillic", re.compile("[\u0400-\u052f]")),
    ("latin", re.compile("[A-Za-z\u00aa-\u024f\u1e00-\u1eff]")),
    ("kana", re.compile("[\u3040-\u30ff]")),
    ("hangul", re.compile("[\u1100-\u11ff\uac00-\ud7af]")),
    ("han", re.compile("[\u3400-\u9fff]")),
)
_CYRILLIC_SHARE = 0.3  # a Russian question about an English term is Russian
_SHORT = 200  # letters; below this langdetect guesses more than it knows
_CYRILLIC_ENOUGH = 60
_SURE = 0.95
_SAMPLE = 1500
_NOT_LATIN = frozenset({"ru", "be", "bg", "mk", "uk", "kk", "el", "he", "ar", "ja", "ko", "zh"})
_SPOKEN = 2  # words written small, from which on a short text is more than a name
_SPEAKS_FOR = 0.15  # of all words are small ones of the language, and three times any other's

# Letters that tell a language from its neighbours.
_RUSSIAN_I = re.compile("[иИ]")  # Belarusian writes і, and ы, э, ё as Russian does
_CYRILLIC_SIGNS = (
    ("be", re.compile("[ўЎ]")),
    ("mk", re.compile("[ѓќѕЃЌЅ]")),
    ("sr", re.compile("[ђћџљњјЂЋЏЉЊЈ]")),
    ("uk", re.compile("[іїєґІЇЄҐ]")),
    ("bg", re.compile("[ъЪ](?![еёюяЕЁЮЯ])")),  # a vowel there, a sign before vowels in Russian
    ("ru", re.compile("[ыэёЫЭЁ]")),
)
# Written in Russian and Belarusian only: a soft sign before anything but о, adjectives like these.
# Bulgarian and Macedonian do without, and it is between those and Russian that langdetect errs.
_NOT_SOUTHERN = re.compile(r"ь(?!о)|(?:нн|ск|ов|ев|чн)ая\b", re.IGNORECASE)
_FREQUENT = {
    "en": "what who when where which how why is are was were do does did can could the of to in a "
    "an for and with on my i you we it this that many much should must hello hi thanks please list",
    "de": "was wer wann wo welche welcher welches wie warum ist sind war der die das den dem ein "
    "eine einen und mit für auf ich sie wir nicht viel viele kann muss hallo danke bitte von zu im",
    "fr": "que quoi qui quand où quel quelle quels quelles comment pourquoi combien est sont le la "
    "les un une des du et avec pour sur je vous nous il ce cette bonjour merci dans à au faut",
    "es": "qué quién cuándo dónde cuál cuáles cómo cuánto cuánta cuántos cuántas es son el la los "
    "las un una unos del y con para por en se hay hola gracias está que quien cuando donde como",
    "it": "che cosa chi quando dove quale quali come perché quanto quanta è sono il lo la gli le "
    "un una di e con per ciao grazie nel della si",
    "pt": "que quem quando onde qual quais como quanto quanta é são o a os as um uma do da e com "
    "para por em no na olá obrigado não",
    "nl": "wat wie wanneer waar welke hoe waarom is zijn de het een van en met voor op ik niet "
    "veel kan",
    "pl": "co kto kiedy gdzie jaki jaka jakie jak dlaczego ile jest są i z w na do nie się czy",
}
_LANGUAGES_OF = {
    word: frozenset(name for name, words in _FREQUENT.items() if word in words.split())
    for words in _FREQUENT.values()
    for word in words.split()
}


class LangdetectDetector:
    """Detects about 55 languages; the same text always gets the same answer.

    Args:
        default: for texts in Latin letters too short to tell.
    """

    def __init__(self, *, default: str = "en") -> None:
        self._default = default

    def detect(self, text: str, *, hint: str | None = None) -> str:
        """Return a two-letter code, or "und" when the text has no letters.

        Args:
            hint: what the text's surroundings are written in, believed when it is too short.
        """
        sample = _NOISE.sub(" ", _sample(text))
        letters = len(_LETTER.findall(sample))
        if letters == 0:
            return hint or self._default if _LETTER.search(text) else UNKNOWN
        script = _script(sample, letters)
        if script == "cyrillic":
            return _cyrillic(sample, letters, hint)
        if script == "latin" and letters < _SHORT:
            return self._latin(sample, hint)
        if script == "latin" and hint and _is_plainly(sample, hint):
            return hint
        own = {"kana": "ja", "hangul": "ko", "han": "zh"}.get(script)
        return own or _ask(sample)[0] or hint or self._default

    def _latin(self, sample: str, hint: str | None) -> str:
        """Decide a short text by its small words, and by letters only when those are sure."""
        words = _WORD.findall(sample)
        if hint in _NOT_LATIN and sum(map(_is_written_small, words)) >= _SPOKEN:
            hint = None  # nobody writes that in these letters; a name or a code tells nothing
        hits = _small_words(words)
        most = max(hits.values(), default=0)
        best = [name for name, count in hits.items() if count == most]
        if len(best) == 1:  # what the letters say would change nothing
            return best[0]
        guess, probability = _ask(sample)
        if best:
            return next((name for name in (guess, hint, self._default) if name in best), best[0])
        sure = (
            guess is not None and probability > _SURE and (len(words) > 2 or not sample.isascii())
        )
        return guess if guess and sure else hint or self._default


def _is_plainly(sample: str, language: str) -> bool:
    """Tell by its small words that a text is in this language: a tenth of what langdetect takes."""
    words = _WORD.findall(sample)
    hits = _small_words(words)
    own = hits.pop(language, 0)
    return own >= _SPEAKS_FOR * len(words) and own >= 3 * max(hits.values(), default=0)


def _is_written_small(word: str) -> bool:
    return word.islower() and len(word) > 1


def _small_words(words: Sequence[str]) -> Counter[str]:
    """Count the frequent words of each language."""
    hits: Counter[str] = Counter()
    for word in words:
        hits.update(_LANGUAGES_OF.get(word.lower(), ()))
    return hits


def _sample(text: str) -> str:
    """Take the beginning, the middle and the end of a long text."""
    if len(text) <= _SAMPLE:
        return text
    part, middle = _SAMPLE // 3, len(text) // 2
    return "\n".join((text[:part], text[middle : middle + part], text[-part:]))


def _script(sample: str, letters: int) -> str:
    counts = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS}
    if counts["cyrillic"] >= _CYRILLIC_SHARE * letters:
        return "cyrillic"
    if counts["kana"] and counts["kana"] + counts["han"] > letters / 2:
        return "kana"
    name = max(counts, key=lambda script: counts[script])
    return name if counts[name] > letters / 2 else "other"


def _cyrillic(sample: str, letters: int, hint: str | None) -> str:
    signs = {name: len(pattern.findall(sample)) for name, pattern in _CYRILLIC_SIGNS}
    if signs["uk"] and signs["ru"] and not _RUSSIAN_I.search(sample):
        return "be"
    strongest = max(signs, key=lambda language: signs[language])
    if signs[strongest]:
        return strongest
    guess, probability = _ask(sample)
    southern = guess in {"bg", "mk"} and not _NOT_SOUTHERN.search(sample)
    is_sure = probability > _SURE and letters > _CYRILLIC_ENOUGH
    if guess is not None and southern and is_sure:
        return guess
    return hint if hint in {"bg", "mk", "sr", "uk", "be"} else "ru"


def _ask(sample: str) -> tuple[str | None, float]:
    """Return langdetect's first guess as a two-letter code, and how probable it is."""
    detector = _factory().create()
    detector.append(sample)
    try:
        guesses = detector.get_probabilities()
    except LangDetectException:
        return None, 0.0
    return (str(guesses[0].lang)[:2], float(guesses[0].prob)) if guesses else (None, 0.0)


@cache
def _factory() -> DetectorFactory:
    factory = DetectorFactory()
    factory.load_profile(PROFILES_DIRECTORY)
    factory.seed = 0
    return factory
