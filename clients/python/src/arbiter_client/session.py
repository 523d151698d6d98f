"""Sessions of analyses."""

from __future__ import annotations

import queue
from types import TracebackType
from typing import Callable, Iterator, Optional, Type

from arbiter_client import v1
from arbiter_client._calls import Stream

_Answers = Callable[[Iterator[v1.SessionRequest]], Stream[v1.SessionResponse]]


class Session:
    """A stream of analyses that share one transposition table.

    Each new request replaces the running search.

    Iterating over it returns the answers, each with the id of its request. The answer to a refused
    request has a `status` (see `error_of`), and the session continues. Requests can be sent from
    other threads.
    """

    def __init__(self, call: _Answers) -> None:
        self._requests: "queue.SimpleQueue[Optional[v1.SessionRequest]]" = queue.SimpleQueue()
        self._answers = call(iter(self._requests.get, None))

    def analyze(self, id: str, request: v1.AnalyzeRequest) -> None:
        self._requests.put(v1.SessionRequest(id=id, analyze=request))

    def stop(self) -> None:
        """Stops the running search, which then answers with its best move."""
        self._requests.put(v1.SessionRequest(stop=True))

    def finish(self) -> None:
        """Tells the service that no more requests follow. The iteration ends after the outstanding
        answers."""
        self._requests.put(None)

    def __del__(self) -> None:
        self.finish()  # ends the thread that sends the requests

    def close(self) -> None:
        """Cancels the call at once."""
        self.finish()
        self._answers.close()

    def __iter__(self) -> Stream[v1.SessionResponse]:
        return self._answers

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()
