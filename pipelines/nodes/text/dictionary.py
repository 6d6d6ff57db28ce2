"""Dictionary: English words for Russian ones and Russian for English, by what they are forms of.

What the lists of either language say comes first, then what the glossary takes for the same, then
the lists of the other language read backwards. What is said in several words has a list of its own.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import takewhile
from typing import TYPE_CHECKING

import simplemma

from pipelines.nodes.text.glossary import are_synonyms, entries
from pipelines.nodes.text.words import STEM_LETTERS, content_words, fold

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer

LANGUAGES = ("en", "ru")
_WORD = {"en": re.compile(r"[a-z'-]+"), "ru": re.compile(r"[а-я-]+")}
_NAMES = frozenset({"Name", "Surn", "Patr"})
_CASES_OF_PLACES = {  # by the preposition
    **dict.fromkeys(("в", "во", "на"), ("loct", "loc2")),
    **dict.fromkeys(("у", "возле", "около", "напротив"), ("gent",)),
    **dict.fromkeys(("под", "за", "над", "перед", "между"), ("ablt",)),
}
_CASES_OF_AIMS = {
    **dict.fromkeys(("в", "во", "на", "за", "под"), ("accs",)),
    **dict.fromkeys(("к", "ко"), ("datv",)),
}
_MOST_LIKELY, _AT_TIMES = 0.6, 0.2  # of how a word may be read
_NOT_COMMON = _NAMES | {"Geox", "Orgn", "Trad", "Abbr", "Init"}
_ALSO_OF = {"won": ("win",)}  # a currency first
_LATIN = ("en", "de", "es")
_FILES = {"en": "english.txt", "ru": "russian.txt"}
_TOLD_IN_ENGLISH = {"de": "german.txt", "es": "spanish.txt"}
_PHRASES = "phrases.txt"
_DOERS = ("щий", "щая", "щийся", "щаяся")
_LONGEST_ENDING = 4  # letters behind what forms of a long word share
_MEANT = 5  # translations of a word that it may mean
_PLURAL = {"en": (), "ru": ("ы", "и")}


def translations(word: str, language: str) -> tuple[str, ...]:
    """Return what says in a language what a word of the other says; the commonest meaning first.

    What takes several words comes last: "speech therapist" for «логопед».

    Args:
        language: of what is returned, one of LANGUAGES.
    """
    source = LANGUAGES[1 - LANGUAGES.index(language)]
    known, folded = _dictionary(source), fold(word)
    forms = dict.fromkeys((folded, *lemmas(folded, source)))
    in_one = (said for form in forms for said in known.get(form, ()))
    in_several = (said for form in forms for said in _phrases(source).get((form,), ()))
    return tuple(dict.fromkeys((*in_one, *in_several)))


def in_english(word: str, language: str) -> tuple[str, ...]:
    """Return what says in English what a word of German or Spanish says, in whatever form."""
    if language not in _TOLD_IN_ENGLISH:
        return ()
    folded = fold(word)
    forms = (folded, fold(simplemma.lemmatize(word, lang=language)))
    return next((said for form in forms if (said := _in_english(language).get(form))), ())


@cache
def _in_english(language: str) -> Mapping[str, tuple[str, ...]]:
    return {word: tuple(said) for word, said in _lines(_TOLD_IN_ENGLISH[language])}


def phrase_translations(words: Sequence[str], language: str) -> tuple[str, ...]:
    """Return what says in a language what several words of the other say together, in any forms.

    Args:
        language: of what is returned, one of LANGUAGES.
    """
    source = LANGUAGES[1 - LANGUAGES.index(language)]
    key = _key_of(words, source)
    return tuple(_phrases(source).get(key, ())) if len(key) > 1 else ()


@lru_cache(maxsize=20_000)
def says(word: str, other: str) -> bool:
    """Say whether a folded word, in any form, says in its language what one of the other says.

    Of what is listed in the plural it may be the genitive: «ласт» of «ласты».
    """
    language = _language_of(word)
    meant = translations(other, language)[:_MEANT]
    forms = {word, *lemmas(word, language), *(word + ending for ending in _PLURAL[language])}
    return _language_of(other) != language and not forms.isdisjoint(meant)


@lru_cache(maxsize=20_000)
def means(word: str, other: str) -> bool:
    """Say whether a folded word may mean what one of the other language says.

    By its stem, of which it is a form: straw is no strawberry, «клубника», though it begins so.
    """
    if says(word, other) or says(other, word):
        return True
    return are_synonyms(word, other, is_form=_is_form)


def _is_form(word: str, listed: str) -> bool:
    """Say whether words of a stem have a lemma in common, or long ones, and are not two nouns.

    «Плавательный» is of «плавание», and «верхом» of «верховой»; «четверть» is not of «четверг»,
    nor an orthopaedist an orthodontist.
    """
    language = _language_of(listed)
    one, other = lemmas(word, language), lemmas(listed, language)
    if word == listed or not set(one).isdisjoint(other):
        return True
    if part_of_speech(word) == part_of_speech(listed) == "NOUN" or _is_doer(one) or _is_doer(other):
        return False
    pairs = [(a, b) for a in one for b in other if _are_near(a, b)]
    if language == "en":  # no "county" of "country"
        pairs = [(a, b) for a, b in pairs if a[: STEM_LETTERS + 1] == b[: STEM_LETTERS + 1]]
    return bool(pairs)


def _is_doer(lemmas_of_word: Sequence[str]) -> bool:
    """Say whether a word calls somebody by what they do: «начинающий» is no form of a verb."""
    return lemmas_of_word[0].endswith(_DOERS) and lemmas_of_word[0] in _listed("ru")


def _are_near(one: str, other: str) -> bool:
    """Say whether of two long words one ends soon behind what both begin with."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    shared = sum(1 for _ in alike)
    shorter = min(len(one), len(other))
    return shorter > STEM_LETTERS and shorter - shared <= _LONGEST_ENDING


