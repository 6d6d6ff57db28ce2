"""The whole contract of a gateway: each driver's test class inherits it."""

from chat_contract import ChatContract
from fault_contract import FaultContract
from ingest_contract import IngestContract
from reading_contract import ReadingContract


class GatewayContract(ChatContract, IngestContract, ReadingContract, FaultContract):
    """Needs a fixture `gateway`, on the database of the fixture `database_url`."""
