"""What stands in for a transcriber while speech recognition is off."""

from pipelines.errors import SourceRefused
from pipelines.models.documents import Extracted, Fetched


class NoTranscriber:
    """Refuses what sounds, saying how speech recognition is turned on."""

    async def transcribe(self, fetched: Fetched) -> Extracted:
        """Refuse.

        Raises:
            SourceRefused: always.
        """
        raise SourceRefused("speech-off")

    async def close(self) -> None:
        """Nothing to end."""
