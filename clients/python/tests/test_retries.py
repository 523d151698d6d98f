"""Tests of the retries of the blocking client, and of the decisions that both clients share."""

import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from unittest import mock

import grpc

from arbiter_client import Arbiter, ArbiterError, UnreachableError, error_of, v1
from arbiter_client._retries import Budget, Retries
from tests.failing import Failing, RefusingItems, serve, short_delays, without_retries
from tests.requests import MAKRUK
from tests.restarting import EXPECTED, answers_of, counted_retries, long_batch, restart
from tests.server import PATIENCE, Server

UNAVAILABLE = ArbiterError("gone", code=grpc.StatusCode.UNAVAILABLE)
REFUSED = ArbiterError("later", code=grpc.StatusCode.RESOURCE_EXHAUSTED, retry_after=2)


class Decisions(unittest.TestCase):
    def setUp(self):
        self.now = 100.0
        self.jitter = 1.0
        for name, replacement in (("time.monotonic", lambda: self.now),
                                  ("random.uniform", lambda low, high: low + self.jitter - 1)):
            patch = mock.patch(f"arbiter_client._retries.{name}", replacement)
            patch.start()
            self.addCleanup(patch.stop)

    def _waits(self, retries, error):
        """Returns the waits until the error is raised."""
        waits = []
        try:
            while len(waits) < 100:
                waits.append(retries.delay_after(error))
                self.now += waits[-1]
        except ArbiterError as raised:
            self.assertIs(raised, error)
        return waits

    def test_waits_are_doubled_up_to_a_second_and_end_before_the_deadline(self):
        self.assertEqual(self._waits(Retries(5, 10, Budget()), UNAVAILABLE),
                         [0.05, 0.1, 0.2, 0.4, 0.8, 1, 1, 1])

    def test_the_requested_wait_is_taken_instead(self):
        self.assertEqual(self._waits(Retries(9, 10, Budget()), REFUSED), [2, 2, 2, 2])

    def test_waits_have_jitter(self):
        self.jitter = 1.25
        self.assertEqual(Retries(9, 10, Budget()).delay_after(REFUSED), 2.5)
        self.assertEqual(Retries(9, 10, Budget()).delay_after(UNAVAILABLE), 0.0625)

    def test_other_errors_are_final(self):
        error = ArbiterError("no", code=grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.assertEqual(self._waits(Retries(None, None, Budget()), error), [])

    def test_a_call_without_a_deadline_is_retried_for_a_while_after_its_last_progress(self):
        retries = Retries(None, 3, Budget())
        self.assertIsNone(retries.time_left())
        self.assertEqual(self._waits(retries, UNAVAILABLE), [0.05, 0.1, 0.2, 0.4, 0.8, 1])
        retries.record_progress()
        self.assertEqual(self._waits(retries, UNAVAILABLE), [0.05, 0.1, 0.2, 0.4, 0.8, 1])

    def test_a_call_without_a_deadline_and_a_client_without_a_timeout_is_retried_on(self):
        self.assertEqual(len(self._waits(Retries(None, None, Budget()), UNAVAILABLE)), 100)

    def test_a_wait_that_lasts_beyond_the_deadline_ends_with_the_last_error(self):
        retries = Retries(1, 10, Budget())
        retries.delay_after(UNAVAILABLE)
        self.assertEqual(retries.time_left(), 1)
        self.now += 1
        with self.assertRaises(ArbiterError) as caught:
            retries.time_left()
        self.assertIs(caught.exception, UNAVAILABLE)

    def test_ten_successes_pay_for_one_retry(self):
        budget = Budget()
        self.assertEqual([budget.take() for _ in range(1001)], [True] * 1000 + [False])
        for _ in range(9):
            Retries(1, 10, budget).record_success()
        with self.assertRaises(ArbiterError):
            Retries(1, 10, budget).delay_after(UNAVAILABLE)
        last = Retries(1, 10, budget)
        last.record_success()
        last.record_success()
        self.assertTrue(budget.take())
        self.assertFalse(budget.take())

    def test_a_full_budget_does_not_grow(self):
        budget = Budget()
        budget.refill()
        self.assertEqual(sum(budget.take() for _ in range(1010)), 1000)


class BlockingRetries(unittest.TestCase):
    def _arbiter(self, service, **options):
        address, stop = serve(service)
        self.addCleanup(stop)
        arbiter = Arbiter(address, **{"timeout": PATIENCE, **options})
        self.addCleanup(arbiter.close)
        return arbiter

    def test_a_call_is_retried_until_it_succeeds(self):
        for call in (Arbiter.list_variants, lambda arbiter: list(arbiter.analyze(position=MAKRUK)),
                     lambda arbiter: list(arbiter.batch([]))):
            service = Failing(8, grpc.StatusCode.UNAVAILABLE)
            with short_delays():
                call(self._arbiter(service))
            self.assertEqual(service.calls, 9)

    def test_a_refused_call_is_retried_after_the_requested_delay(self):
        service = Failing(7, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=20)
        self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 8)
        for earlier, later in zip(service.times, service.times[1:]):
            self.assertGreaterEqual(later - earlier, 0.02)

    def test_a_refused_call_without_a_delay_is_not_retried(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED)
        with self.assertRaises(ArbiterError):
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 1)

    def test_a_call_is_not_retried_after_its_deadline(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
        with self.assertRaises(ArbiterError) as caught:
            self._arbiter(service).list_variants()
        self.assertEqual((caught.exception.message, caught.exception.retry_after),
                         ("later", 2 * PATIENCE))
        self.assertEqual(service.calls, 1)

    def test_a_stream_without_a_deadline_gives_up_after_the_timeout_of_the_client(self):
        service = Failing(1000, grpc.StatusCode.UNAVAILABLE)
        with self.assertRaises(UnreachableError):
            list(self._arbiter(service, timeout=1).analyze(position=MAKRUK))
        self.assertGreater(service.calls, 1)

    def test_a_stream_is_not_retried_after_its_first_answer(self):
        service = Failing(1, grpc.StatusCode.UNAVAILABLE, answers=1)
        updates = self._arbiter(service).analyze(position=MAKRUK)
        next(updates)
        with self.assertRaises(UnreachableError):
            next(updates)
        self.assertEqual(service.calls, 1)

    def test_a_session_is_not_retried(self):
        service = Failing(1, grpc.StatusCode.UNAVAILABLE)
        with self._arbiter(service).session() as session, self.assertRaises(UnreachableError):
            list(session)
        self.assertEqual(service.calls, 1)

    def test_an_answer_to_no_request_of_the_batch_is_dropped(self):
        self.assertEqual(list(self._arbiter(Failing(0, grpc.StatusCode.OK)).batch([])), [])

    def test_refused_items_are_sent_again_after_the_longest_delay(self):
        service = RefusingItems(1, [20, 200, 40])
        answers = list(self._arbiter(service).batch(v1.BatchRequest(id=id) for id in "aba"))
        self.assertEqual([(answer.id, answer.HasField("status")) for answer in answers],
                         [("a", False), ("b", False), ("a", False)])
        self.assertEqual(len(service.times), 2)
        self.assertGreaterEqual(service.times[1] - service.times[0], 0.2)

    def test_refusals_are_answers_when_the_budget_is_exhausted(self):
        answered = SimpleQueue()

        def requests():
            for id in "aba":
                yield v1.BatchRequest(id=id)
                answered.get()

        answers = []
        with without_retries:
            for answer in self._arbiter(RefusingItems(10, [1])).batch(requests()):
                answers.append((answer.id, error_of(answer.status).retry_after))
                answered.put(None)
        self.assertEqual(answers, [("a", 0.001), ("b", 0.001), ("a", 0.001)])

    def test_the_budget_limits_the_retries_of_all_calls_together(self):
        service = Failing(10_000, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=1)
        arbiter = self._arbiter(service)

        def fail(_):
            with self.assertRaises(ArbiterError):
                arbiter.list_variants()

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(fail, range(20)))
        self.assertEqual(service.calls, 1000 + 20)

    def _start_refused(self, service, call):
        """Makes a call in a thread. Returns its future when the service has refused the call."""
        threads = ThreadPoolExecutor(1)
        self.addCleanup(threads.shutdown)
        future = threads.submit(call)
        for _ in range(100 * PATIENCE):
            if service.calls:
                return future
            time.sleep(0.01)
        self.fail("the call did not reach the service")

    def test_closing_the_client_ends_what_waits_for_a_retry(self):
        for call in (Arbiter.list_variants,
                     lambda arbiter: list(arbiter.analyze(position=MAKRUK))):
            service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
            arbiter = self._arbiter(service, timeout=None)
            future = self._start_refused(service, lambda: call(arbiter))
            arbiter.close()
            with self.assertRaises(ArbiterError) as caught:
                future.result(PATIENCE)
            self.assertEqual(caught.exception.code, grpc.StatusCode.CANCELLED)
            self.assertEqual(service.calls, 1)

    def test_closing_a_stream_that_waits_for_its_retry_ends_it(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
        updates = self._arbiter(service, timeout=None).analyze(position=MAKRUK)
        future = self._start_refused(service, lambda: list(updates))
        updates.close()
        self.assertEqual(future.result(PATIENCE), [])
        self.assertEqual(service.calls, 1)


class Restarts(unittest.TestCase):
    def test_no_call_fails_while_a_server_is_restarted_under_load(self):
        for downtime in (0.3, 2):
            with self.subTest(downtime), Server() as server, ThreadPoolExecutor(16) as threads, \
                    Arbiter(server.address, timeout=PATIENCE) as arbiter, \
                    counted_retries() as retries:
                expected = arbiter.legal_moves(position=MAKRUK)
                is_over = False

                def call_until_the_end():
                    while True:
                        is_last = is_over
                        self.assertEqual(arbiter.legal_moves(position=MAKRUK), expected)
                        if is_last:
                            return

                callers = [threads.submit(call_until_the_end) for _ in range(16)]
                with restart(server, downtime):
                    is_over = True
                    for caller in callers:
                        caller.result(2 * PATIENCE)
                self.assertGreaterEqual(retries.call_count, 16)

    def test_a_call_that_waits_for_a_retry_soon_notices_that_its_server_is_back(self):
        with Server() as server, ThreadPoolExecutor(1) as threads, \
                Arbiter(server.address, timeout=PATIENCE) as arbiter:
            arbiter.list_variants()
            server.close()
            call = threads.submit(arbiter.list_variants)
            with restart(server, 1.5):
                begin = time.monotonic()
                call.result(PATIENCE)
        # gRPC alone would take up to 5 s.
        self.assertLess(time.monotonic() - begin, 3)

    def test_a_batch_gets_the_answers_that_a_killed_server_owes(self):
        with Server() as server, counted_retries() as retries, \
                Arbiter(server.address, timeout=PATIENCE) as arbiter:
            answers = arbiter.batch(long_batch())
            received = [next(answers) for _ in range(10)]
            with restart(server, 0.3):
                received += answers
        self.assertEqual(answers_of(received), EXPECTED)
        self.assertGreaterEqual(retries.call_count, 1)

    def _call_until_served_by(self, server, arbiter):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            arbiter.list_variants()
            if any(line.get("method") == "ListVariants" for line in server.log()):
                return
        self.fail("the server got no call")

    def test_calls_continue_on_a_second_server_when_the_first_is_killed(self):
        with Server() as first, Server() as second:
            target = f"{first.address},{second.address}"
            with Arbiter(target) as arbiter:
                for server in (first, second):
                    self._call_until_served_by(server, arbiter)
                first.close()
                for _ in range(10):
                    arbiter.list_variants()


if __name__ == "__main__":
    unittest.main()
