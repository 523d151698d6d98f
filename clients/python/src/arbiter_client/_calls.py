"""Makes blocking calls of any method."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Type, TypeVar

import grpc

from arbiter_client._base_calls import BaseCalls, Fail, Metadata, Start
from arbiter_client._statuses import cancellation, error_of_call

Message = TypeVar("Message")


class Pauses:
    """The pauses of a client's calls before their retries. They end when the client is closed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._client_closed = False

    def wait(self, seconds: float, is_closed: Callable[[], bool] = lambda: False) -> None:
        """Waits, but no longer than until `is_closed` returns true after `wake()`. Raises an error
        if the client is closed in the meantime."""
        with self._changed:
            self._changed.wait_for(lambda: self._client_closed or is_closed(), seconds)
            if self._client_closed:
                raise cancellation()

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._client_closed = True
            self._changed.notify_all()


class Stream(Iterator[Message]):
    """Iterates over the answers of a call as they arrive.

    The call is cancelled at the end of a `with` block, by `close()`, or when the stream is deleted,
    for example after leaving a `for` loop over it.
    """

    def __init__(self, start: Start, fail: Fail, pauses: Pauses) -> None:
        self._start = start
        self._fail = fail
        self._pauses = pauses
        self._has_begun = False
        self._closed = False
        self._call: Any = None
        self._call = start()

    def __next__(self) -> Message:
        while True:
            try:
                answer: Message = next(self._call)
                self._has_begun = True
                return answer
            except grpc.RpcError as failure:
                if self._closed:
                    raise StopIteration from None
                error = error_of_call(failure)
            self._pauses.wait(self._fail(error, self._has_begun), lambda: self._closed)
            if self._closed:
                raise StopIteration
            self._call = self._start()
            if self._closed:
                self._call.cancel()

    def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        self._pauses.wake()
        if self._call is not None:
            self._call.cancel()

    def __enter__(self) -> Stream[Message]:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Calls(BaseCalls[Stream[Any]]):
    """Makes blocking calls."""

    def __init__(self, metadata: Metadata, timeout: Optional[float], locale: str) -> None:
        super().__init__(metadata, timeout, locale)
        self._pauses = Pauses()

    def _stream_type(self, start: Start, fail: Fail) -> Stream[Any]:
        return Stream(start, fail, self._pauses)

    def unary(self, method: Callable[..., Message], request: Any, timeout: Optional[float],
              metadata: Metadata) -> Message:
        retries = self._unary_retries(timeout)
        while True:
            try:
                return method(request, **self._options(retries.time_left(), metadata))
            except grpc.RpcError as failure:
                error = error_of_call(failure)
            self._pauses.wait(retries.delay_after(error))

    def close(self) -> None:
        """Ends calls that wait for a retry, which gRPC does not know of."""
        self._pauses.close()

    def _send(self, method: Callable[..., Any], options: Mapping[str, Any], requests: Iterable[Any],
              failures: List[BaseException]) -> Any:
        def send() -> Iterator[Any]:
            try:
                for request in requests:
                    yield self._localized(request)
            except Exception as failure:
                failures.append(failure)
                raise

        return method(send(), **options)
