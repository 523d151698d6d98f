"""Tests of analyses, reviews, batches and sessions."""

import queue
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from arbiter_client import Arbiter, ArbiterError, Reason, error_of, v1
from tests import quotas
from tests.quotas import check_answers, check_refusals, quota_server
from tests.requests import INFINITE, MAKRUK, named
from tests.server import PATIENCE, Server


class Streams(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.arbiter = Arbiter(cls.server.address)
        cls.addClassCleanup(cls.arbiter.close)

    def _assert_cancelled(self, metadata):
        call = self.server.wait_for_call(metadata[0][1])
        self.assertEqual(call["code"], "CANCELLED")

    def test_an_analysis_reports_progress_and_ends_with_the_best_move(self):
        updates = list(self.arbiter.analyze(position=MAKRUK, limits={"depth": 4}, fresh=True))
        self.assertEqual(updates[-1].WhichOneof("update"), "best_move")
        self.assertEqual(updates[-2].progress.depth, 4)
        legal = self.arbiter.legal_moves(position=MAKRUK).texts
        self.assertIn(updates[-1].best_move.action, legal)

    def test_leaving_the_loop_cancels_the_call(self):
        for update in self.arbiter.analyze(position=MAKRUK, limits=INFINITE,
                                           metadata=named("left")):
            if update.progress.depth >= 2:
                break
        self._assert_cancelled(named("left"))

    def test_an_exception_in_the_loop_cancels_the_call(self):
        with self.assertRaises(ZeroDivisionError):
            with self.arbiter.analyze(position=MAKRUK, limits=INFINITE,
                                      metadata=named("raised")) as updates:
                for _ in updates:
                    1 / 0
        self._assert_cancelled(named("raised"))

    def test_closing_ends_the_loop_and_the_call(self):
        updates = self.arbiter.analyze(position=MAKRUK, limits=INFINITE,
                                       metadata=named("closed"))
        next(updates)
        updates.close()
        self.assertLess(sum(1 for _ in updates), 100)
        self._assert_cancelled(named("closed"))

    def test_the_timeout_of_the_client_does_not_apply_to_streams(self):
        with Arbiter(self.server.address, timeout=0.05) as impatient:
            limits = {"movetime_ms": 300}
            *_, last = impatient.analyze(position=MAKRUK, limits=limits)
            self.assertTrue(last.best_move.action)
            with self.assertRaises(ArbiterError) as caught:
                list(impatient.analyze(position=MAKRUK, limits=INFINITE, timeout=0.2))
            self.assertEqual(caught.exception.code.name, "DEADLINE_EXCEEDED")

    def test_a_review_has_an_answer_for_each_ply_and_a_summary(self):
        record = v1.Record(actions=["e3e4", "e6e5", "draw?", "d3d4"])
        *plies, last = self.arbiter.review_game(variant="makruk", record=record,
                                                limits={"depth": 2})
        self.assertEqual([update.ply.action for update in plies], ["e3e4", "e6e5", "d3d4"])
        self.assertTrue(last.summary.graph_svg.startswith("<svg"))

    def test_a_batch_of_a_thousand_answers_each_item(self):
        requests = (v1.BatchRequest(id=str(i), perft={"position": {"variant": "chak"}, "depth": 1})
                    for i in range(1000))
        answers = list(self.arbiter.batch(requests))
        self.assertEqual({answer.id for answer in answers}, {str(i) for i in range(1000)})
        self.assertEqual({answer.perft.nodes for answer in answers}, {33})

    def test_an_exception_of_the_requests_fails_the_batch(self):
        def requests():
            yield v1.BatchRequest(id="1", legal_moves={"position": MAKRUK})
            raise KeyError("no such game")

        with self.assertLogs("grpc"), self.assertRaisesRegex(KeyError, "no such game"):
            list(self.arbiter.batch(requests()))

    def test_a_refused_stream_is_retried_after_the_requested_delay(self):
        with quota_server({"maxStreams": 1}) as server, ThreadPoolExecutor(1) as pool, \
                Arbiter(server.address, api_key="arb_k") as arbiter:
            with arbiter.session() as session:
                session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits={"depth": 1}))
                next(answer for answer in session if answer.update.HasField("best_move"))
                refused = pool.submit(
                    lambda: list(arbiter.analyze(position=MAKRUK, limits={"depth": 1},
                                                 metadata=named("refused"))))
                self.assertEqual(server.wait_for_call("refused")["reason"], "QUOTA_EXCEEDED")
            self.assertTrue(refused.result(timeout=PATIENCE)[-1].best_move.action)

    def test_items_that_are_refused_because_of_a_quota_are_sent_again(self):
        with quota_server(quotas.SHORT) as server, \
                Arbiter(server.address, api_key="arb_k") as arbiter:
            check_answers(self, list(arbiter.batch(quotas.ITEMS)))

    def test_items_whose_delay_is_too_long_are_answered_with_their_refusals(self):
        with quota_server(quotas.LONG) as server, \
                Arbiter(server.address, api_key="arb_k") as arbiter:
            check_refusals(self, list(arbiter.batch(quotas.ITEMS)))

    def test_an_item_is_sent_again_although_the_next_one_waits_for_its_answer(self):
        answered = queue.SimpleQueue()

        def requests():
            for item in quotas.ITEMS:
                yield item
                answered.get()

        with quota_server(quotas.SHORT) as server, \
                Arbiter(server.address, api_key="arb_k") as arbiter:
            answers = []
            for answer in arbiter.batch(requests(), timeout=PATIENCE):
                answers.append(answer)
                answered.put(None)
        check_answers(self, answers)

    def test_a_batch_takes_64_requests_ahead_of_their_answers(self):
        taken = 0

        def requests():
            nonlocal taken
            while True:
                taken += 1
                yield v1.BatchRequest(start_game={"variant": "chak"})

        with self.arbiter.batch(requests()) as answers:
            deadline = time.monotonic() + PATIENCE
            while taken < 64 and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.1)
            self.assertEqual(taken, 64)
            for received, _ in zip(range(1, 300), answers):
                self.assertLessEqual(taken, received + 64)

    def test_the_locale_of_the_client_applies_to_items_and_sessions(self):
        wrong = {"position": {"variant": "shogi"}}
        items = [
            v1.BatchRequest(id="alone", legal_moves=wrong),
            v1.BatchRequest(id="own", legal_moves={**wrong, "locale": "th"}),
            v1.BatchRequest(id="bundle", bundle={"items": [{"legal_moves": wrong}]}),
        ]
        with Arbiter(self.server.address, locale="zh-CN") as arbiter:
            answers = {answer.id: answer for answer in arbiter.batch(items)}
            with arbiter.session() as session:
                session.analyze("1", v1.AnalyzeRequest(limits={"depth": 1}, **wrong))
                in_session = error_of(next(iter(session)).status).localized_message
        statuses = [answers["alone"].status, answers["bundle"].bundle.items[0].status]
        for text in (in_session, *(error_of(status).localized_message for status in statuses)):
            self.assertRegex(text, "^未知的棋种")
        self.assertNotRegex(error_of(answers["own"].status).localized_message, "未知")
        self.assertEqual(items[0].legal_moves.locale, "")

    def test_a_session_continues_after_a_stop_and_a_refusal(self):
        with self.arbiter.session() as session:
            session.analyze("first", v1.AnalyzeRequest(position=MAKRUK,
                                                       limits=INFINITE))
            answers = iter(session)
            self.assertEqual(next(answers).id, "first")
            session.stop()
            stopped = next(answer for answer in answers if answer.update.HasField("best_move"))
            self.assertEqual(stopped.id, "first")
            session.analyze("bad", v1.AnalyzeRequest(position={"variant": "chess"},
                                                     limits={"depth": 1}))
            refused = next(answers)
            self.assertEqual((refused.id, error_of(refused.status).reason),
                             ("bad", Reason.UNKNOWN_VARIANT))
            session.analyze("last", v1.AnalyzeRequest(position=MAKRUK, limits={"depth": 2}))
            session.finish()
            self.assertTrue([answer for answer in answers][-1].update.best_move.action)

    def test_an_analysis_that_is_replaced_before_it_begins_is_cancelled(self):
        with self.arbiter.session() as session:
            for i in range(50):
                session.analyze(str(i), v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
            session.analyze("last", v1.AnalyzeRequest(position=MAKRUK, limits={"depth": 1}))
            session.finish()
            refused = [error_of(answer.status).reason for answer in session
                       if answer.HasField("status")]
        self.assertEqual(set(refused), {Reason.CANCELLED})

    def test_leaving_a_session_cancels_it(self):
        with self.arbiter.session(metadata=named("session")) as session:
            session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
            next(iter(session))
        self._assert_cancelled(named("session"))

    def test_a_deleted_session_leaves_no_thread(self):
        threads = threading.active_count()
        session = self.arbiter.session(metadata=named("forgotten"))
        session.analyze("1", v1.AnalyzeRequest(position=MAKRUK, limits=INFINITE))
        next(iter(session))
        del session
        self._assert_cancelled(named("forgotten"))
        deadline = time.monotonic() + PATIENCE
        while threading.active_count() > threads and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertLessEqual(threading.active_count(), threads)


if __name__ == "__main__":
    unittest.main()
