"""The whole contract of a store: each driver's test class inherits it."""

from tests.support.gateways.batch_contract import BatchContract
from tests.support.gateways.chat_contract import ChatContract
from tests.support.gateways.documents_contract import DocumentsContract
from tests.support.gateways.fault_contract import FaultContract
from tests.support.gateways.gathered_contract import GatheredContract
from tests.support.gateways.hybrid_contract import HybridContract
from tests.support.gateways.ingest_contract import IngestContract
from tests.support.gateways.passage_contract import PassageContract
from tests.support.gateways.reading_contract import ReadingContract
from tests.support.gateways.watch_contract import WatchContract


class StoreContract(
    BatchContract,
    ChatContract,
    IngestContract,
    GatheredContract,
    ReadingContract,
    PassageContract,
    HybridContract,
    DocumentsContract,
    WatchContract,
    FaultContract,
):
    """Needs a fixture `store`, on the database of the fixture `database_url`."""
