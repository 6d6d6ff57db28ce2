"""Everything the database keeps for the product, by topic."""

from pipelines.store.access.administration import AdministrationStore
from pipelines.store.access.people import PeopleStore
from pipelines.store.batches import ArtifactStore, BatchStore
from pipelines.store.database import Database
from pipelines.store.documents import DocumentStore
from pipelines.store.embeddings import EmbeddingStore
from pipelines.store.inbox import InboxStore
from pipelines.store.learning.conflicts import ConflictStore
from pipelines.store.learning.evaluations import EvaluationStore
from pipelines.store.learning.gaps import GapStore
from pipelines.store.learning.rules import RuleStore
from pipelines.store.originals import OriginalStore
from pipelines.store.search import SearchStore
from pipelines.store.staging import StagingStore
from pipelines.store.talk.chats import ChatStore
from pipelines.store.talk.interactions import InteractionStore
from pipelines.store.talk.owner_questions import OwnerQuestionStore
from pipelines.store.talk.preferences import PreferenceStore
from pipelines.store.talk.usage import UsageStore
from pipelines.store.watches import WatchStore


class Store:
    """The stores of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.administration = AdministrationStore(database)
        self.artifacts = ArtifactStore(database)
        self.batches = BatchStore(database)
        self.chats = ChatStore(database)
        self.conflicts = ConflictStore(database)
        self.documents = DocumentStore(database)
        self.embeddings = EmbeddingStore(database)
        self.evaluations = EvaluationStore(database)
        self.gaps = GapStore(database)
        self.inbox = InboxStore(database)
        self.originals = OriginalStore(database)
        self.interactions = InteractionStore(database)
        self.owner_questions = OwnerQuestionStore(database)
        self.people = PeopleStore(database)
        self.preferences = PreferenceStore(database)
        self.rules = RuleStore(database)
        self.search = SearchStore(database)
        self.staging = StagingStore(database)
        self.usage = UsageStore(database)
        self.watches = WatchStore(database)

    async def close(self) -> None:
        """Give back the connections."""
        await self.database.close()
