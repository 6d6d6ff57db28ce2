"""Owners: whether what somebody has is asked about, and a sentence tells of others by their names.

«Сколько лет мотору у Пахомова» is not answered by what Pavel sells, nor «день рождения у Дорохова»
by the birthdays of Polina and Timur.
"""

import re

from pipelines.nodes.questions.anchors import names_in
from pipelines.nodes.questions.paraphrasing.kin import stands_for
from pipelines.nodes.text.dictionary import may_be_name
from pipelines.nodes.text.words import fold

_WITH = re.compile(r"(?<!\w)у ([А-ЯЁа-яё]{3,})(?: ([А-ЯЁа-яё]{3,}))?")


def is_of_other_owners(question: str, sentence: str, above: str) -> bool:
    """Say whether a question names whoever has something, and a sentence names only others.

    Args:
        above: what it stands under; who is named there is told of in all of it.
    """
    owners = [name for match in _WITH.finditer(question) for name in match.groups() if name]
    owners = [name for name in owners if may_be_name(fold(name))]
    told = f"{sentence}\n{above}"
    if not owners or any(stands_for(fold(name), told, "ru") for name in owners):
        return False
    return any(may_be_name(fold(word)) for name in names_in(sentence) for word in name.split())
