"""The whole contract of a gateway: each driver's test class inherits it."""

from batch_contract import BatchContract
from chat_contract import ChatContract
from fault_contract import FaultContract
from hybrid_contract import HybridContract
from ingest_contract import IngestContract
from passage_contract import PassageContract
from reading_contract import ReadingContract


class GatewayContract(
    BatchContract,
    ChatContract,
    IngestContract,
    ReadingContract,
    PassageContract,
    HybridContract,
    FaultContract,
):
    """Needs a fixture `gateway`, on the database of the fixture `database_url`."""