def _language_of(word: str) -> str:
    return "en" if word.isascii() else "ru"


def is_said_in_several(word: str, text: str) -> bool:
    """Say whether a text has all words of what says a word in several: "speech therapist".

    Args:
        word: folded, of the other language than the text.
    """
    language = LANGUAGES[1 - LANGUAGES.index(_language_of(word))]
    said = [one for one in translations(word, language) if " " in one]
    held = content_words(text) if said else frozenset()
    return any(content_words(one) <= held for one in said)


def is_known(word: str, language: str) -> bool:
    """Say whether a folded word, or what it is a form of, is in the lists of its language."""
    known = _dictionary(language)
    return any(form in known for form in (word, *lemmas(word, language)))


@lru_cache(maxsize=8192)
def lemmas(word: str, language: str) -> tuple[str, ...]:
    """Return what a folded word may be a form of, the likeliest first: «улей» of «ульев».

    Whoever is called by what they do, «начинающий», does not do it here.
    """
    if not _WORD[language].fullmatch(word):
        return (word,)
    if language == "ru":
        parses = _russian().parse(word)
        others = [parse for parse in parses if "actv" not in parse.tag]
        if any(fold(parse.normal_form) in _listed("ru") for parse in others):
            parses = others
        return tuple(dict.fromkeys(fold(parse.normal_form) for parse in parses))
    found = fold(simplemma.lemmatize(word, lang=language))
    return (found, *_ALSO_OF.get(found, ())) if language == "en" else (found,)


@lru_cache(maxsize=8192)
def told_of_one(infinitive: str) -> str:
    """Return a Russian verb as it is told of one who does or will do it: «работает», «закроет»."""
    verb = _russian().parse(infinitive)[0]
    said = verb.inflect({"3per", "sing"}) if verb.tag.POS == "INFN" else None
    return fold(said.word) if said is not None else infinitive


@lru_cache(maxsize=8192)
def is_counted(word: str) -> bool:
    """Say whether a folded Russian word may be a noun in the genitive plural: «квартир»."""
    if not _WORD["ru"].fullmatch(word):
        return False
    return any({"NOUN", "plur", "gent"} in parse.tag for parse in _russian().parse(word))


@lru_cache(maxsize=8192)
def is_one(word: str) -> bool:
    """Say whether a folded Russian word calls one thing, and counts none: «взнос», «детский»."""
    if not _WORD["ru"].fullmatch(word) or is_counted(word):
        return False
    tag = _russian().parse(word)[0].tag
    return tag.POS in ("NOUN", "ADJF") and {"sing", "nomn"} <= tag.grammemes


@lru_cache(maxsize=8192)
def is_plural(word: str) -> bool:
    """Say whether a folded English or Russian noun may call several things: "races", «гонки»."""
    if word.isascii():
        return word.endswith("s") and word not in lemmas(word, "en")[:1]
    parses = _russian().parse(word) if _WORD["ru"].fullmatch(word) else ()
    return any({"NOUN", "plur", "nomn"} in parse.tag for parse in parses)


@lru_cache(maxsize=8192)
def is_subject(word: str, *, ends: bool) -> bool:
    """Say whether a folded Russian word is a noun of which something is told.

    Args:
        ends: nothing stands behind it; so an adjective may be one: «выпускной».
    """
    if not _WORD["ru"].fullmatch(word):
        return False
    kinds = ("NOUN", "ADJF") if ends else ("NOUN",)
    tags = [parse.tag for parse in _russian().parse(word)]
    return tags[0].POS in kinds and any(tag.case == "nomn" for tag in tags)


