"""Makes asynchronous calls of any method."""

from __future__ import annotations

import asyncio
import weakref
from types import TracebackType
from typing import (
    Any,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    List,
    Mapping,
    Optional,
    Type,
    TypeVar,
    Union,
)

import grpc.aio

from arbiter_client._base_calls import BaseCalls, Fail, Metadata, Start
from arbiter_client._statuses import cancellation, error_of_call
from arbiter_client.errors import ArbiterError

Message = TypeVar("Message")
AnyIterable = Union[Iterable[Message], AsyncIterable[Message]]


class AsyncStream(AsyncIterator[Message]):
    """Iterates over the answers of a call as they arrive. If several tasks do so, each answer goes to
    one of them.

    The call is cancelled at the end of an `async with` block, by `close()`, when the task that waits
    for an answer is cancelled, or when the stream is deleted, for example after leaving an
    `async for` loop over it.
    """

    def __init__(self, start: Start, fail: Fail, cancelled: asyncio.Future[None]) -> None:
        """`cancelled` is a new future."""
        self._start = start
        self._fail = fail
        self._cancelled = cancelled
        self._has_begun = False
        self._closed = False
        # With two readers at once, grpc.aio would let one of them wait forever.
        self._reading = asyncio.Lock()
        self._call: Any = None
        self._call = start()

    async def __anext__(self) -> Message:
        async with self._reading:
            return await self._next()

    async def _next(self) -> Message:
        while True:
            outcome = await _outcome(self._call, self._call.read())
            if outcome is grpc.aio.EOF:
                raise StopAsyncIteration
            if not isinstance(outcome, BaseException):
                self._has_begun = True
                answer: Message = outcome
                return answer
            if not self._closed:
                delay = self._fail(_error_of(outcome), self._has_begun)
                await asyncio.wait([self._cancelled], timeout=delay)
            if self._closed:
                raise StopAsyncIteration
            if self._cancelled.done():
                raise cancellation()
            self._call = self._start()

    async def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        self._cancel()

    def _cancel(self) -> None:
        """Cancels the call, unless it has ended. Reading then fails with an error, also while it
        waits for a retry."""
        if not self._cancelled.done():
            self._cancelled.set_result(None)
        if self._call is not None:
            self._call.cancel()

    async def __aenter__(self) -> AsyncStream[Message]:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()

    def __del__(self) -> None:
        self._cancel()


class AsyncCalls(BaseCalls[AsyncStream[Any]]):
    """Makes asynchronous calls in the running event loop."""

    def __init__(self, metadata: Metadata, timeout: Optional[float], locale: str) -> None:
        super().__init__(metadata, timeout, locale)
        self._loop = asyncio.get_running_loop()
        self._closed = self._loop.create_future()
        self._streams: "weakref.WeakSet[AsyncStream[Any]]" = weakref.WeakSet()

    def _stream_type(self, start: Start, fail: Fail) -> AsyncStream[Any]:
        stream: AsyncStream[Any] = AsyncStream(start, fail, self._loop.create_future())
        self._streams.add(stream)
        return stream

    async def unary(self, method: Callable[..., Awaitable[Message]], request: Any,
                    timeout: Optional[float], metadata: Metadata) -> Message:
        retries = self._unary_retries(timeout)
        while True:
            call: Any = method(request, **self._options(retries.time_left(), metadata))
            outcome: Union[Message, BaseException] = await _outcome(call, call)
            if not isinstance(outcome, BaseException):
                return outcome
            await asyncio.wait([self._closed], timeout=retries.delay_after(_error_of(outcome)))
            if self._closed.done():
                raise cancellation()

    def close(self) -> None:
        """Cancels what grpc.aio does not cancel when the channel is closed: calls that wait for a
        retry, and streams that are not being read."""
        if not self._closed.done():
            self._closed.set_result(None)
        for stream in tuple(self._streams):
            stream._cancel()

    def _send(self, method: Callable[..., Any], options: Mapping[str, Any],
              requests: AnyIterable[Any], failures: List[BaseException]) -> Any:
        # The requests are not given to grpc.aio because it would wait for another one even when the
        # call has ended.
        call = method(**options)

        async def send() -> None:
            try:
                async for request in _iterate(requests):
                    await call.write(self._localized(request))
                await call.done_writing()
            except BaseException as failure:
                # If the call has ended before, reading from it tells why.
                if call.cancel():
                    failures.append(failure)
                if not isinstance(failure, Exception):
                    raise

        sender = self._loop.create_task(send())
        call.add_done_callback(lambda _: sender.cancel())
        return call


async def _iterate(items: AnyIterable[Message]) -> AsyncIterator[Message]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def _outcome(call: Any, operation: Awaitable[Message]) -> Union[Message, BaseException]:
    """Returns the result of an operation of a call, or the exception that it raises. If this task
    is cancelled, so is the call.

    The operation raises a CancelledError whenever its call is cancelled. To distinguish this from
    a cancellation of this task, it runs in a task of its own.
    """
    try:
        (outcome,) = await asyncio.gather(operation, return_exceptions=True)
        return outcome
    except asyncio.CancelledError:
        call.cancel()
        raise


def _error_of(failure: BaseException) -> ArbiterError:
    """Returns the error of a call that failed or was cancelled; raises any other exception."""
    if isinstance(failure, grpc.RpcError):
        return error_of_call(failure)
    if isinstance(failure, asyncio.CancelledError):
        return cancellation()
    raise failure

