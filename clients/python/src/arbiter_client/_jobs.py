"""What blocking and asynchronous clients do with jobs."""

from __future__ import annotations

import uuid
from typing import Any, Callable, List, Mapping, Optional, Type, Union

from arbiter_client import v1
from arbiter_client._attempts import Attempts
from arbiter_client._messages import make_message
from arbiter_client._pgn import PgnParts
from arbiter_client._retries import Retries

# The limits of one call, well below those of the service.
_MAX_BYTES = 1 << 20
_MAX_ITEMS = 1000
# How long wait_job waits unless the request says so, in seconds.
_DEFAULT_WAIT = 30

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
        if not self.creation.idempotency_key:
            self.creation.idempotency_key = str(uuid.uuid4())
        self._request = None if request is None else _job_request(request)
        self._games = PgnParts(_MAX_BYTES, _MAX_ITEMS)
        self._next_item = 0
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
        if job.state != v1.JOB_STATE_OPEN:
            return False
        if self._request is not None and job.items > 0:
            raise ValueError(f"job {job.id} has this key and already some of its games, and which "
                             "ones is not known; delete it, or use another key")
        return True

    def add(self, item: Any) -> List[v1.AddJobItemsRequest]:
        """Adds a request or a piece of text, and returns the calls that it completes."""
        if self._request is not None:
            return [self._games_call(part) for part in self._games.add(item)]
        request = _job_request(item)
        size = request.ByteSize()
        full = self._part.requests and (
            self._bytes + size > _MAX_BYTES or len(self._part.requests) == _MAX_ITEMS)
        calls = [self._take()] if full else []
        self._part.requests.append(request)
        self._bytes += size
        return calls

    def finish(self) -> List[v1.AddJobItemsRequest]:
        """Returns the remaining calls."""
        if self._request is not None:
            return [self._games_call(part) for part in self._games.finish()]
        return [self._take()] if self._part.requests else []

    def number(self, call: v1.AddJobItemsRequest) -> v1.AddJobItemsRequest:
        """Gives a call that is made next its job and the number of its first item."""
        call.job_id = self.job.id
        call.first_item = self._next_item
        return call

    def record(self, call: v1.AddJobItemsRequest, answer: v1.AddJobItemsResponse) -> None:
        """Takes the answer to a call."""
        if self._request is None:
            # The job can have more items from an earlier call with the same key.
            self._next_item += len(call.requests)
        else:
            self._next_item = answer.items

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


class ResultAttempts(Attempts[v1.JobResult]):
    """The attempts of a stream of results. Each one begins after the last result of the one before."""

    def __init__(self, make_call: Callable[[v1.StreamJobResultsRequest, Optional[float]], Any],
                 request: v1.StreamJobResultsRequest, retries: Retries) -> None:
        super().__init__(lambda left: make_call(self._request, left), retries)
        self._request = request

    def receive(self, answer: v1.StreamJobResultsResponse) -> None:
        self._request.cursor = answer.cursor
        self._retries.record_progress()
        self.ready.extend(answer.results)
