"""The blocking client."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import grpc

from arbiter_client._base_client import BaseClient
from arbiter_client._calls import Calls
from arbiter_client._methods import AnalysisServiceMethods, RulesServiceMethods
from arbiter_client.session import Session


class Arbiter(RulesServiceMethods, AnalysisServiceMethods, BaseClient[Session]):
    """A client of a service.

    Each method takes the fields of its request by name, or the whole request; messages can also be
    dicts, and enum values strings. `timeout` is the time for the call in seconds, including its
    retries, and `metadata` is a list of pairs that are sent with it.

    A method returns the response or raises an ArbiterError. Before it makes the call, it raises a
    TypeError or a ValueError if an argument is wrong. Because no method has side effects, a call
    that loses its server is repeated until its deadline, and so is a call that is refused because
    of overload or a quota, after the delay that the service requests. A stream is repeated only
    before its first answer. Of a batch, the requests without an answer are sent again. A session is
    not repeated.

    The client is thread-safe. Close it, or use it in a `with` statement.
    """

    _grpc = grpc
    _calls_type = Calls
    _session_type = Session

    def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        self._calls.close()

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()
