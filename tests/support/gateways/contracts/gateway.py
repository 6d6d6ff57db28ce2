"""The whole contract of a store: each driver's test class inherits it."""

from tests.support.gateways.contracts.batch import BatchContract
from tests.support.gateways.contracts.documents import DocumentsContract
from tests.support.gateways.contracts.fault import FaultContract
from tests.support.gateways.contracts.gathered import GatheredContract
from tests.support.gateways.contracts.hybrid import HybridContract
from tests.support.gateways.contracts.ingest import IngestContract
from tests.support.gateways.contracts.originals import OriginalsContract
from tests.support.gateways.contracts.passage import PassageContract
from tests.support.gateways.contracts.reading import ReadingContract
from tests.support.gateways.contracts.talk.chat import ChatContract
from tests.support.gateways.contracts.talk.evaluation import EvaluationContract
from tests.support.gateways.contracts.talk.interaction import InteractionContract
from tests.support.gateways.contracts.talk.owner_question import OwnerQuestionContract
from tests.support.gateways.contracts.talk.preference import PreferenceContract
from tests.support.gateways.contracts.watch import WatchContract


class StoreContract(
    BatchContract,
    ChatContract,
    IngestContract,
    GatheredContract,
    ReadingContract,
    PassageContract,
    HybridContract,
    DocumentsContract,
    OriginalsContract,
    WatchContract,
    PreferenceContract,
    InteractionContract,
    EvaluationContract,
    OwnerQuestionContract,
    FaultContract,
):
    """Needs a fixture `store`, on the database of the fixture `database_url`."""
