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
    dicts, and enum values strings. It returns the response or raises an ArbiterError. Because no
    method has side effects, a call that loses its server is retried, and so is a call that is
    refused because of overload or a quota, after the delay that the service requests.

    The client is thread-safe. Close it, or use it in a `with` statement.
    """

    _grpc = grpc
    _calls_type = Calls
    _session_type = Session

    def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        self._calls.close()
        self._channel.close()

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()
