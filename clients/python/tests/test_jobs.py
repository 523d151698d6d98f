"""Tests jobs with a service that keeps them in memory, loses answers and breaks streams."""

import asyncio
import io
import re
import time
import unittest
from concurrent import futures
from typing import NamedTuple, Optional

import grpc

from arbiter_client import (
    Arbiter,
    ArbiterError,
    AsyncArbiter,
    BadFieldError,
    DeadlineExceededError,
    LimitExceededError,
    QuotaExceededError,
    v1,
)
from arbiter_client._google_rpc import status_pb2
from arbiter_client._pgn import PartLimits, PgnParts
from arbiter_client.v1.job_service_pb2_grpc import JobServiceServicer, add_JobServiceServicer_to_server
from tests.failing import refusal, short_delays


class FakeJobs(JobServiceServicer):
    """A service with one job. The answers to the first `lost` calls of each method are lost."""

    def __init__(self, lost=0):
        self.lost = lost
        self.refuse = lambda request: None  # returns the status with which a call is refused
        self.breaks = []  # how the next streams break
        self.requests = []
        self.items = []
        self.state = v1.JOB_STATE_OPEN

    def named(self, kind):
        return [request for request in self.requests if isinstance(request, kind)]

    def CreateJob(self, request, context):
        return self._answer(request, context, v1.CreateJobResponse(job=self._job()))

    def AddJobItems(self, request, context):
        if status := self.refuse(request):
            self.requests.append(request)
            fail(context, status)
        items = list(request.requests) or count_of(request) * [request.games.request]
        next_item = request.first_item + len(items)
        self.items += items[len(self.items) - request.first_item:] if next_item > len(self.items) else []
        return self._answer(request, context,
                            v1.AddJobItemsResponse(items=len(self.items), next_item=next_item))

    def StartJob(self, request, context):
        self.state = v1.JOB_STATE_RUNNING
        return self._answer(request, context, v1.StartJobResponse(job=self._job()))

    def WaitJob(self, request, context):
        time.sleep(0.3)
        return v1.WaitJobResponse(job=self._job())

    def RetryFailedItems(self, request, context):
        return self._answer(request, context, v1.RetryFailedItemsResponse(job=self._job()))

    def DeleteJob(self, request, context):
        return self._answer(request, context, v1.DeleteJobResponse())

    def WatchJob(self, request, context):
        yield from self._broken_stream(request, context, v1.WatchJobResponse(job=self._job()))
        yield v1.WatchJobResponse(job=self._job())

    def StreamJobResults(self, request, context):
        yield from self._broken_stream(
            request, context, v1.StreamJobResultsResponse(cursor=request.cursor))
        first = int(request.cursor or 0)
        for item in range(first, min(first + 2, len(self.items))):
            yield v1.StreamJobResultsResponse(results=[v1.JobResult(item=item)], cursor=str(item + 1))
        if first + 2 < len(self.items):
            context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    def _broken_stream(self, request, context, answer):
        self.requests.append(request)
        if not self.breaks:
            return
        cause = self.breaks.pop(0)
        if cause.seconds is not None:
            context.send_initial_metadata([("x-request-id", "7")])
            time.sleep(cause.seconds)
            if cause.seconds == 0:
                yield answer
        fail(context, cause.status, cause.has_details)

    def _job(self):
        return v1.Job(id="1", state=self.state, items=len(self.items))

    def _answer(self, request, context, answer):
        self.requests.append(request)
        if len(self.named(type(request))) <= self.lost:
            context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
        return answer


class Break(NamedTuple):
    """How a stream breaks: after an answer, after some seconds of silence, or before it has begun."""

    status: status_pb2.Status
    seconds: Optional[float] = 0
    has_details: bool = False


def fail(context, status, has_details=True):
    if has_details:
        context.set_trailing_metadata([("grpc-status-details-bin", status.SerializeToString())])
    code = next(code for code in grpc.StatusCode if code.value[0] == status.code)
    context.abort(code, status.message)


def count_of(request):
    """Returns the number of items of a call. Games of this test end with an asterisk."""
    return len(request.requests) or request.games.pgn.count("*")


def review(depth):
    return {"review_game": {"variant": "makruk", "limits": {"depth": depth}}}


class Blocking:
    """Makes calls with the blocking client."""

    @staticmethod
    def call(address, method, *arguments, client_timeout=10.0, **fields):
        with Arbiter(address, timeout=client_timeout) as arbiter:
            return getattr(arbiter, method)(*arguments, **fields)

    @staticmethod
    def answers(address, method, client_timeout=10.0, **fields):
        with Arbiter(address, timeout=client_timeout) as arbiter:
            return list(getattr(arbiter, method)(**fields))

    @classmethod
    def results(cls, address, **fields):
        return [result.item for result in cls.answers(address, "job_results", **fields)]


