"""The whole contract of a gateway: each driver's test class inherits it."""

from chat_contract import ChatContract
from ingest_contract import IngestContract
from reading_contract import ReadingContract


class GatewayContract(ChatContract, IngestContract, ReadingContract):
    """Needs a fixture `gateway`, on the database of the fixture `database_url`."""
