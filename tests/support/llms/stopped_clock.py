"""A clock that stands still but for what somebody waits."""


class Waits:
    """Notes how long was waited and lets that much time pass."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)

    def clock(self) -> float:
        return sum(self.waited)
