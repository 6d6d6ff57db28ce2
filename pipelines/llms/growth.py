"""Growth: tell, while an answer still comes, what of it can be shown already."""

import time
from collections.abc import Callable

from pipelines.llms.reasoning import answer_so_far

_UNBROKEN = 40  # characters after which no blank is waited for
_SHARE = 16  # told again when it is longer by such a part …
_SECONDS = 0.25  # … or after so long: the whole is looked through each time


class Growth:
    """Takes the words of one answer, and tells what is certain of it, at most a word late.

    Args:
        tell: called with all that can be shown, each time that is another text; it never fails.
        opened: the text begins inside the reasoning, which the prompt's template has opened.
    """

    def __init__(
        self,
        tell: Callable[[str], None],
        *,
        opened: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell, self._opened, self._clock = tell, opened, clock
        self._words: list[str] = []
        self._length = self._pending = 0
        self._told, self._told_at = "", clock()
        self._breaks = False

    def add(self, words: str) -> None:
        """Take the next words."""
        self._words.append(words)
        self._length += len(words)
        self._pending += len(words)
        self._breaks = self._breaks or any(map(str.isspace, words))
        if not self._breaks and self._pending < _UNBROKEN:
            return
        is_due = self._clock() - self._told_at >= _SECONDS
        if self._pending * _SHARE >= self._length or is_due:
            self._words = ["".join(self._words)]
            self._pending, self._breaks, self._told_at = 0, False, self._clock()
            self.show(answer_so_far(self._words[0], opened=self._opened))

    def show(self, text: str) -> None:
        """Tell this, if it is another text than before; "" takes back what was shown."""
        if text != self._told:
            self._told = text
            self._tell(text)
