"""The requests of a batch, which are sent again until they are answered."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from typing import (
    Any,
    AsyncIterable,
    AsyncIterator,
    Callable,
    ContextManager,
    Deque,
    Dict,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Set,
    TypeVar,
    Union,
)

import grpc

from arbiter_client import v1
from arbiter_client._attempts import Attempts
from arbiter_client._messages import describe_type
from arbiter_client._retries import Retries
from arbiter_client._statuses import error_of
from arbiter_client.errors import ArbiterError

Message = TypeVar("Message")
AnyIterable = Union[Iterable[Message], AsyncIterable[Message]]
Localize = Callable[[v1.BatchRequest], v1.BatchRequest]

# How many requests are taken from the caller's iterable ahead of their answers.
_MAX_UNANSWERED = 64


class Unanswered(NamedTuple):
    sent: v1.BatchRequest
    id: str  # of the caller's request


class Refusal(NamedTuple):
    answer: v1.BatchResponse
    error: ArbiterError


class UnansweredRequests:
    """The requests of a batch that have been read from the caller's iterable and have not been
    answered.

    On the way to the service, their ids are numbers, because the caller's ids need not differ.

    A request that the service refuses for now remains unanswered. After a refusal, the attempt
    sends nothing more, and it is over when its other requests have been answered or refused.
    """

    def __init__(self, localize: Localize, lock: ContextManager[Any]) -> None:
        """
        Args:
            localize: Returns a copy of a request with the client's locale.
            lock: Protects everything but `failure`.
        """
        self._localize = localize
        self._lock = lock
        self._count = 0
        self._is_exhausted = False  # whether the caller's iterable is
        self.failure: Optional[BaseException] = None
        """The exception that the caller's iterable raised."""
        # By the ids of the requests that are sent.
        self._unanswered: Dict[str, Unanswered] = {}
        # The attempt, which is counted, and the ids of its requests.
        self._attempt = 0
        self._unsent: Deque[str] = deque()
        self._awaited: Set[str] = set()
        self._refusals: Dict[str, Refusal] = {}
        self._is_stopped = False

    def send(self) -> Any:
        """Begins another attempt, and ends the one before. Returns an iterator over its requests:
        those that are unanswered, and then those of the caller's iterable."""
        with self._lock:
            self._attempt += 1
            self._unsent = deque(self._unanswered)
            self._awaited = set()
            self._refusals = {}
            self._is_stopped = False
            self._notify()
            return self._iterate(self._attempt)

    def settle(self, answer: v1.BatchResponse) -> bool:
        """Gives an answer the id of the caller's request, which is not sent again. Returns false if
        there is no such request."""
        with self._lock:
            request = self._unanswered.pop(answer.id, None)
            if request is None:
                return False
            self._awaited.discard(answer.id)
            self._refusals.pop(answer.id, None)
            answer.id = request.id
            self._notify()
            return True

    def refuse(self, answer: v1.BatchResponse, error: ArbiterError) -> None:
        """Stops the attempt, because the service refused a request for now with this error."""
        with self._lock:
            if answer.id not in self._unanswered:
                return
            self._awaited.discard(answer.id)
            self._refusals[answer.id] = Refusal(answer, error)
            self._is_stopped = True
            self._notify()

    def is_over(self) -> bool:
        """Whether the attempt was stopped, and awaits no more answers."""
        with self._lock:
            return self._is_stopped and not self._awaited

    def are_complete(self) -> bool:
        """Whether no other attempt is necessary after one that has ended without an error."""
        with self._lock:
            return not self._is_stopped or self._is_exhausted and not self._unanswered

    def longest_refusal(self) -> Optional[ArbiterError]:
        """Returns the refusal of the attempt that requests the longest delay; None if there is no
        refusal."""
        with self._lock:
            if not self._refusals:
                return None
            errors = (refusal.error for refusal in self._refusals.values())
            return max(errors, key=lambda error: error.retry_after or 0)

    def drop_refused(self) -> List[v1.BatchResponse]:
        """Makes the refusals of the attempt the answers to their requests, and returns them."""
        with self._lock:
            for id, refusal in self._refusals.items():
                refusal.answer.id = self._unanswered.pop(id).id
            answers = [refusal.answer for refusal in self._refusals.values()]
            self._refusals = {}
            return answers

    def close(self) -> None:
        """Ends the attempt, and stops reading the caller's iterable."""
        with self._lock:
            self._attempt += 1
            self._notify()

    def _iterate(self, attempt: int) -> Any:
        raise NotImplementedError

    def _notify(self) -> None:
        """Wakes the iterators."""
        raise NotImplementedError

    def _has_ended(self, attempt: int) -> bool:
        """Whether this attempt sends no more requests."""
        return attempt != self._attempt or self._is_stopped or (
            self._is_exhausted and not self._unsent)

    def _can_read(self) -> bool:
        return len(self._unanswered) < _MAX_UNANSWERED

    def _take(self) -> v1.BatchRequest:
        """Returns the first unsent request, which is then awaited."""
        id = self._unsent.popleft()
        self._awaited.add(id)
        return self._unanswered[id].sent

    def _add(self, request: v1.BatchRequest) -> None:
        if not isinstance(request, v1.BatchRequest):
            raise _wrong_type(request)
        copy = self._localize(request)
        copy.id = str(self._count)
        self._unanswered[copy.id] = Unanswered(copy, request.id)
        self._unsent.append(copy.id)
        self._count += 1


