"""Tests of the streams and sessions of the client for asyncio."""

import asyncio
import unittest

import grpc

from arbiter_client import (
    ArbiterError,
    AsyncArbiter,
    DeadlineExceededError,
    Reason,
    UnreachableError,
    error_of,
    v1,
)
from tests import quotas
from tests.quotas import check_answers, check_refusals, quota_server
from tests.requests import INFINITE, MAKRUK, named
from tests.server import PATIENCE, Server


def item(id):
    return v1.BatchRequest(id=str(id), perft={"position": {"variant": "chak"}, "depth": 1})


async def one_request(ended):
    """Yields a request and waits for another one. Sets the event `ended` when it is closed."""
    try:
        yield item("only")
        await asyncio.Event().wait()
    finally:
        ended.set()


async def best_move(answers):
    async for answer in answers:
        if answer.update.HasField("best_move"):
            return answer
    raise AssertionError("the session has ended")


class AsyncStreams(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    async def asyncSetUp(self):
        self.arbiter = AsyncArbiter(self.server.address)
        self.addAsyncCleanup(self.arbiter.close)

    async def _assert_cancelled(self, name):
        call = await asyncio.to_thread(self.server.wait_for_call, name)
        self.assertEqual(call["code"], "CANCELLED")

    async def _assert_no_other_task(self):
        """Waits until this is the only task."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while len(asyncio.all_tasks()) > 1 and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.01)
        self.assertEqual(asyncio.all_tasks(), {asyncio.current_task()})

    def _analyze(self, name):
        return self.arbiter.analyze(position=MAKRUK, limits=INFINITE, metadata=named(name))

    async def test_an_analysis_reports_progress_and_ends_with_the_best_move(self):
        updates = [update async for update in self.arbiter.analyze(
            position=MAKRUK, limits={"depth": 4}, fresh=True)]
        self.assertEqual(updates[-1].WhichOneof("update"), "best_move")
        self.assertEqual(updates[-2].progress.depth, 4)

    async def test_leaving_the_loop_cancels_the_call(self):
        async for update in self._analyze("left"):
            if update.progress.depth >= 2:
                break
        await self._assert_cancelled("left")

    async def test_an_exception_in_the_loop_cancels_the_call(self):
        with self.assertRaises(ZeroDivisionError):
            async with self._analyze("raised") as updates:
                async for _ in updates:
                    1 / 0
        await self._assert_cancelled("raised")

    async def test_closing_in_another_task_ends_the_loop_and_the_call(self):
        async def count():
            return sum([1 async for _ in updates])

        updates = self._analyze("closed")
        await updates.__anext__()
        counting = asyncio.create_task(count())
        await asyncio.sleep(0)
        await updates.close()
        self.assertLess(await counting, 100)
        await self._assert_cancelled("closed")

    async def test_cancelling_the_task_cancels_the_call(self):
        async def read():
            async for _ in updates:
                pass

        updates = self._analyze("cancelled")
        await updates.__anext__()
        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        reading.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await reading
        await self._assert_cancelled("cancelled")
        # The rest of the stream is missing, so it must not seem to have ended.
        with self.assertRaises(ArbiterError) as caught:
            await read()
        self.assertEqual(caught.exception.code, grpc.StatusCode.CANCELLED)

    async def test_a_cancellation_is_not_lost_when_the_stream_is_closed_at_once(self):
        async def read():
            async for _ in updates:
                pass

        updates = self._analyze("both")
        reading = asyncio.create_task(read())
        await asyncio.sleep(0)
        await updates.close()
        reading.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await reading

    async def test_closing_the_client_cancels_a_stream_that_is_not_being_read(self):
        updates = self._analyze("idle")
        await updates.__anext__()
        await self.arbiter.close()
        await self._assert_cancelled("idle")
        with self.assertRaises(ArbiterError) as caught:
            async for _ in updates:
                pass
        self.assertEqual(caught.exception.code, grpc.StatusCode.CANCELLED)

    async def test_the_timeout_of_the_client_does_not_apply_to_streams(self):
        async with AsyncArbiter(self.server.address, timeout=0.05) as impatient:
            *_, last = [update async for update in impatient.analyze(
                position=MAKRUK, limits={"movetime_ms": 300})]
            self.assertTrue(last.best_move.action)
            with self.assertRaises(DeadlineExceededError):
                async for _ in impatient.analyze(position=MAKRUK, limits=INFINITE, timeout=0.2):
                    pass

    async def test_a_review_has_an_answer_for_each_ply_and_a_summary(self):
        *plies, last = [update async for update in self.arbiter.review_game(
            variant="makruk", record={"actions": ["e3e4", "e6e5"]}, limits={"depth": 2})]
        self.assertEqual([update.ply.action for update in plies], ["e3e4", "e6e5"])
        self.assertTrue(last.summary.graph_svg.startswith("<svg"))

    async def test_a_batch_takes_an_iterable_or_an_asynchronous_iterable(self):
        async def requests():
            for i in range(200):
                yield item(i)

        for items in (requests(), [item(i) for i in range(200)], (item(i) for i in range(200))):
            with self.subTest(type(items)):
                answers = [answer async for answer in self.arbiter.batch(items)]
                self.assertEqual({answer.id for answer in answers}, {str(i) for i in range(200)})
                self.assertEqual({answer.perft.nodes for answer in answers}, {33})

    async def test_many_batches_at_once_each_have_their_own_answers(self):
        async def ids(batch):
            return sorted([answer.id async for answer in self.arbiter.batch(
                item(f"{batch}-{i}") for i in range(10))])

        self.assertEqual(await asyncio.gather(*(ids(batch) for batch in range(50))),
                         [[f"{batch}-{i}" for i in range(10)] for batch in range(50)])

    async def test_leaving_a_batch_early_cancels_the_call_and_ends_the_requests(self):
        ended = asyncio.Event()

        async with self.arbiter.batch(one_request(ended), metadata=named("early")) as answers:
            async for answer in answers:
                self.assertEqual(answer.id, "only")
                break
        await asyncio.wait_for(ended.wait(), PATIENCE)
        await asyncio.to_thread(self.server.wait_for_call, "early")

    async def test_several_tasks_share_the_answers_of_a_stream(self):
        async def ids():
            return [answer.id async for answer in answers]

        answers = self.arbiter.batch(item(i) for i in range(100))
        shares = await asyncio.wait_for(asyncio.gather(*(ids() for _ in range(3))), PATIENCE)
        self.assertEqual(sorted(sum(shares, []), key=int), [str(i) for i in range(100)])

    async def test_losing_the_server_for_good_fails_the_batch_and_ends_the_requests(self):
        ended = asyncio.Event()

        with Server() as server:
            async with AsyncArbiter(server.address, timeout=0.5) as arbiter:
                answers = arbiter.batch(one_request(ended))
                await answers.__anext__()
                server.close()
                with self.assertRaises(UnreachableError):
                    await answers.__anext__()
                await asyncio.wait_for(ended.wait(), PATIENCE)

    async def test_an_exception_of_the_requests_fails_the_batch(self):
        def requests():
            yield item("1")
            raise KeyError("no such game")

        async def asynchronous():
            for request in requests():
                yield request

        for items in (requests(), asynchronous()):
            with self.assertRaisesRegex(KeyError, "no such game"):
                async for _ in self.arbiter.batch(items):
                    pass

    async def test_a_refused_stream_is_retried_after_the_requested_delay(self):
        with quota_server({"maxStreams": 1}) as server:
            async with AsyncArbiter(server.address, api_key="arb_k") as arbiter:
                async with arbiter.session() as session:
                    session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits={"depth": 1}))
                    await best_move(session)
                    refused = asyncio.create_task(_answers(arbiter.analyze(
                        position=MAKRUK, limits={"depth": 1}, metadata=named("refused"))))
                    call = await asyncio.to_thread(server.wait_for_call, "refused")
                    self.assertEqual(call["reason"], "QUOTA_EXCEEDED")
                updates = await asyncio.wait_for(refused, PATIENCE)
                self.assertTrue(updates[-1].best_move.action)

    async def test_items_that_are_refused_because_of_a_quota_are_sent_again(self):
        with quota_server(quotas.SHORT) as server:
            async with AsyncArbiter(server.address, api_key="arb_k") as arbiter:
                check_answers(self, await _answers(arbiter.batch(quotas.ITEMS)))

    async def test_items_whose_delay_is_too_long_are_answered_with_their_refusals(self):
        with quota_server(quotas.LONG) as server:
            async with AsyncArbiter(server.address, api_key="arb_k") as arbiter:
                check_refusals(self, await _answers(arbiter.batch(quotas.ITEMS)))

    async def test_an_item_is_sent_again_although_the_next_one_waits_for_its_answer(self):
        answered = asyncio.Queue()

        async def requests():
            for item in quotas.ITEMS:
                yield item
                await answered.get()

        with quota_server(quotas.SHORT) as server:
            async with AsyncArbiter(server.address, api_key="arb_k") as arbiter:
                answers = []
                async for answer in arbiter.batch(requests(), timeout=PATIENCE):
                    answers.append(answer)
                    answered.put_nowait(None)
        check_answers(self, answers)

    async def test_a_batch_takes_64_requests_ahead_of_their_answers(self):
        taken = 0

        def requests():
            nonlocal taken
            while True:
                taken += 1
                yield item("")

        async with self.arbiter.batch(requests()) as answers:
            deadline = asyncio.get_running_loop().time() + PATIENCE
            while taken < 64 and asyncio.get_running_loop().time() < deadline:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            self.assertEqual(taken, 64)
            for received in range(1, 300):
                await answers.__anext__()
                self.assertLessEqual(taken, received + 64)

    async def test_the_locale_of_the_client_applies_to_items_and_sessions(self):
        wrong = {"position": {"variant": "shogi"}}
        async with AsyncArbiter(self.server.address, locale="zh-CN") as arbiter:
            answers = [answer async for answer in arbiter.batch(
                [v1.BatchRequest(id="1", legal_moves=wrong)])]
            async with arbiter.session() as session:
                session.analyze("1", v1.AnalyzeRequest(limits={"depth": 1}, **wrong))
                answers.append(await session.__aiter__().__anext__())
        for answer in answers:
            self.assertRegex(error_of(answer.status).localized_message, "^未知的棋种")

    async def test_a_session_continues_after_a_stop_and_a_refusal(self):
        async with self.arbiter.session() as session:
            session.analyze("first", v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
            answers = session.__aiter__()
            self.assertEqual((await answers.__anext__()).id, "first")
            session.stop()
            self.assertEqual((await best_move(answers)).id, "first")
            session.analyze("bad", v1.AnalyzeRequest(position={"variant": "chess"},
                                                     limits={"depth": 1}))
            refused = await answers.__anext__()
            self.assertEqual((refused.id, error_of(refused.status).reason),
                             ("bad", Reason.UNKNOWN_VARIANT))
            session.analyze("last", v1.AnalyzeRequest(position=MAKRUK, limits={"depth": 2}))
            session.finish()
            self.assertTrue([answer async for answer in session][-1].update.best_move.action)

    async def test_leaving_a_session_cancels_it(self):
        async with self.arbiter.session(metadata=named("session")) as session:
            session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
            await session.__aiter__().__anext__()
        await self._assert_cancelled("session")

    async def test_a_deleted_session_leaves_no_task(self):
        session = self.arbiter.session(metadata=named("forgotten"))
        session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
        await session.__aiter__().__anext__()
        del session
        await self._assert_cancelled("forgotten")
        await self._assert_no_other_task()


async def _answers(stream):
    return [answer async for answer in stream]


if __name__ == "__main__":
    unittest.main()
