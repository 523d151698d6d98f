"""The blocking client."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import Iterable, Optional, Type, Union

import grpc

from arbiter_client import v1
from arbiter_client._arguments import Metadata, known_keywords
from arbiter_client._base_client import BaseClient
from arbiter_client._calls import Calls, Stream
from arbiter_client._error_classes import LimitExceededError, QuotaExceededError
from arbiter_client._jobs import DELETION_TIMEOUT, JobRequest, JobSubmission
from arbiter_client._methods import (
    AnalysisServiceMethods,
    JobServiceMethods,
    RulesServiceMethods,
)
from arbiter_client.errors import ArbiterError
from arbiter_client.session import Session


class Arbiter(RulesServiceMethods, AnalysisServiceMethods, JobServiceMethods,
              BaseClient[Session]):
    """A client of a service.

    Each method takes the fields of its request by name, or the whole request; messages can also be
    dicts, and enum values strings. `timeout` is the time for the call in seconds, including its
    retries, and `metadata` is a list of pairs that are sent with it.

    A method returns the response or raises an ArbiterError. Before it makes the call, it raises a
    TypeError or a ValueError if an argument is wrong. A call that loses its server is repeated
    until its deadline, and so is a call that is refused because of overload or a quota, after the
    delay that the service requests. This is harmless for all methods but `retry_failed_items`,
    which is not repeated. A stream is repeated only before its first answer, but the streams of jobs
    go on where they were. Of a batch, the requests without an answer are sent again. A session is not
    repeated.

    The client is thread-safe. Close it, or use it in a `with` statement.
    """

    _grpc = grpc
    _calls_type = Calls
    _session_type = Session

    @known_keywords
    def submit_job(
        self,
        requests: Optional[Iterable[JobRequest]] = None,
        *,
        pgn: Optional[Union[str, Iterable[str]]] = None,
        request: Optional[JobRequest] = None,
        idempotency_key: Optional[str] = None,
        priority: Optional[Union[v1.JobPriority, str]] = None,
        ttl_hours: Optional[int] = None,
        any_engine: Optional[bool] = None,
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> v1.Job:
        """Creates a job, adds its items in calls of a limited size, and starts it.

        If it fails, it can be repeated with the same `idempotency_key`, which then continues the
        job; without one, the job is deleted. `timeout` is that of each call; if a quota is used up,
        it also waits between them, for up to five minutes.

        Args:
            requests: The items, v1.JobRequest messages or dicts.
            pgn: In place of `requests`, games in PGN: a text, or its pieces, such as an open file.
                Each game becomes an item.
            request: What is done with each game: `validate_game` or `review_game`, without a game.
            idempotency_key: Makes the call repeatable; by default, each call makes a new job.
            priority: How urgent the job is.
            ttl_hours: How long the job and its results are kept, in hours; 168 by default.
            any_engine: Whether workers of every engine version may run the job.
        """
        submission = JobSubmission(requests, pgn, request, {
            "idempotency_key": idempotency_key, "priority": priority, "ttl_hours": ttl_hours,
            "any_engine": any_engine})

        def send(calls: Iterable[v1.AddJobItemsRequest]) -> None:
            for call in calls:
                submission.prepare(call)
                send_one(call)

        def send_one(call: v1.AddJobItemsRequest) -> None:
            while True:
                try:
                    answer = self.add_job_items(call, timeout=timeout, metadata=metadata)
                    return submission.record(answer)
                except LimitExceededError as error:
                    return send(submission.divide(call, error))
                except QuotaExceededError as error:
                    self._calls.wait(submission.delay_after(error))

        created = self.create_job(
            submission.creation, timeout=timeout, metadata=metadata)
        if not submission.begin(created.job):
            return created.job
        try:
            for item in submission.source:
                send(submission.add(item))
            send(submission.finish())
            started = self.start_job(
                job_id=submission.job.id, timeout=timeout, metadata=metadata)
            return started.job
        except BaseException:
            # Without the key, nobody could continue the job. If this fails, it expires.
            if not submission.has_key:
                with contextlib.suppress(ArbiterError):
                    self.delete_job(job_id=submission.job.id, timeout=DELETION_TIMEOUT,
                                    metadata=metadata)
            raise

    @known_keywords
    def job_results(
        self,
        job_id: str,
        *,
        order: Optional[Union[v1.ResultOrder, str]] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> Stream[v1.JobResult]:
        """Iterates over the results of a job, those that there are and further ones when they come,
        until the job has ended. If the connection breaks, it goes on after the last result.

        Args:
            job_id: The id of the job.
            order: The order of the results: that of the items by default.
            cursor: The place after which the results begin, from `stream_job_results`.
        """
        request = self._calls.request(v1.StreamJobResultsRequest, None, {
            "job_id": job_id, "order": order, "cursor": cursor})
        return self._calls.job_results(
            self._job_service.StreamJobResults, request, timeout, metadata)

    def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        self._calls.close()

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()
