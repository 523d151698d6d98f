"""Tests of exceptions."""

import socket
import unittest
from concurrent.futures import ThreadPoolExecutor, as_completed

import grpc
from google.protobuf import any_pb2

import arbiter_client
from arbiter_client import (
    Arbiter,
    ArbiterError,
    BadFenError,
    DeadlineExceededError,
    ERROR_CLASSES,
    IllegalActionError,
    OverloadedError,
    Reason,
    UnknownVariantError,
    error_of,
    v1,
)
from arbiter_client._google_rpc import error_details_pb2, status_pb2
from tests.failing import without_retries
from tests.server import PATIENCE, Server


class Errors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--work-threads", "1", "--work-queue", "0")
        cls.addClassCleanup(cls.server.close)
        cls.arbiter = Arbiter(cls.server.address)
        cls.addClassCleanup(cls.arbiter.close)

    def test_each_reason_has_a_class_that_the_package_exports(self):
        names = [name[len("ERROR_REASON_"):] for name in v1.ErrorReason.keys()][1:]
        self.assertEqual([reason.value for reason in Reason], names)
        for reason in Reason:
            kind = ERROR_CLASSES[reason]
            self.assertIs(getattr(arbiter_client, kind.__name__), kind)
            self.assertIn(kind.__name__, arbiter_client.__all__)
            self.assertEqual(kind.__name__.lower(), reason.value.replace("_", "").lower() + "error")

    def test_the_error_of_an_illegal_move_has_all_details(self):
        with self.assertRaises(IllegalActionError) as caught:
            self.arbiter.apply_moves(position={"variant": "makruk"}, actions=["e3e4", "e6e4"],
                                     metadata=[("x-request-id", "game-7")])
        error = caught.exception
        self.assertEqual(error.reason, Reason.ILLEGAL_ACTION)
        self.assertEqual(error.code, grpc.StatusCode.FAILED_PRECONDITION)
        self.assertEqual(error.field, "actions[1]")
        self.assertEqual(error.fields, ("actions[1]",))
        self.assertEqual(error.request_id, "game-7")
        self.assertIn("e6e4", error.message)
        self.assertEqual(str(error), f"ILLEGAL_ACTION: {error.message}")
        self.assertIsNone(error.retry_after)
        self.assertIsNone(error.localized_message)
        self.assertIsInstance(error, ArbiterError)

    def test_the_message_is_also_in_the_locale_of_the_request(self):
        with self.assertRaises(UnknownVariantError) as caught:
            self.arbiter.start_game(variant="shogi", locale="zh-CN")
        self.assertIn("shogi", caught.exception.localized_message)

    def test_an_overloaded_server_says_when_to_retry(self):
        def refusal(arbiter):
            with self.assertRaises(ArbiterError) as caught:
                arbiter.perft(position={"variant": "chak"}, depth=12)
            return caught.exception

        # One of the two calls occupies the only thread until its client is closed.
        with without_retries, Arbiter(self.server.address, timeout=None) as one, \
                Arbiter(self.server.address, timeout=None) as other, ThreadPoolExecutor(2) as pool:
            calls = [pool.submit(refusal, arbiter) for arbiter in (one, other)]
            error = next(as_completed(calls, PATIENCE)).result()
            one.close()
            other.close()
        self.assertIsInstance(error, OverloadedError)
        self.assertEqual(error.code, grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.assertGreaterEqual(error.retry_after, 1)

    def test_the_items_of_a_batch_fail_independently(self):
        items = [
            v1.BatchRequest(id="bad", legal_moves={"position": {"variant": "chak", "fen": "9"}}),
            v1.BatchRequest(id="good", legal_moves={"position": {"variant": "chak"}}),
        ]
        answers = {answer.id: answer for answer in self.arbiter.batch(items)}
        error = error_of(answers["bad"].status)
        self.assertIsInstance(error, BadFenError)
        self.assertEqual(error.field, "position.fen")
        self.assertEqual(len(answers["good"].legal_moves.texts), 33)

    def test_a_stream_fails_like_a_call(self):
        with self.assertRaises(UnknownVariantError) as caught:
            list(self.arbiter.analyze(position={"variant": "chess"}, limits={"depth": 1}))
        self.assertEqual(caught.exception.field, "position.variant")
        self.assertIsNotNone(caught.exception.request_id)

    def test_a_timeout_of_the_client_is_a_deadline_error(self):
        # This server accepts connections, but never answers.
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = f"127.0.0.1:{silent.getsockname()[1]}"
            with Arbiter(address, timeout=0.2) as waiting:
                for call in (waiting.list_variants, lambda: next(waiting.analyze(timeout=0.2))):
                    with self.assertRaises(DeadlineExceededError) as caught:
                        call()
                    self.assertEqual(
                        caught.exception.message,
                        f"no answer from the server at {address} within 0.2 s")

    def test_a_timeout_of_the_service_is_a_deadline_error(self):
        with self.assertRaises(DeadlineExceededError):
            self.arbiter.perft(position={"variant": "chak"}, depth=12, timeout=0.3)
        detail = any_pb2.Any()
        detail.Pack(error_details_pb2.ErrorInfo(reason="LIMIT_EXCEEDED", domain="arbiter.v1"))
        error = error_of(status_pb2.Status(code=4, message="late", details=[detail]))
        self.assertIsInstance(error, DeadlineExceededError)
        self.assertEqual(error.reason, Reason.LIMIT_EXCEEDED)

    def test_an_error_with_an_unknown_reason_is_an_arbiter_error(self):
        detail = any_pb2.Any()
        detail.Pack(error_details_pb2.ErrorInfo(reason="BAD_WEATHER", domain="arbiter.v1"))
        error = error_of(status_pb2.Status(code=9, message="it rains", details=[detail]))
        self.assertIs(type(error), ArbiterError)
        self.assertIsNone(error.reason)
        self.assertEqual(str(error), "FAILED_PRECONDITION: it rains")


if __name__ == "__main__":
    unittest.main()
