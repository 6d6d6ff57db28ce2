"""Reasoning: what a model wrote for itself before it answered. Nobody is shown it.

Servers that do not take it out of the text leave it in one of three forms:

    <think>…</think>          also <thinking>, <reasoning>, <thought>, <reflection>, <scratchpad>,
                              <seed:think>, [THINK]…[/THINK], ◁think▷…◁/think▷ and
                              <|begin_of_thought|>…<|end_of_thought|>
    …</think>                 the opening tag was in the prompt's template
    <|channel|>analysis…      harmony (gpt-oss): only the channel "final" is the answer

A mark between backticks is quoted, not used. A block that never ends hides all that follows.
"""

import re

_TAGS = ("think", "thinking", "reasoning", "thought", "reflection", "scratchpad", "seed:think")
_TOKENS = ("start", "channel", "constrain", "message", "end", "return", "call")
_OPENING = (*(f"<{name}>" for name in _TAGS), "[think]", "◁think▷", "<|begin_of_thought|>")
_CLOSING = (*(f"</{name}>" for name in _TAGS), "[/think]", "◁/think▷", "<|end_of_thought|>")
_MARKS = (*_OPENING, *_CLOSING, *(f"<|{name}|>" for name in _TOKENS))
_QUOTED = rf"(?<=`)(?:{'|'.join(map(re.escape, _MARKS))})`"
_TAG = re.compile(
    rf"(?!{_QUOTED})(?:{'|'.join(map(re.escape, _OPENING))}"
    rf"|(?P<close>{'|'.join(map(re.escape, _CLOSING))}))",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"(?!{_QUOTED})<\|({'|'.join(_TOKENS)})\|>", re.IGNORECASE)
_MARK_AT_THE_END = re.compile(r"[<\[◁][^<\[◁>\]▷]*[>\]▷]?\Z")
_TELLING = 3  # characters from which on, at the end of a whole text, half a mark is one


def strip_reasoning(text: str) -> str:
    """Return the answer in a whole text; "" when all of it is reasoning."""
    mark = _MARK_AT_THE_END.search(text)
    if mark and len(mark[0]) >= _TELLING and _begins_a_mark(mark[0]):
        text = text[: mark.start()]
    return _outside_tags(_final_channel(text)).strip()


def answer_so_far(text: str, *, opened: bool = False) -> str:
    """Return as much of the answer as is certain while the text still grows.

    What was returned for less of a text is how the answer to more of it begins, except when a
    closing tag comes that nothing opened: only then is it known that all before was reasoning.

    Args:
        opened: the prompt's template opens the reasoning, so that the text begins inside it.
    """
    said = _final_channel(_less_the_last_mark(text))
    return _less_the_last_mark(_outside_tags(said, grows=True, opened=opened)).strip()


def opens_before(text: str) -> bool:
    """Say whether a text begins inside the reasoning: its first tag closes what nothing opened."""
    first = _TAG.search(text)
    return first is not None and first["close"] is not None


def _less_the_last_mark(text: str) -> str:
    """Leave off a mark at the end, or half of one: what it means depends on what comes next."""
    mark = _MARK_AT_THE_END.search(text)
    begins = mark and (mark[0].lower() in _MARKS or _begins_a_mark(mark[0]))
    return text[: mark.start()] if mark and begins else text


def _begins_a_mark(text: str) -> bool:
    begun = text.lower()
    return any(mark.startswith(begun) and mark != begun for mark in _MARKS)


def _final_channel(text: str) -> str:
    """Return what harmony's messages say to the user; a text without its tokens as it is.

    Source: openai/harmony, `<|start|>role<|channel|>name<|message|>words<|end|>`.
    """
    first, *pieces = _TOKEN.split(text)
    said, header = [first], ""
    if pieces and pieces[0].lower() == "message":  # the token before the channel was taken out
        said, header = [], f"channel {first.strip().lower()}"
    for token, words in zip(pieces[::2], pieces[1::2], strict=True):
        kind = token.lower()
        if kind in {"start", "channel"}:
            header = f"{kind} {words.strip().lower()}"
        elif kind == "message" and header in {"channel final", "start assistant"}:
            said.append(words)
    return "".join(said)


def _outside_tags(text: str, *, grows: bool = False, opened: bool = False) -> str:
    shown: list[str] = []
    inside, unclosed, position = opened, 0, 0
    for mark in _TAG.finditer(text):
        if mark["close"] is None:
            if not inside:
                shown.append(text[position : mark.start()])
                unclosed = 0
            unclosed += 1
        else:
            if not inside and not unclosed:
                shown.clear()  # the tag that opened it stood in the prompt
            unclosed = max(0, unclosed - 1)
        inside = mark["close"] is None
        position = mark.end()
    # A tag inside the reasoning may close once more: until the end nobody can tell.
    if not inside and not (grows and unclosed):
        shown.append(text[position:])
    return "".join(shown)