@lru_cache(maxsize=8192)
def may_be_of_another(word: str) -> bool:
    """Say whether a folded word may say what a thing before it is of: «головы» of «мытья головы».

    A Russian one may that can be in the genitive; any word of another language may.
    """
    if not _WORD["ru"].fullmatch(word):
        return True
    return any(parse.tag.case in ("gent", "gen2") for parse in _russian().parse(word))


@lru_cache(maxsize=8192)
def part_of_speech(word: str) -> str:
    """Return what a folded Russian word likeliest is, by pymorphy's name: "NOUN"; else ""."""
    if not _WORD["ru"].fullmatch(word):
        return ""
    return str(_russian().parse(word)[0].tag.POS or "")


@lru_cache(maxsize=8192)
def may_be_noun(word: str) -> bool:
    """Say whether a folded Russian word may be a noun, if it rather is none: «чаем», «стали»."""
    known = _WORD["ru"].fullmatch(word) is not None
    return known and any(parse.tag.POS == "NOUN" for parse in _russian().parse(word))


@lru_cache(maxsize=8192)
def is_noun_alone(word: str) -> bool:
    """Say whether a folded Russian word is a noun and no verb, however it ends: «буфет»."""
    known = _WORD["ru"].fullmatch(word) is not None
    forms = {str(parse.tag.POS) for parse in _russian().parse(word)} if known else set[str]()
    return "NOUN" in forms and forms.isdisjoint({"VERB", "INFN"})


@lru_cache(maxsize=8192)
def may_be_adjective(word: str) -> bool:
    """Say whether a folded Russian word may be an adjective, if it rather is a surname."""
    known = _WORD["ru"].fullmatch(word) is not None
    return known and any(parse.tag.POS == "ADJF" for parse in _russian().parse(word))


@lru_cache(maxsize=8192)
def may_be_predicate(word: str) -> bool:
    """Say whether a folded Russian word likeliest tells what somebody or something does or is.

    No infinitive, imperative or "you" does: «отключат», «перенесена», «закрыт»; not «покажи».
    """
    if not _WORD["ru"].fullmatch(word):
        return False
    tag = _russian().parse(word)[0].tag
    is_verb = tag.POS == "VERB" and tag.mood == "indc" and tag.person in (None, "1per", "3per")
    return is_verb or tag.POS in ("PRTS", "ADJS") or word == "нельзя"


@lru_cache(maxsize=8192)
def is_said_of_you(word: str) -> bool:
    """Say whether a folded Russian verb tells what "you" do or will do: «работаете», «доставишь».

    No imperative does, which may be written alike: «скажите».
    """
    if not _WORD["ru"].fullmatch(word):
        return False
    tags = [parse.tag for parse in _russian().parse(word)]
    return all(tag.POS == "VERB" and tag.mood == "indc" and tag.person == "2per" for tag in tags)


@lru_cache(maxsize=8192)
def is_told_to_do(word: str) -> bool:
    """Say whether a folded Russian word tells whoever reads it what to do: «курите», «курить»."""
    if not _WORD["ru"].fullmatch(word):
        return False
    tags = [parse.tag for parse in _russian().parse(word)]
    return tags[0].POS == "INFN" or any(tag.mood == "impr" for tag in tags)


@lru_cache(maxsize=8192)
def is_infinitive(word: str) -> bool:
    """Say whether a folded word is the infinitive of a Russian verb: «курить»."""
    return bool(_WORD["ru"].fullmatch(word)) and _russian().parse(word)[0].tag.POS == "INFN"


@lru_cache(maxsize=8192)
def is_done_by_all(word: str) -> bool:
    """Say whether a folded Russian verb tells what people do, as rules have it: «не приносят»."""
    if not _WORD["ru"].fullmatch(word):
        return False
    tag = _russian().parse(word)[0].tag
    return (
        tag.POS == "VERB" and tag.person == "3per" and (tag.number, tag.tense) == ("plur", "pres")
    )


@lru_cache(maxsize=8192)
def is_common(word: str) -> bool:
    """Say whether a folded word is written small within a sentence: no name, no abbreviation."""
    if not _WORD["ru"].fullmatch(word):
        return simplemma.is_known(word, lang=_LATIN)
    parse = _russian().parse(word)[0]
    return _russian().word_is_known(word) and _NOT_COMMON.isdisjoint(parse.tag.grammemes)


@lru_cache(maxsize=8192)
def is_person(word: str) -> bool:
    """Say whether a folded Russian word is a noun that is said of people: «директор».

    What is as often a thing is none, though either he or she may be called so: a hat, «шляпа».
    """
    if not _WORD["ru"].fullmatch(word):
        return False
    nouns = [parse for parse in _russian().parse(word) if "NOUN" in parse.tag]
    thing = max((parse.score for parse in nouns if "inan" in parse.tag), default=0.0)
    return any(
        "anim" in parse.tag
        and not _NAMES & parse.tag.grammemes
        and ("ms-f" not in parse.tag or thing < parse.score)
        for parse in nouns
    )


