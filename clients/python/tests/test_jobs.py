"""Tests jobs with a service that keeps them in memory, loses answers and breaks streams."""

import asyncio
import io
import re
import time
import unittest
from concurrent import futures

import grpc

from arbiter_client import Arbiter, ArbiterError, AsyncArbiter, DeadlineExceededError, v1
from arbiter_client._pgn import PgnParts
from arbiter_client.v1.job_service_pb2_grpc import JobServiceServicer, add_JobServiceServicer_to_server
from tests.failing import short_delays


class FakeJobs(JobServiceServicer):
    """A service with one job. The answers to the first `lost` calls of each method are lost."""

    def __init__(self, lost=0):
        self.lost = lost
        self.requests = []
        self.items = []
        self.state = v1.JOB_STATE_OPEN

    def named(self, kind):
        return [request for request in self.requests if isinstance(request, kind)]

    def CreateJob(self, request, context):
        return self._answer(request, context, v1.CreateJobResponse(job=self._job()))

    def AddJobItems(self, request, context):
        # Games of this test end with an asterisk.
        items = list(request.requests) or request.games.pgn.count("*") * [request.games.request]
        self.items[request.first_item:request.first_item + len(items)] = items
        return self._answer(request, context, v1.AddJobItemsResponse(items=len(self.items)))

    def StartJob(self, request, context):
        self.state = v1.JOB_STATE_RUNNING
        return self._answer(request, context, v1.StartJobResponse(job=self._job()))

    def WaitJob(self, request, context):
        time.sleep(0.3)
        return v1.WaitJobResponse(job=self._job())

    def RetryFailedItems(self, request, context):
        return self._answer(request, context, v1.RetryFailedItemsResponse(job=self._job()))

    def StreamJobResults(self, request, context):
        self.requests.append(request)
        first = int(request.cursor or 0)
        for item in range(first, min(first + 2, len(self.items))):
            yield v1.StreamJobResultsResponse(results=[v1.JobResult(item=item)], cursor=str(item + 1))
        if first + 2 < len(self.items):
            context.abort(grpc.StatusCode.UNAVAILABLE, "gone")

    def _job(self):
        return v1.Job(id="1", state=self.state, items=len(self.items))

    def _answer(self, request, context, answer):
        self.requests.append(request)
        if len(self.named(type(request))) <= self.lost:
            context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
        return answer


def review(depth):
    return {"review_game": {"variant": "makruk", "limits": {"depth": depth}}}


class Blocking:
    """Makes calls with the blocking client."""

    @staticmethod
    def call(address, method, *arguments, client_timeout=10.0, **fields):
        with Arbiter(address, timeout=client_timeout) as arbiter:
            return getattr(arbiter, method)(*arguments, **fields)

    @staticmethod
    def results(address, **fields):
        with Arbiter(address) as arbiter:
            return [result.item for result in arbiter.job_results(**fields)]


class Asynchronous:
    """Makes calls with the client for asyncio."""

    @staticmethod
    def call(address, method, *arguments, client_timeout=10.0, **fields):
        async def call():
            async with AsyncArbiter(address, timeout=client_timeout) as arbiter:
                return await getattr(arbiter, method)(*arguments, **fields)
        return asyncio.run(call())

    @staticmethod
    def results(address, **fields):
        async def results():
            async with AsyncArbiter(address) as arbiter:
                return [result.item async for result in arbiter.job_results(**fields)]
        return asyncio.run(results())


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

    def test_items_go_on_where_an_earlier_call_ended_but_games_do_not(self):
        for client, service, address in self._for_both():
            service.items = [review(1)]
            with self.assertRaisesRegex(ValueError, "delete it, or use another key"):
                client.call(address, "submit_job", pgn="*", request=review(1))
            self.assertEqual(client.call(address, "submit_job", [review(1), review(2)]).items, 2)

    def test_games_are_sent_in_several_calls(self):
        text = 2500 * '[Event "a"]\n\n1. e4 e5 *\n\n'
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

    def test_results_come_once_and_in_order_however_often_the_stream_breaks(self):
        for client, service, address in self._for_both():
            service.items = 7 * [review(1)]
            self.assertEqual(
                client.results(address, job_id="1", order="RESULT_ORDER_COMPLETION"), list(range(7)))
            calls = service.named(v1.StreamJobResultsRequest)
            self.assertEqual([call.cursor for call in calls], ["", "2", "4", "6"])
            self.assertEqual({(call.job_id, call.order) for call in calls}, {("1", 1)})


GAMES = [f'[Event "{i}"]\n[Site "?"]\n\n1. e4 {{a comment\n\n[Event in words]}} e5 {result}\n\n'
         for i, result in enumerate(["*", "1-0", "0-1", "1/2-1/2", "*"])]


class Pgn(unittest.TestCase):
    def _parts(self, pieces, max_length, max_games):
        parts = PgnParts(max_length, max_games)
        return [part for piece in pieces for part in parts.add(piece)] + parts.finish()

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