class Asynchronous:
    """Makes calls with the client for asyncio."""

    @staticmethod
    def call(address, method, *arguments, client_timeout=10.0, **fields):
        async def call():
            async with AsyncArbiter(address, timeout=client_timeout) as arbiter:
                return await getattr(arbiter, method)(*arguments, **fields)
        return asyncio.run(call())

    @staticmethod
    def answers(address, method, client_timeout=10.0, **fields):
        async def answers():
            async with AsyncArbiter(address, timeout=client_timeout) as arbiter:
                return [answer async for answer in getattr(arbiter, method)(**fields)]
        return asyncio.run(answers())

    @classmethod
    def results(cls, address, **fields):
        return [result.item for result in cls.answers(address, "job_results", **fields)]


class Jobs(unittest.TestCase):
    def _serve(self, service):
        server = grpc.server(futures.ThreadPoolExecutor(1))
        add_JobServiceServicer_to_server(service, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self.addCleanup(lambda: server.stop(None).wait())
        return f"127.0.0.1:{port}"

    def _for_both(self, lost=0):
        for client in (Blocking, Asynchronous):
            with self.subTest(client=client.__name__), short_delays():
                service = FakeJobs(lost)
                yield client, service, self._serve(service)

    def test_items_are_added_in_calls_of_a_limited_number_and_size(self):
        large = {"pgn": 700_000 * "x", **review(1)}
        for client, service, address in self._for_both():
            job = client.call(address, "submit_job", [review(2)] * 1500 + [large, large],
                              priority="JOB_PRIORITY_LOW")
            self.assertEqual((job.state, job.items), (v1.JOB_STATE_RUNNING, 1502))
            self.assertEqual([(call.first_item, len(call.requests))
                              for call in service.named(v1.AddJobItemsRequest)],
                             [(0, 1000), (1000, 501), (1501, 1)])
            (creation,) = service.named(v1.CreateJobRequest)
            self.assertRegex(creation.idempotency_key, "^[0-9a-f-]{36}$")
            self.assertEqual(creation.priority, v1.JOB_PRIORITY_LOW)

    def test_calls_whose_answer_is_lost_are_repeated_with_the_same_key_and_number(self):
        for client, service, address in self._for_both(lost=1):
            job = client.call(address, "submit_job", [v1.JobRequest(**review(1)), review(2)],
                              idempotency_key="a key")
            self.assertEqual(job.items, 2)
            self.assertEqual([call.idempotency_key for call in service.named(v1.CreateJobRequest)],
                             ["a key", "a key"])
            self.assertEqual([call.first_item for call in service.named(v1.AddJobItemsRequest)],
                             [0, 0])
            self.assertEqual(len(service.named(v1.StartJobRequest)), 2)

    def test_a_failed_retry_of_items_is_not_repeated(self):
        for client, service, address in self._for_both(lost=1):
            with self.assertRaisesRegex(ArbiterError, "UNAVAILABLE"):
                client.call(address, "retry_failed_items", job_id="1")
            self.assertEqual(len(service.named(v1.RetryFailedItemsRequest)), 1)

    def test_waiting_for_a_job_takes_its_time_in_addition_to_the_timeout_of_calls(self):
        for client, _, address in self._for_both():
            with self.assertRaises(DeadlineExceededError):
                client.call(address, "wait_job", job_id="1", timeout=0.1)
            for fields in ({}, {"max_wait_ms": 50_000}):
                answer = client.call(address, "wait_job", job_id="1", client_timeout=0.1, **fields)
                self.assertEqual(answer.job.id, "1")

    def test_a_job_that_has_been_started_already_is_returned(self):
        for client, service, address in self._for_both():
            service.state = v1.JOB_STATE_DONE
            job = client.call(address, "submit_job", [review(1)], idempotency_key="a key")
            self.assertEqual(job.state, v1.JOB_STATE_DONE)
            self.assertEqual(service.named(v1.AddJobItemsRequest), [])

    def _for_all_items(self):
        for client, service, address in self._for_both():
            for field, items in (("requests", {"requests": 2500 * [review(1)]}),
                                 ("games", {"pgn": 2500 * GAME, "request": review(1)})):
                with self.subTest(field=field):
                    service.__init__()
                    yield client, service, address, field, items

    def test_items_are_sent_again_with_the_same_numbers_by_another_call_with_the_same_key(self):
        for client, service, address, _, items in self._for_all_items():
            service.items = 1700 * [v1.JobRequest()]
            job = client.call(address, "submit_job", idempotency_key="a key", **items)
            self.assertEqual(job.items, 2500)
            self.assertEqual([call.first_item for call in service.named(v1.AddJobItemsRequest)],
                             [0, 1000, 2000])

    def test_items_that_the_client_can_never_pay_for_at_once_are_sent_in_smaller_calls(self):
        for client, service, address, field, items in self._for_all_items():
            too_many = refusal(grpc.StatusCode.INVALID_ARGUMENT, reason="LIMIT_EXCEEDED", field=field)
            service.refuse = lambda request: too_many if count_of(request) > 300 else None
            self.assertEqual(client.call(address, "submit_job", **items).items, 2500)
            self.assertEqual([count_of(call) for call in service.named(v1.AddJobItemsRequest)],
                             [1000, 500, *10 * [250]])

    def test_items_of_which_not_even_one_is_allowed_fail_and_the_job_is_deleted(self):
        for client, service, address, field, items in self._for_all_items():
            too_many = refusal(grpc.StatusCode.INVALID_ARGUMENT, reason="LIMIT_EXCEEDED", field=field)
            service.refuse = lambda request: too_many
            with self.assertRaises(LimitExceededError):
                client.call(address, "submit_job", **items)
            self.assertEqual([count_of(call) for call in service.named(v1.AddJobItemsRequest)],
                             [1000, 500, 250, 125, 62, 31, 15, 7, 3, 1])
            self.assertEqual([call.job_id for call in service.named(v1.DeleteJobRequest)], ["1"])

    def test_a_job_with_a_key_is_not_deleted_when_it_cannot_be_submitted(self):
        for client, service, address in self._for_both():
            service.refuse = lambda request: refusal(
                grpc.StatusCode.INVALID_ARGUMENT, reason="BAD_FIELD", field="requests[0]")
            with self.assertRaises(BadFieldError):
                client.call(address, "submit_job", [review(1)], idempotency_key="a key")
            self.assertEqual(service.named(v1.DeleteJobRequest), [])

    def test_a_job_without_a_key_is_deleted_when_the_items_cannot_be_read(self):
        def items():
            yield review(1)
            raise OSError("the disk is gone")
        for client, service, address in self._for_both():
            with self.assertRaisesRegex(OSError, "the disk is gone"):
                client.call(address, "submit_job", items())
            self.assertEqual(len(service.named(v1.DeleteJobRequest)), 1)

    def test_a_submission_goes_on_when_another_one_with_its_key_has_started_the_job(self):
        for client, service, address in self._for_both():
            def start(request):
                if request.first_item == 1000:
                    service.items = 2500 * [v1.JobRequest()]
                    service.state = v1.JOB_STATE_RUNNING
            service.refuse = start
            job = client.call(address, "submit_job", pgn=2500 * GAME, request=review(1),
                              idempotency_key="a key")
            self.assertEqual((job.items, job.state), (2500, v1.JOB_STATE_RUNNING))
            self.assertEqual([call.first_item for call in service.named(v1.AddJobItemsRequest)],
                             [0, 1000, 2000])

    def test_a_submission_waits_for_a_quota_for_longer_than_the_timeout_of_its_calls(self):
        for client, service, address in self._for_both():
            refusals = [refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, 2000, reason="QUOTA_EXCEEDED")]
            service.refuse = lambda request: refusals.pop() if refusals else None
            start = time.monotonic()
            job = client.call(address, "submit_job", [review(1)], client_timeout=1.5)
            self.assertEqual(job.items, 1)
            self.assertGreaterEqual(time.monotonic() - start, 2)

    def test_a_submission_does_not_wait_for_a_quota_for_hours(self):
        for client, service, address in self._for_both():
            service.refuse = lambda request: refusal(
                grpc.StatusCode.RESOURCE_EXHAUSTED, 3_600_000, reason="QUOTA_EXCEEDED")
            with self.assertRaises(QuotaExceededError):
                client.call(address, "submit_job", [review(1)])

    def test_games_are_sent_in_several_calls(self):
        text = 2500 * GAME
        for client, service, address in self._for_both():
            job = client.call(address, "submit_job", pgn=io.StringIO(text), request=review(1))
            self.assertEqual(job.items, 2500)
            calls = service.named(v1.AddJobItemsRequest)
            self.assertEqual([call.first_item for call in calls], [0, 1000, 2000])
            self.assertEqual("".join(call.games.pgn for call in calls), text)

    def test_requests_and_games_exclude_each_other(self):
        for client, _, address in self._for_both():
            for arguments in ({}, {"pgn": "*"}, {"requests": [], "pgn": "*", "request": review(1)},
                              {"requests": [], "request": review(1)}):
                with self.assertRaises(TypeError):
                    client.call(address, "submit_job", **arguments)

    def test_streams_go_on_after_a_proxy_has_lost_the_server(self):
        for client, service, address in self._for_both():
            service.items = [v1.JobRequest()]
            service.breaks = list(BREAKS)
            self.assertEqual(client.results(address, job_id="1"), [0])
            self.assertEqual(len(service.named(v1.StreamJobResultsRequest)), len(BREAKS) + 1)
            service.breaks = list(BREAKS)
            answers = client.answers(address, "watch_job", job_id="1")
            self.assertEqual([answer.job.id for answer in answers], (len(BREAKS) + 1) * ["1"])
            self.assertEqual([call.job_id for call in service.named(v1.WatchJobRequest)],
                             (len(BREAKS) + 1) * ["1"])

    def test_streams_end_with_an_error_of_the_service_or_before_an_answer(self):
        unknown = refusal(grpc.StatusCode.UNKNOWN)
        for client, service, address in self._for_both():
            for cause in (Break(unknown, has_details=True), Break(unknown, seconds=None)):
                service.breaks = [cause]
                with self.assertRaisesRegex(ArbiterError, "UNKNOWN"):
                    client.results(address, job_id="1")
            self.assertEqual(len(service.named(v1.StreamJobResultsRequest)), 2)

    def test_a_stream_of_results_that_breaks_repeatedly_in_silence_is_not_given_up(self):
        overloaded = refusal(grpc.StatusCode.UNAVAILABLE, 1, reason="OVERLOADED")
        for client, service, address in self._for_both():
            service.items = [v1.JobRequest()]
            service.breaks = [*2 * [Break(refusal(grpc.StatusCode.UNAVAILABLE), seconds=0.4)],
                              Break(overloaded, seconds=0.4, has_details=True)]
            self.assertEqual(client.results(address, client_timeout=0.3, job_id="1"), [0])
            self.assertEqual(len(service.named(v1.StreamJobResultsRequest)), 4)

    def test_results_come_once_and_in_order_however_often_the_stream_breaks(self):
        for client, service, address in self._for_both():
            service.items = 7 * [review(1)]
            self.assertEqual(
                client.results(address, job_id="1", order="RESULT_ORDER_COMPLETION"), list(range(7)))
            calls = service.named(v1.StreamJobResultsRequest)
            self.assertEqual([call.cursor for call in calls], ["", "2", "4", "6"])
            self.assertEqual({(call.job_id, call.order) for call in calls}, {("1", 1)})


