"""Tests of the calls of the client for asyncio."""

import asyncio
import inspect
import unittest

import grpc

from arbiter_client import (
    Arbiter,
    ArbiterError,
    AsyncArbiter,
    DeadlineExceededError,
    IllegalActionError,
    Reason,
    UnreachableError,
    v1,
)
from tests.failing import Failing, serve, short_delays
from tests.requests import MAKRUK, named
from tests.restarting import EXPECTED, answers_of, counted_retries, long_batch, restart_async
from tests.server import PATIENCE, Server

# This takes far longer than any test.
LONG = {"position": {"variant": "chak"}, "depth": 12}


class AsyncCalls(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--max-perft-nodes", "1000000000000000", "--max-call-ms", "86400000")
        cls.addClassCleanup(cls.server.close)

    async def asyncSetUp(self):
        self.arbiter = AsyncArbiter(self.server.address)
        self.addAsyncCleanup(self.arbiter.close)

    async def _start(self, name, arbiter=None):
        """Starts a call that takes long, and returns its task when the call is running."""
        task = asyncio.create_task(
            (arbiter or self.arbiter).perft(**LONG, timeout=PATIENCE, metadata=named(name)))
        # The task begins while the first of these calls waits. The connection transmits calls in their order, so the
        # second one is answered when the server has the long one.
        for _ in range(2):
            await (arbiter or self.arbiter).list_variants()
        return task

    async def _wait_for_call(self, name):
        return await asyncio.to_thread(self.server.wait_for_call, name)

    async def test_the_methods_and_their_parameters_are_those_of_the_blocking_client(self):
        for name in {*dir(Arbiter), *dir(AsyncArbiter), "__init__"}:
            if not name.startswith("_") or name == "__init__":
                with self.subTest(name):
                    blocking, asynchronous = (
                        inspect.signature(getattr(client, name)).parameters.values()
                        for client in (Arbiter, AsyncArbiter))
                    self.assertEqual([parameter.replace(annotation=None) for parameter in blocking],
                                     [parameter.replace(annotation=None)
                                      for parameter in asynchronous])
                    self.assertEqual(getattr(Arbiter, name).__doc__,
                                     getattr(AsyncArbiter, name).__doc__)

    async def test_a_game_from_its_start_to_its_result(self):
        state = (await self.arbiter.start_game(variant="makruk")).state
        position = v1.Position(variant="makruk", snapshot=state.snapshot)
        move = (await self.arbiter.legal_moves(position=position)).texts[0]
        answer = await self.arbiter.apply_moves(position=position, actions=[move, "resign"])
        self.assertEqual(answer.state.adjudication.result, v1.RESULT_WHITE_WINS)

    async def test_many_calls_at_once_each_have_their_own_answer(self):
        answers = await asyncio.gather(*(
            self.arbiter.legal_moves(position=MAKRUK, from_=f"{file}3")
            for file in "abcdefgh" * 50))
        self.assertEqual([list(answer.texts) for answer in answers],
                         [[f"{file}3{file}4"] for file in "abcdefgh" * 50])

    async def test_the_locale_of_the_client_applies_to_requests_without_one(self):
        async with AsyncArbiter(self.server.address, locale="th") as thai:
            names = [variant.name for variant in (await thai.list_variants()).variants]
        self.assertIn("หมากรุก", names)

    async def test_the_error_of_an_illegal_move_has_all_details(self):
        with self.assertRaises(IllegalActionError) as caught:
            await self.arbiter.apply_moves(
                position=MAKRUK, actions=["e3e4", "e6e4"], locale="en", metadata=named("game-7"))
        error = caught.exception
        self.assertEqual((error.reason, error.code, error.fields, error.request_id),
                         (Reason.ILLEGAL_ACTION, grpc.StatusCode.FAILED_PRECONDITION,
                          ("actions[1]",), "game-7"))
        self.assertIn("e6e4", error.message)
        self.assertIn("e6e4", error.localized_message)

    async def test_a_timeout_of_the_client_or_of_the_call_is_a_deadline_error(self):
        async with AsyncArbiter(self.server.address, timeout=0.3) as impatient:
            with self.assertRaises(DeadlineExceededError):
                await impatient.perft(**LONG)
        with self.assertRaises(DeadlineExceededError):
            await self.arbiter.perft(**LONG, timeout=0.3)

    async def test_cancelling_the_task_cancels_the_call(self):
        task = await self._start("cancelled")
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual((await self._wait_for_call("cancelled"))["code"], "CANCELLED")

    async def test_a_time_limit_of_asyncio_cancels_the_call(self):
        task = await self._start("limited")
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(task, 0.1)
        self.assertEqual((await self._wait_for_call("limited"))["code"], "CANCELLED")

    async def test_closing_the_client_fails_its_calls_without_cancelling_their_tasks(self):
        arbiter = AsyncArbiter(self.server.address)
        task = await self._start("closed", arbiter)
        await arbiter.close()
        with self.assertRaises(ArbiterError) as caught:
            await task
        self.assertEqual(caught.exception.code, grpc.StatusCode.CANCELLED)
        self.assertEqual((await self._wait_for_call("closed"))["code"], "CANCELLED")

    async def test_a_cancellation_is_not_lost_when_the_client_is_closed_at_once(self):
        arbiter = AsyncArbiter(self.server.address)
        task = await self._start("both", arbiter)
        closing = asyncio.create_task(arbiter.close())
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await closing


class Opening(unittest.TestCase):
    def test_a_client_is_opened_in_an_event_loop(self):
        with self.assertRaisesRegex(RuntimeError, "no (running|current) event loop"):
            AsyncArbiter("127.0.0.1:1")


class AsyncRetries(unittest.IsolatedAsyncioTestCase):
    def _arbiter(self, service, **options):
        address, stop = serve(service)
        self.addCleanup(stop)
        arbiter = AsyncArbiter(address, **{"timeout": PATIENCE, **options})
        self.addAsyncCleanup(arbiter.close)
        return arbiter

    async def _start_refused(self, service, call):
        """Starts a call that the service refuses, and returns its task, which then usually waits for
        the retry."""
        task = asyncio.create_task(call)
        while not service.calls:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        return task

    async def test_a_call_is_retried_until_it_succeeds(self):
        for call in (AsyncArbiter.list_variants,
                     lambda arbiter: _count(arbiter.analyze(position=MAKRUK)),
                     lambda arbiter: _count(arbiter.batch([]))):
            service = Failing(8, grpc.StatusCode.UNAVAILABLE)
            with short_delays():
                await call(self._arbiter(service))
            self.assertEqual(service.calls, 9)

    async def test_a_refused_call_is_retried_after_the_requested_delay(self):
        service = Failing(7, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=20)
        await self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 8)
        for earlier, later in zip(service.times, service.times[1:]):
            self.assertGreaterEqual(later - earlier, 0.02)

    async def test_a_call_is_not_retried_after_its_deadline(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
        with self.assertRaises(ArbiterError):
            await self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 1)

    async def test_a_session_is_not_retried(self):
        service = Failing(1, grpc.StatusCode.UNAVAILABLE)
        async with self._arbiter(service).session() as session:
            with self.assertRaises(UnreachableError):
                await _count(session)
        self.assertEqual(service.calls, 1)

    async def test_a_call_that_waits_for_its_retry_can_be_cancelled(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=1000 * PATIENCE)
        task = await self._start_refused(
            service, self._arbiter(service, timeout=None).list_variants())
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(service.calls, 1)

    async def test_cancelling_the_task_ends_a_stream_that_waits_for_its_retry(self):
        ended = asyncio.Event()

        async def requests():
            try:
                await asyncio.Event().wait()
                yield v1.BatchRequest()
            finally:
                ended.set()

        for start in (lambda arbiter: arbiter.analyze(position=MAKRUK),
                      lambda arbiter: arbiter.batch(requests())):
            service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=1000 * PATIENCE)
            answers = start(self._arbiter(service, timeout=None))
            task = await self._start_refused(service, _count(answers))
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            # The answers are missing, so the stream must not seem to have ended.
            with self.assertRaises(ArbiterError):
                await asyncio.wait_for(_count(answers), PATIENCE)
            self.assertEqual(service.calls, 1)
        await asyncio.wait_for(ended.wait(), PATIENCE)

    async def test_closing_the_client_ends_what_waits_for_a_retry(self):
        for call in (AsyncArbiter.list_variants,
                     lambda arbiter: _count(arbiter.analyze(position=MAKRUK))):
            with self.subTest(call):
                service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
                arbiter = self._arbiter(service, timeout=None)
                task = await self._start_refused(service, call(arbiter))
                await arbiter.close()
                with self.assertRaises(ArbiterError) as caught:
                    await asyncio.wait_for(task, PATIENCE)
                self.assertEqual(caught.exception.code, grpc.StatusCode.CANCELLED)
                self.assertEqual(service.calls, 1)

    async def test_closing_a_stream_that_waits_for_its_retry_ends_it(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
        updates = self._arbiter(service, timeout=None).analyze(position=MAKRUK)
        task = await self._start_refused(service, _count(updates))
        await updates.close()
        self.assertEqual(await asyncio.wait_for(task, PATIENCE), 0)
        self.assertEqual(service.calls, 1)

    async def test_the_key_and_the_name_of_the_program_are_sent(self):
        service = Failing(0, grpc.StatusCode.OK)
        await self._arbiter(service, api_key="arb_k\n", user_agent="site/2").list_variants()
        self.assertEqual(service.metadata["authorization"], "Bearer arb_k")
        self.assertTrue(service.metadata["user-agent"].startswith("site/2 arbiter-client-python "))


class AsyncRestarts(unittest.IsolatedAsyncioTestCase):
    async def test_no_call_fails_while_a_server_is_restarted_under_load(self):
        for downtime in (0.3, 2):
            with self.subTest(downtime), Server() as server, \
                    counted_retries() as retries:
                async with AsyncArbiter(server.address, timeout=PATIENCE) as arbiter:
                    expected = await arbiter.legal_moves(position=MAKRUK)
                    is_over = False

                    async def call_until_the_end():
                        while True:
                            is_last = is_over
                            self.assertEqual(await arbiter.legal_moves(position=MAKRUK), expected)
                            if is_last:
                                return

                    callers = [asyncio.create_task(call_until_the_end()) for _ in range(16)]
                    async with restart_async(server, downtime):
                        is_over = True
                        await asyncio.gather(*callers)
                self.assertGreaterEqual(retries.call_count, 16)

    async def test_a_batch_gets_the_answers_that_a_killed_server_owes(self):
        async def requests():
            for request in long_batch():
                yield request

        for items in (long_batch(), requests()):
            with self.subTest(type(items)), Server() as server, counted_retries() as retries:
                async with AsyncArbiter(server.address, timeout=PATIENCE) as arbiter:
                    answers = arbiter.batch(items)
                    received = [await answers.__anext__() for _ in range(10)]
                    async with restart_async(server, 0.3):
                        received += [answer async for answer in answers]
                self.assertEqual(answers_of(received), EXPECTED)
                self.assertGreaterEqual(retries.call_count, 1)


async def _count(answers):
    return sum([1 async for _ in answers])


if __name__ == "__main__":
    unittest.main()
