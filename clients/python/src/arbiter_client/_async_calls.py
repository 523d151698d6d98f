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
    Optional,
    Type,
    TypeVar,
    Union,
)

import grpc.aio

from arbiter_client._arguments import Metadata
from arbiter_client._attempts import Attempts
from arbiter_client._base_calls import BaseCalls
from arbiter_client._batches import AsyncBatchRequests
from arbiter_client._statuses import cancellation, error_of_call
from arbiter_client._targets import Target
from arbiter_client.errors import ArbiterError

Message = TypeVar("Message")


class AsyncStream(AsyncIterator[Message]):
    """Iterates over the answers of a call as they arrive. If several tasks do so, each answer goes to
    one of them.

    The call is cancelled at the end of an `async with` block, by `close()`, when the task that waits
    for an answer is cancelled, or when the stream is deleted, for example after leaving an
    `async for` loop over it.
    """

    def __init__(self, attempts: Attempts[Message], target: Target,
                 cancelled: asyncio.Future[None]) -> None:
        """
        Args:
            attempts: The attempts of the call.
            target: The target of the client.
            cancelled: A new future.
        """
        self._attempts = attempts
        self._target = target
        self._cancelled = cancelled
        self._closed = False
        # With two readers at once, grpc.aio would let one of them wait forever.
        self._reading = asyncio.Lock()
        self._call: Any = None
        self._call = attempts.start()

    async def __anext__(self) -> Message:
        async with self._reading:
            try:
                while not self._attempts.ready:
                    delay = await self._read()
                    if delay is not None:
                        await self._restart(delay)
                return self._attempts.ready.popleft()
            except asyncio.CancelledError:
                self._cancel()
                raise

    async def _read(self) -> Optional[float]:
        """Reads from the call. Returns the seconds to wait before the call is made again, or None
        if it goes on. Raises a StopAsyncIteration at the end of the stream."""
        outcome = grpc.aio.EOF
        if not self._attempts.is_over():
            outcome = await _outcome(self._call, self._call.read())
        if outcome is grpc.aio.EOF:
            delay = self._attempts.delay_after_end()
            if delay is None and not self._attempts.ready:
                raise StopAsyncIteration
            return delay
        if not isinstance(outcome, BaseException):
            self._attempts.receive(outcome)
            return None
        if self._closed:
            raise StopAsyncIteration
        if isinstance(outcome, asyncio.CancelledError):
            # grpc.aio also raises it if the call was cancelled at the other end.
            outcome = await _cancellation_of(self._call)
        if not isinstance(outcome, grpc.RpcError):
            raise outcome
        error = error_of_call(outcome, self._target, self._attempts.timeout)
        if self._cancelled.done():
            raise error
        return self._attempts.delay_after(error, outcome)

    async def _restart(self, delay: float) -> None:
        """Makes the call again after some seconds. Raises a StopAsyncIteration if the stream is
        closed, and an error if the client is."""
        await asyncio.wait([self._cancelled], timeout=delay)
        if self._closed:
            raise StopAsyncIteration
        if self._cancelled.done():
            raise cancellation()
        self._call.cancel()
        self._call = self._attempts.start()

    async def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        self._cancel()

    def _cancel(self) -> None:
        """Cancels the call, unless it has ended. Reading then fails with an error, also while it
        waits for a retry."""
        if not self._cancelled.done():
            self._cancelled.set_result(None)
        self._attempts.close()
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

    _batch_type = AsyncBatchRequests

    def __init__(self, channel: Any, target: Target, metadata: Metadata, timeout: Optional[float],
                 locale: str) -> None:
        super().__init__(channel, target, metadata, timeout, locale)
        self._loop = asyncio.get_running_loop()
        self._closed = self._loop.create_future()
        self._streams: "weakref.WeakSet[AsyncStream[Any]]" = weakref.WeakSet()

    async def unary(self, method: Callable[..., Awaitable[Message]], request: Any,
                    timeout: Optional[float], metadata: Metadata,
                    can_retry: bool = True) -> Message:
        metadata = self._all_metadata(metadata)
        retries = self._unary_retries(timeout, request)
        while True:
            call: Any = method(request, timeout=retries.time_left(), metadata=metadata)
            outcome: Union[Message, BaseException] = await _outcome(call, call)
            if not isinstance(outcome, BaseException):
                retries.record_success()
                return outcome
            error = _error_of(outcome, self._target, retries.timeout)
            if not can_retry:
                raise error
            await self.wait(retries.delay_after(error))

    async def wait(self, seconds: float) -> None:
        """Waits between two calls. Raises an error if the client is closed in the meantime."""
        await asyncio.wait([self._closed], timeout=seconds)
        if self._closed.done():
            raise cancellation()

    async def close(self) -> None:
        """Closes the channel and ends all calls."""
        # When the channel is closed, grpc.aio does not cancel calls that wait for a retry, and
        # streams that are not being read.
        if not self._closed.done():
            self._closed.set_result(None)
        for stream in tuple(self._streams):
            stream._cancel()
        await self._channel.close()

    def _open_stream(self, attempts: Attempts[Any]) -> AsyncStream[Any]:
        stream: AsyncStream[Any] = AsyncStream(attempts, self._target, self._loop.create_future())
        self._streams.add(stream)
        return stream

    def _send(self, method: Callable[..., Any], requests: AsyncIterable[Any],
              **options: Any) -> Any:
        # The requests are not given to grpc.aio because it would wait for another one even when the
        # call has ended.
        call = method(**options)

        async def send() -> None:
            try:
                async for request in requests:
                    await call.write(request)
                await call.done_writing()
            except BaseException as failure:
                # Reading from the call tells why it has ended.
                call.cancel()
                if not isinstance(failure, Exception):
                    raise

        sender = self._loop.create_task(send())
        call.add_done_callback(lambda _: sender.cancel())
        return call


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


async def _cancellation_of(call: Any) -> grpc.RpcError:
    """Returns the failure of a call that was cancelled."""
    return grpc.aio.AioRpcError(grpc.StatusCode.CANCELLED, await call.initial_metadata(),
                                await call.trailing_metadata(), await call.details())


def _error_of(failure: BaseException, target: Target, timeout: Optional[float]) -> ArbiterError:
    """Returns the error of a call that failed or was cancelled; raises any other exception."""
    if isinstance(failure, grpc.RpcError):
        return error_of_call(failure, target, timeout)
    if isinstance(failure, asyncio.CancelledError):
        return cancellation()
    raise failure