GAME = '[Event "a"]\n\n1. e4 e5 *\n\n'

BREAKS = [Break(status_pb2.Status(code=code.value[0], message=message)) for code, message in (
    (grpc.StatusCode.UNAVAILABLE, "gone"), (grpc.StatusCode.UNKNOWN, ""),
    (grpc.StatusCode.CANCELLED, ""),
    (grpc.StatusCode.INTERNAL, "Received RST_STREAM with error code 2"))]

GAMES = [f'[Event "{i}"]\n[Site "?"]\n\n1. e4 {{a comment\n\n[Event in words]}} e5 {result}\n\n'
         for i, result in enumerate(["*", "1-0", "0-1", "1/2-1/2", "*"])]


class Pgn(unittest.TestCase):
    def _parts(self, pieces, max_length, max_games):
        parts = PgnParts(PartLimits(max_length, max_games))
        return [part for piece in pieces for part in parts.add(piece)] + list(parts.finish())

    def test_a_text_is_cut_only_between_games(self):
        text = "".join(GAMES)
        for size in (1, 7, 1000):
            pieces = re.findall(f"(?s).{{1,{size}}}", text)
            self.assertEqual(self._parts(pieces, 1000, 1), GAMES)
            self.assertEqual(self._parts(pieces, len(GAMES[3]), 100), GAMES)
            self.assertEqual(self._parts(pieces, 1000, 2),
                             [GAMES[0] + GAMES[1], GAMES[2] + GAMES[3], GAMES[4]])
            self.assertEqual(self._parts(pieces, 1000, 100), [text])
        self.assertEqual(self._parts([text.replace("\n", "\r\n")], 1000, 1),
                         [game.replace("\n", "\r\n") for game in GAMES])

    def test_a_text_without_games_has_no_parts_and_one_without_places_to_cut_is_an_error(self):
        self.assertEqual(self._parts(["\n", " \n"], 10, 10), [])
        self.assertEqual(self._parts(["1. e4 *"], 10, 10), ["1. e4 *"])
        with self.assertRaisesRegex(ValueError, "do not begin with the tag Event"):
            self._parts(['[Event "a"]\n' * 10], 10, 10)


if __name__ == "__main__":
    unittest.main()
