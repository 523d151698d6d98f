"""A client library for Arbiter, a rules service for chess variants.

    from arbiter_client import Arbiter

    with Arbiter("127.0.0.1:50051") as arbiter:
        print(arbiter.legal_moves(position={"variant": "chak"}).texts)

`v1` contains the messages, `Arbiter` and `AsyncArbiter` have the methods, and failed calls raise an
`ArbiterError`.
"""

from arbiter_client import v1
from arbiter_client._async_calls import AsyncStream
from arbiter_client._calls import Stream
from arbiter_client._channels import Tls
from arbiter_client._error_classes import *  # noqa: F403
from arbiter_client._error_classes import ERROR_CLASSES
from arbiter_client._error_classes import __all__ as _error_names
from arbiter_client._json import from_json
from arbiter_client._reasons import Reason
from arbiter_client._statuses import error_of
from arbiter_client.async_client import AsyncArbiter
from arbiter_client.client import Arbiter
from arbiter_client.errors import ArbiterError, DeadlineExceededError, UnreachableError
from arbiter_client.session import AsyncSession, Session

__all__ = [
    "Arbiter",
    "ArbiterError",
    "AsyncArbiter",
    "AsyncSession",
    "AsyncStream",
    "DeadlineExceededError",
    "ERROR_CLASSES",
    "Reason",
    "Session",
    "Stream",
    "Tls",
    "UnreachableError",
    "error_of",
    "from_json",
    "v1",
]
__all__ += _error_names