@lru_cache(maxsize=8192)
def may_be_name(word: str) -> bool:
    """Say whether a folded Russian word is likeliest somebody's name: «павла», «дорохова»."""
    if not is_russian(word):
        return False
    parses = _russian().parse(word)
    named = sum(parse.score for parse in parses if _NAMES & parse.tag.grammemes)
    return bool(named >= _MOST_LIKELY)


@lru_cache(maxsize=8192)
def is_first_name(word: str) -> bool:
    """Say whether a folded Russian word is a first name: «ольги», and neither «веры» nor «роза»."""
    if not is_russian(word):
        return False
    parses = _russian().parse(word)
    named = sum(parse.score for parse in parses if "Name" in parse.tag)
    things = (p for p in parses if p.tag.POS == "NOUN" and not _NOT_COMMON & p.tag.grammemes)
    return bool(named >= _MOST_LIKELY and sum(parse.score for parse in things) < _AT_TIMES)


def is_russian(word: str) -> bool:
    """Say whether a folded word is a form of a Russian one, however rare: «афишу»."""
    return _WORD["ru"].fullmatch(word) is not None and _russian().word_is_known(word)


@lru_cache(maxsize=8192)
def is_owner(word: str) -> bool:
    """Say whether a folded Russian word may be a noun that says whose or of what: «терапевта»."""
    if not _WORD["ru"].fullmatch(word):
        return False
    tags = [parse.tag for parse in _russian().parse(word)]
    return any(tag.POS == "NOUN" and tag.case == "gent" for tag in tags)


@lru_cache(maxsize=8192)
def is_where(preposition: str, word: str, *, goes: bool = False) -> bool:
    """Say whether folded Russian words tell where something is, «в шкафу», or goes: «в шкаф»."""
    cases = (_CASES_OF_AIMS if goes else _CASES_OF_PLACES).get(preposition)
    if cases is None or not _WORD["ru"].fullmatch(word):
        return False
    tags = [parse.tag for parse in _russian().parse(word)]
    return any(tag.POS == "NOUN" and str(tag.case) in cases for tag in tags)


@lru_cache(maxsize=8192)
def is_place(word: str) -> bool:
    """Say whether a folded Russian word is a town or a country, the likeliest way to read it."""
    return _WORD["ru"].fullmatch(word) is not None and "Geox" in _russian().parse(word)[0].tag


@lru_cache(maxsize=8192)
def is_place_name(word: str) -> bool:
    """Say whether a folded Russian word is a town or a country: «москвы», and hardly «клин»."""
    if not is_russian(word):
        return False
    named = sum(parse.score for parse in _russian().parse(word) if "Geox" in parse.tag)
    return bool(named >= _MOST_LIKELY)


@cache
def _russian() -> "MorphAnalyzer":
    from pymorphy3 import MorphAnalyzer

    return MorphAnalyzer(lang="ru")


@cache
def _dictionary(source: str) -> Mapping[str, Sequence[str]]:
    """Return the translations of each word, and of what it is a form of."""
    side = LANGUAGES.index(source)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for word, others in _entries(source):
        found[word] |= dict.fromkeys(others)
    for entry in entries():
        for word in entry[side]:
            for form in dict.fromkeys((word, *lemmas(word, source)[:1])):
                found[form] |= dict.fromkeys(entry[1 - side])
    for word, others in _entries(LANGUAGES[1 - side]):
        for other in others:
            found[other][word] = None
    return {word: tuple(others) for word, others in found.items()}


@cache
def _phrases(source: str) -> Mapping[tuple[str, ...], Sequence[str]]:
    """Return the translations of what a language says in several words, by their lemmas."""
    found: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for english, others in _lines(_PHRASES):
        for russian in others:
            said, other = (english, russian) if source == "en" else (russian, english)
            found[_key_of(said.split(), source)][other] = None
    return {words: tuple(others) for words, others in found.items()}


def _key_of(words: Sequence[str], language: str) -> tuple[str, ...]:
    return tuple(lemmas(fold(word), language)[0] for word in words)


def _entries(language: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Return the words of a language, each with what it is in the other."""
    return _lines(_FILES[language])


@cache
def _listed(language: str) -> frozenset[str]:
    return frozenset(word for word, _ in _entries(language))


def _lines(name: str) -> Iterator[tuple[str, Sequence[str]]]:
    file = resources.files(__package__).joinpath(name)
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            word, others = line.split(" | ", 1)
            yield word, others.split(", ")
