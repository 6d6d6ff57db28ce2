"""The whole contract of a gateway: each driver's test class inherits it."""

from batch_contract import BatchContract
from chat_contract import ChatContract
from documents_contract import DocumentsContract
from fault_contract import FaultContract
from gathered_contract import GatheredContract
from hybrid_contract import HybridContract
from ingest_contract import IngestContract
from passage_contract import PassageContract
from reading_contract import ReadingContract
from watch_contract import WatchContract


class GatewayContract(
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
    """Needs a fixture `gateway`, on the database of the fixture `database_url`."""