class BatchRequests(UnansweredRequests):
    """The requests of a batch of the blocking client."""

    def __init__(self, requests: Iterable[v1.BatchRequest], localize: Localize) -> None:
        self._changed = threading.Condition()
        super().__init__(localize, self._changed)
        if not isinstance(requests, Iterable):
            raise _wrong_type(requests)
        self._requests = iter(requests)
        # When an attempt has ended, its thread may still read the caller's iterable.
        self._is_reading = False

    def _notify(self) -> None:
        self._changed.notify_all()

    def _iterate(self, attempt: int) -> Iterator[v1.BatchRequest]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._has_ended(attempt) or self._unsent or (
                    self._can_read() and not self._is_reading))
                if self._has_ended(attempt):
                    return
                if self.failure:
                    raise self.failure
                request = self._take() if self._unsent else None
                if request is None:
                    self._is_reading = True
            if request is None:
                self._read()
            else:
                yield request

    def _read(self) -> None:
        """Reads another request."""
        try:
            request = next(self._requests)
            with self._changed:
                self._add(request)
        except StopIteration:
            self._is_exhausted = True
        except Exception as failure:
            self.failure = failure
        finally:
            with self._changed:
                self._is_reading = False
                self._notify()


class AsyncBatchRequests(UnansweredRequests):
    """The requests of a batch of the client for asyncio."""

    def __init__(self, requests: AnyIterable[v1.BatchRequest], localize: Localize) -> None:
        super().__init__(localize, contextlib.nullcontext())
        if not isinstance(requests, (Iterable, AsyncIterable)):
            raise _wrong_type(requests)
        self._requests = iterate(requests)
        self._changed = asyncio.Event()
        self._closed = False
        # Reads the next request. It outlasts an attempt that ends in the meantime.
        self._reading: Optional[asyncio.Future[None]] = None

    def _notify(self) -> None:
        self._changed.set()

    async def _iterate(self, attempt: int) -> AsyncIterator[v1.BatchRequest]:
        while not self._has_ended(attempt):
            if self.failure:
                raise self.failure
            if self._unsent:
                yield self._take()
                continue
            if self._can_read() and self._reading is None:
                self._reading = asyncio.ensure_future(self._read())
            self._changed.clear()
            await self._changed.wait()

    async def _read(self) -> None:
        """Reads another request."""
        try:
            self._add(await self._requests.__anext__())
        except StopAsyncIteration:
            self._is_exhausted = True
        except (Exception, asyncio.CancelledError) as failure:
            if not self._closed:
                self.failure = failure
        finally:
            self._reading = None
            self._notify()

    def close(self) -> None:
        super().close()
        self._closed = True
        if self._reading is not None:
            self._reading.cancel()


def _refusal_of(answer: v1.BatchResponse) -> Optional[ArbiterError]:
    """Returns the error of a request that the service refused for now; None for other answers."""
    error = error_of(answer.status) if answer.HasField("status") else None
    return None if error is None or error.retry_after is None else error


def _wrong_type(given: object) -> TypeError:
    return TypeError("a batch takes an iterable of v1.BatchRequest messages, such as "
                     "v1.BatchRequest(id='1', legal_moves={'position': position}); it got "
                     f"{describe_type(given)}")


async def iterate(items: AnyIterable[Message]) -> AsyncIterator[Message]:
    """Iterates over items of either kind."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


class BatchAttempts(Attempts[v1.BatchResponse]):
    """The attempts of the call of a batch. Each one sends the requests that have no answer yet."""

    def __init__(self, make_call: Callable[[Optional[float]], Any], retries: Retries,
                 requests: UnansweredRequests) -> None:
        super().__init__(make_call, retries)
        self._requests = requests

    def receive(self, answer: v1.BatchResponse) -> None:
        refusal = _refusal_of(answer)
        if refusal and self._retries.can_wait_after(refusal):
            self._requests.refuse(answer, refusal)
        elif self._requests.settle(answer):
            if not refusal:
                self._retries.record_progress()
            self.ready.append(answer)

    def is_over(self) -> bool:
        return self._requests.is_over()

    def delay_after_end(self) -> Optional[float]:
        self._raise_failure()
        refusal = self._requests.longest_refusal()
        if refusal is not None:
            try:
                return self._retries.delay_after(refusal)
            except ArbiterError:
                self.ready.extend(self._requests.drop_refused())
        return super().delay_after_end() if self._requests.are_complete() else 0

    def delay_after(self, error: ArbiterError, failure: grpc.RpcError) -> float:
        self._raise_failure()
        try:
            return super().delay_after(error, failure)
        except ArbiterError:
            self.close()
            raise

    def close(self) -> None:
        self._requests.close()

    def _raise_failure(self) -> None:
        if self._requests.failure:
            raise self._requests.failure
