"""What blocking and asynchronous clients do with jobs."""

from __future__ import annotations

import itertools
import time
import uuid
from typing import Any, Callable, Iterator, Mapping, Optional, Type, TypeVar, Union

import grpc

from arbiter_client import v1
from arbiter_client._attempts import Attempts
from arbiter_client._error_classes import LimitExceededError, QuotaExceededError
from arbiter_client._messages import make_message
from arbiter_client._pgn import PartLimits, PgnParts
from arbiter_client._retries import Retries, with_jitter
from arbiter_client._statuses import has_begun, is_break
from arbiter_client.errors import ArbiterError

# The limits of one call, well below those of the service.
_MAX_BYTES = 1 << 20
_MAX_ITEMS = 1000
# How long a call waits for a quota, apart from its timeout, in seconds.
_MAX_QUOTA_WAIT = 300
_MIN_QUOTA_WAIT = 0.05
# How long wait_job waits unless the request says so, in seconds.
_DEFAULT_WAIT = 30

DELETION_TIMEOUT = 2.0
"""The timeout of the deletion of a job that could not be submitted, in seconds."""

Message = TypeVar("Message", bound=Any)
JobRequest = Union[v1.JobRequest, Mapping[str, Any]]


class JobSubmission:
    """The calls that submit a job."""

    def __init__(self, requests: Any, pgn: Any, request: Optional[JobRequest],
                 settings: Mapping[str, Any]) -> None:
        """`settings` are the fields of the request that creates the job."""
        if (requests is None) == (pgn is None):
            raise TypeError("give the requests of a job, or games in pgn")
        if (request is None) != (pgn is None):
            raise TypeError("pgn and request, which says what is done with each game, go together")
        self.creation = make_message(v1.CreateJobRequest, settings)
        self.has_key = bool(self.creation.idempotency_key)
        """Whether the caller has chosen a key, with which the job can be continued."""
        if not self.has_key:
            self.creation.idempotency_key = str(uuid.uuid4())
        self._request = None if request is None else _job_request(request)
        self._limits = PartLimits(_MAX_BYTES, _MAX_ITEMS)
        self._games = PgnParts(self._limits)
        self._next_item = 0
        self._give_up_at = 0.0
        self._part = v1.AddJobItemsRequest()
        self._bytes = 0
        self.source: Any = requests
        """What is added: requests, or pieces of a text."""
        if pgn is not None:
            self.source = [pgn] if isinstance(pgn, str) else pgn
        self.job = v1.Job()
        """The job, once it has been created."""

    def begin(self, job: v1.Job) -> bool:
        """Takes the job. Returns false if it needs no items, because an earlier call with the same
        key has started it."""
        self.job = job
        return job.state == v1.JOB_STATE_OPEN

    def add(self, item: Any) -> Iterator[v1.AddJobItemsRequest]:
        """Adds a request or a piece of text, and iterates over the calls that it completes."""
        if self._request is not None:
            yield from map(self._games_call, self._games.add(item))
            return
        request = _job_request(item)
        size = request.ByteSize()
        if self._part.requests and (self._bytes + size > self._limits.max_length
                                    or len(self._part.requests) >= self._limits.max_items):
            yield self._take()
        self._part.requests.append(request)
        self._bytes += size

    def finish(self) -> Iterator[v1.AddJobItemsRequest]:
        """Iterates over the remaining calls."""
        if self._request is not None:
            yield from map(self._games_call, self._games.finish())
        elif self._part.requests:
            yield self._take()

    def prepare(self, call: v1.AddJobItemsRequest) -> None:
        """Gives a call that is made next its job and the number of its first item."""
        call.job_id = self.job.id
        call.first_item = self._next_item
        self._give_up_at = time.monotonic() + _MAX_QUOTA_WAIT

    def record(self, answer: v1.AddJobItemsResponse) -> None:
        """Takes the answer to a call."""
        self._next_item = answer.next_item

    def delay_after(self, error: QuotaExceededError) -> float:
        """Returns the seconds to wait before a call is repeated that a quota has refused, or raises
        the error if they are too many."""
        if error.retry_after is None:
            raise error
        delay = with_jitter(max(error.retry_after, _MIN_QUOTA_WAIT))
        if time.monotonic() + delay > self._give_up_at:
            raise error
        return delay

    def divide(self, call: v1.AddJobItemsRequest,
               error: LimitExceededError) -> Iterator[v1.AddJobItemsRequest]:
        """Divides a call if the client can never pay for so many items at once, and iterates over
        smaller ones. Raises the error if it has another cause, or if the call has only one item."""
        if not {"requests", "games"}.isdisjoint(error.fields):
            while self._limits.max_items > 1:
                self._limits.max_items //= 2
                if len(list(itertools.islice(self._pieces_of(call), 2))) > 1:
                    return self._pieces_of(call)
        raise error

    def _pieces_of(self, call: v1.AddJobItemsRequest) -> Iterator[v1.AddJobItemsRequest]:
        if call.HasField("games"):
            games = PgnParts(self._limits)
            parts = itertools.chain(games.add(call.games.pgn), games.finish())
            yield from map(self._games_call, parts)
        begin = 0
        while begin < len(call.requests):
            end = begin + self._limits.max_items
            yield v1.AddJobItemsRequest(requests=call.requests[begin:end])
            begin = end

    def _take(self) -> v1.AddJobItemsRequest:
        call = self._part
        self._part = v1.AddJobItemsRequest()
        self._bytes = 0
        return call

    def _games_call(self, pgn: str) -> v1.AddJobItemsRequest:
        return v1.AddJobItemsRequest(games=v1.JobGames(pgn=pgn, request=self._request))


def wait_of(request: Any) -> float:
    """Returns for how many seconds the server waits on purpose before it answers a request."""
    if not isinstance(request, v1.WaitJobRequest):
        return 0
    return request.max_wait_ms / 1000 or _DEFAULT_WAIT


def _job_request(given: JobRequest) -> v1.JobRequest:
    kind: Type[Any] = v1.AddJobItemsRequest
    (request,) = make_message(kind, {"requests": [given]}).requests
    converted: v1.JobRequest = request
    return converted


class JobStreamAttempts(Attempts[Message]):
    """The attempts of a stream that tells of a job. Each one goes on after the cursor of the one
    before, or, in a stream without a cursor, begins with the present state."""

    def __init__(self, make_call: Callable[[Optional[float]], Any], request: Any,
                 retries: Retries) -> None:
        """`make_call` makes the call with `request`."""
        super().__init__(make_call, retries)
        self._request = request
        self._has_answer = False

    def start(self) -> Any:
        self._has_answer = False
        return super().start()

    def receive(self, answer: Any) -> None:
        if isinstance(answer, v1.StreamJobResultsResponse):
            self._request.cursor = answer.cursor
        self._has_answer = True
        self._retries.record_progress()
        self._deliver(answer)

    def delay_after(self, error: ArbiterError, failure: grpc.RpcError) -> float:
        begun = self._has_answer or has_begun(failure)
        return self._retries.delay_after(
            error, has_begun=begun, is_broken=begun and is_break(failure))

    def _deliver(self, answer: Any) -> None:
        self.ready.append(answer)


class ResultAttempts(JobStreamAttempts[v1.JobResult]):
    """The attempts of a stream of results."""

    def _deliver(self, answer: v1.StreamJobResultsResponse) -> None:
        self.ready.extend(answer.results)
