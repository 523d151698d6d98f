"""Sessions of analyses."""

from __future__ import annotations

import asyncio
import queue
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Iterator, Mapping, Optional, Type, Union

from arbiter_client import v1
from arbiter_client._async_calls import AsyncStream
from arbiter_client._calls import Stream

_Call = Callable[[Iterator[v1.SessionRequest]], Stream[v1.SessionResponse]]
_MakeRequest = Callable[[Mapping[str, Any]], v1.SessionRequest]
_AsyncCall = Callable[[AsyncIterator[v1.SessionRequest]], AsyncStream[v1.SessionResponse]]


class BaseSession:
    """The requests of a session."""

    def __init__(self, make_request: _MakeRequest,
                 put: Callable[[Optional[v1.SessionRequest]], None]) -> None:
        """
        Args:
            make_request: Makes a request from its fields.
            put: Queues a request, or None after the last one.
        """
        self._make_request = make_request
        self._put = put

    def analyze(self, id: str, request: Union[v1.AnalyzeRequest, Mapping[str, Any]]) -> None:
        """Starts a search, which replaces the running one. Its answers have this id.

        Raises:
            TypeError: The id or a field of the request has the wrong type.
            ValueError: The request has an unknown field or value.
        """
        self._put(self._make_request({"id": id, "analyze": request}))

    def stop(self) -> None:
        """Stops the running search, which then answers with its best move."""
        self._put(v1.SessionRequest(stop=True))

    def finish(self) -> None:
        """Tells the service that no more requests follow. The iteration ends after the outstanding
        answers."""
        self._put(None)


class Session(BaseSession):
    """A stream of analyses that share one transposition table.

    Each new request replaces the running search.

    Iterating over it returns the answers, each with the id of its request. The answer to a refused
    request has a `status` (see `error_of`), and the session continues. Requests can be sent from
    other threads.
    """

    def __init__(self, call: _Call, make_request: _MakeRequest) -> None:
        requests: "queue.SimpleQueue[Optional[v1.SessionRequest]]" = queue.SimpleQueue()
        super().__init__(make_request, requests.put)
        self._answers = call(iter(requests.get, None))

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


class AsyncSession(BaseSession):
    """A session for asyncio: a stream of analyses that share one transposition table.

    Each new request replaces the running search. `analyze`, `stop` and `finish` are not
    coroutines, because they only queue a request.

    Asynchronous iteration returns the answers, each with the id of its request. The answer to a
    refused request has a `status` (see `error_of`), and the session continues. Requests can be sent
    from other tasks.
    """

    def __init__(self, call: _AsyncCall, make_request: _MakeRequest) -> None:
        requests: "asyncio.Queue[Optional[v1.SessionRequest]]" = asyncio.Queue()
        super().__init__(make_request, requests.put_nowait)
        self._answers = call(_until_none(requests))

    async def close(self) -> None:
        """Cancels the call at once."""
        await self._answers.close()

    def __aiter__(self) -> AsyncStream[v1.SessionResponse]:
        return self._answers

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()


async def _until_none(
        requests: "asyncio.Queue[Optional[v1.SessionRequest]]") -> AsyncIterator[v1.SessionRequest]:
    while True:
        request = await requests.get()
        if request is None:
            return
        yield request
