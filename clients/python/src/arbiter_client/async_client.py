"""The client for asyncio."""

from __future__ import annotations

import contextlib
from types import TracebackType
from typing import Iterable, Optional, Type, Union

import grpc.aio

from arbiter_client import v1
from arbiter_client._arguments import Metadata, known_keywords
from arbiter_client._async_calls import AsyncCalls, AsyncStream
from arbiter_client._async_methods import (
    AsyncAnalysisServiceMethods,
    AsyncJobServiceMethods,
    AsyncRulesServiceMethods,
)
from arbiter_client._base_client import BaseClient
from arbiter_client._batches import AnyIterable, iterate
from arbiter_client._error_classes import LimitExceededError, QuotaExceededError
from arbiter_client._jobs import DELETION_TIMEOUT, JobRequest, JobSubmission
from arbiter_client.errors import ArbiterError
from arbiter_client.session import AsyncSession


class AsyncArbiter(AsyncRulesServiceMethods, AsyncAnalysisServiceMethods, AsyncJobServiceMethods,
                   BaseClient[AsyncSession]):
    """A client of a service for asyncio.

    It has the methods of `Arbiter`, with the same arguments and exceptions. Methods with one answer
    are coroutines, and methods with many answers return an AsyncStream. Cancelling a task cancels
    the call that it waits for.

    Open the client in a coroutine, and use it only in the event loop that runs there. Close it, or
    use it in an `async with` statement.
    """

    _grpc = grpc.aio
    _calls_type = AsyncCalls
    _session_type = AsyncSession

    @known_keywords
    async def submit_job(
        self,
        requests: Optional[AnyIterable[JobRequest]] = None,
        *,
        pgn: Optional[Union[str, AnyIterable[str]]] = None,
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

        async def send(calls: Iterable[v1.AddJobItemsRequest]) -> None:
            for call in calls:
                submission.prepare(call)
                await send_one(call)

        async def send_one(call: v1.AddJobItemsRequest) -> None:
            while True:
                try:
                    answer = await self.add_job_items(call, timeout=timeout, metadata=metadata)
                    return submission.record(answer)
                except LimitExceededError as error:
                    return await send(submission.divide(call, error))
                except QuotaExceededError as error:
                    await self._calls.wait(submission.delay_after(error))

        created = await self.create_job(
            submission.creation, timeout=timeout, metadata=metadata)
        if not submission.begin(created.job):
            return created.job
        try:
            async for item in iterate(submission.source):
                await send(submission.add(item))
            await send(submission.finish())
            started = await self.start_job(
                job_id=submission.job.id, timeout=timeout, metadata=metadata)
            return started.job
        except BaseException:
            # Without the key, nobody could continue the job. If this fails, it expires.
            if not submission.has_key:
                with contextlib.suppress(ArbiterError):
                    await self.delete_job(job_id=submission.job.id, timeout=DELETION_TIMEOUT,
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
    ) -> AsyncStream[v1.JobResult]:
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

    async def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        await self._calls.close()

    async def __aenter__(self) -> AsyncArbiter:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()
