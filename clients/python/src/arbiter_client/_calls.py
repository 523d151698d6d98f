"""Makes blocking calls of any method."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, Optional, Type, TypeVar

import grpc

from arbiter_client._arguments import Metadata
from arbiter_client._attempts import Attempts
from arbiter_client._base_calls import BaseCalls
from arbiter_client._batches import BatchRequests
from arbiter_client._statuses import cancellation, error_of_call
from arbiter_client._targets import Target

Message = TypeVar("Message")


class RetryWaits:
    """The waits of a client's calls before their retries. They end when the client is closed."""

    def __init__(self, channel: Any) -> None:
        self._channel = channel
        self._changed = threading.Condition()
        self._client_closed = False

    def wait(self, seconds: float, is_closed: Callable[[], bool] = lambda: False) -> None:
        """Waits for `seconds`, or until `wake()` is called while `is_closed()` is true. Raises an
        error if the client is closed in the meantime."""
        with self._changed:
            if self._client_closed:
                raise cancellation()
            # gRPC polls its connections only every 5 s unless a call or a subscriber is active.
            self._channel.subscribe(_ignore)
            self._changed.wait_for(lambda: self._client_closed or is_closed(), seconds)
            self._channel.unsubscribe(_ignore)
            if self._client_closed:
                raise cancellation()

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._client_closed = True
            self._changed.notify_all()


def _ignore(_: object) -> None:
    """Ignores a change of the channel's state."""


class Stream(Iterator[Message]):
    """Iterates over the answers of a call as they arrive.

    The call is cancelled at the end of a `with` block, by `close()`, or when the stream is deleted,
    for example after leaving a `for` loop over it.
    """

    def __init__(self, attempts: Attempts[Message], target: Target, waits: RetryWaits) -> None:
        self._attempts = attempts
        self._target = target
        self._waits = waits
        self._closed = False
        self._call: Any = None
        self._call = attempts.start()

    def __next__(self) -> Message:
        while not self._attempts.ready:
            delay = self._read()
            if delay is not None:
                self._restart(delay)
        return self._attempts.ready.popleft()

    def _read(self) -> Optional[float]:
        """Reads from the call. Returns the seconds to wait before the call is made again, or None
        if it goes on. Raises a StopIteration at the end of the stream."""
        try:
            if not self._attempts.is_over():
                self._attempts.receive(next(self._call))
                return None
        except StopIteration:
            pass
        except grpc.RpcError as failure:
            if self._closed:
                raise StopIteration from None
            error = error_of_call(failure, self._target, self._attempts.timeout)
            return self._attempts.delay_after(error, failure)
        delay = self._attempts.delay_after_end()
        if delay is None and not self._attempts.ready:
            raise StopIteration
        return delay

    def _restart(self, delay: float) -> None:
        """Makes the call again after some seconds. Raises a StopIteration if the stream is closed,
        and an error if the client is."""
        self._waits.wait(delay, lambda: self._closed)
        if self._closed:
            raise StopIteration
        self._call.cancel()
        self._call = self._attempts.start()
        if self._closed:
            self._call.cancel()

    def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        self._attempts.close()
        self._waits.wake()
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

    _batch_type = BatchRequests

    def __init__(self, channel: Any, target: Target, metadata: Metadata, timeout: Optional[float],
                 locale: str) -> None:
        super().__init__(channel, target, metadata, timeout, locale)
        self._waits = RetryWaits(channel)

    def unary(self, method: Callable[..., Message], request: Any, timeout: Optional[float],
              metadata: Metadata, can_retry: bool = True) -> Message:
        metadata = self._all_metadata(metadata)
        retries = self._unary_retries(timeout, request)
        while True:
            try:
                answer = method(request, timeout=retries.time_left(), metadata=metadata)
            except grpc.RpcError as failure:
                error = error_of_call(failure, self._target, retries.timeout)
                if not can_retry:
                    raise error from None
            else:
                retries.record_success()
                return answer
            self.wait(retries.delay_after(error))

    def wait(self, seconds: float) -> None:
        """Waits between two calls. Raises an error if the client is closed in the meantime."""
        self._waits.wait(seconds)

    def close(self) -> None:
        """Closes the channel and ends all calls."""
        self._waits.close()
        self._channel.close()

    def _open_stream(self, attempts: Attempts[Any]) -> Stream[Any]:
        return Stream(attempts, self._target, self._waits)

    def _send(self, method: Callable[..., Any], requests: Iterable[Any], **options: Any) -> Any:
        return method(iter(requests), **options)
