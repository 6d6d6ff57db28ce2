"""The listener: a question to whoever answers, of a thing of its own: "do you take cards?".

"You" are those of whom the base tells, whatever was asked of before, and so such a question needs
nothing of that. Who says "can you" or "do you need" may mean anybody: "can you swim there?".
"""

from collections.abc import Sequence

from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_asking, is_back, lists, tokens_of
from pipelines.nodes.text.dictionary import is_said_of_you
from pipelines.nodes.text.words import fold


def tells_of_you(words: Sequence[str]) -> bool:
    """Say whether folded words are a Russian clause of "you": «вы открыты», «карты принимаете»."""
    others = [word for word in words if word not in lists()["listener"]]
    if not others:
        return False
    return len(others) < len(words) or (len(others) > 1 and any(map(is_said_of_you, others)))


def asks_listener(message: str) -> bool:
    """Say whether a message asks what "you" do with a thing, or on a day, that it names itself."""
    words = [fold(word) for word in TOKEN.findall(message)]
    told = [fold(token.text) for token in tokens_of(message)]
    if any(map(is_asking, words)) or any(map(is_back, words)):
        return False
    if tells_of_you(words):
        of_thing = [word for word in told if not is_said_of_you(word)]
        return bool(of_thing) and (len(told) > 1 or any(map(is_said_of_you, words)))
    begun = " ".join(words)
    doing = next((one for one in lists()["do_you"] if begun.startswith(f"{one} ")), None)
    if doing is None:
        return False
    verb, *behind = begun.removeprefix(f"{doing} ").split()
    return verb not in lists()["of_anybody"] and any(word in behind for word in told)
