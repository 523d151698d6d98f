"""Tests of API keys, TLS and retries."""

import base64
import hashlib
import json
import os
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import grpc

from arbiter_client import Arbiter, ArbiterError, Tls, UnauthenticatedError, UnreachableError
from tests.failing import Failing, serve
from tests.server import PATIENCE, Server

KEY = "arb_" + base64.urlsafe_b64encode(bytes(range(32))).rstrip(b"=").decode()


class Keys(unittest.TestCase):
    def test_the_key_is_sent_with_calls_and_streams(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as keys:
            json.dump({"clients": [{"name": "site", "methods": ["*"],
                                    "keySha256": [hashlib.sha256(KEY.encode()).hexdigest()]}]},
                      keys)
            keys.flush()
            with Server("--api-keys", keys.name) as server:
                # A key that is read from a file ends with a newline.
                with Arbiter(server.address, api_key=KEY + "\n") as arbiter:
                    self.assertEqual(len(arbiter.list_variants().variants), 4)
                    list(arbiter.analyze(position={"variant": "chak"}, limits={"depth": 1}))
                with Arbiter(server.address) as nobody, self.assertRaises(UnauthenticatedError):
                    nobody.list_variants()

    def test_a_key_is_not_sent_to_another_machine_in_the_clear(self):
        for target in ("arbiter.example:50051", "dns:///arbiter.example:50051", "10.0.0.1:50051",
                       "ipv4:127.0.0.1:1,10.0.0.1:2", "127.0.0.1.example:1", "localhost.example:1"):
            with self.subTest(target), self.assertRaisesRegex(ValueError, "in the clear"):
                Arbiter(target, api_key=KEY)
        for target in ("127.0.0.1:1", "localhost:1", "[::1]:1", "unix:/run/arbiter",
                       "127.0.0.1:1,127.0.0.2:2", "ipv4:127.0.0.1:1,127.0.0.2:2",
                       "dns:///localhost:1"):
            with self.subTest(target):
                Arbiter(target, api_key=KEY).close()
        Arbiter("arbiter.example:50051", api_key=KEY, tls=True).close()
        Arbiter("arbiter.example:50051", api_key=KEY, insecure=True).close()

    def test_an_invalid_key_is_refused_without_being_quoted(self):
        for key in ("arb_two words", "arb_é", "arb_\nx"):
            with self.subTest(key), \
                    self.assertRaisesRegex(ValueError, "invalid characters") as caught:
                Arbiter("127.0.0.1:1", api_key=key)
            self.assertNotIn("arb_", str(caught.exception))


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.cert, cls.key = (str(Path(folder.name) / name) for name in ("cert.pem", "key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=arbiter.test",
             "-addext", "subjectAltName=DNS:arbiter.test",
             "-keyout", cls.key, "-out", cls.cert], check=True, capture_output=True)

    def test_the_server_is_authenticated_by_its_certificate(self):
        with Server("--tls-cert", self.cert, "--tls-key", self.key) as server:
            tls = Tls(ca=self.cert, server_name="arbiter.test")
            with Arbiter(server.address, tls=tls) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)
            for other in (Tls(ca=self.cert), Tls(server_name="arbiter.test"), False):
                with self.subTest(other), Arbiter(server.address, tls=other) as arbiter:
                    with self.assertRaises(UnreachableError):
                        arbiter.list_variants()

    def test_the_client_is_authenticated_by_its_certificate(self):
        with Server("--tls-cert", self.cert, "--tls-key", self.key,
                    "--tls-client-ca", self.cert) as server:
            known = Tls(ca=self.cert, cert=self.cert, key=self.key, server_name="arbiter.test")
            with Arbiter(server.address, tls=known) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)
            unknown = Tls(ca=self.cert, server_name="arbiter.test")
            with Arbiter(server.address, tls=unknown) as arbiter:
                with self.assertRaises(UnreachableError):
                    arbiter.list_variants()


class Targets(unittest.TestCase):
    def test_an_invalid_target_is_refused(self):
        for target, message in (("", "empty"), ("one:1,two:2", "not a list"),
                                ("127.0.0.1:1,[::1]:1", "not a list"),
                                ("10.0.0.1,10.0.0.2", "with a port")):
            with self.subTest(target), self.assertRaisesRegex(ValueError, message):
                Arbiter(target)

    def test_calls_to_this_machine_use_no_proxy(self):
        with Server() as server, mock.patch.dict(os.environ, http_proxy="http://127.0.0.1:1"):
            with Arbiter(server.address) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)


class Retries(unittest.TestCase):
    def _arbiter(self, service, **options):
        address, stop = serve(service)
        self.addCleanup(stop)
        arbiter = Arbiter(address, **options)
        self.addCleanup(arbiter.close)
        return arbiter

    def test_an_unavailable_call_is_retried_up_to_three_times(self):
        service = Failing(3, grpc.StatusCode.UNAVAILABLE)
        self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)
        service = Failing(4, grpc.StatusCode.UNAVAILABLE)
        with self.assertRaises(UnreachableError):
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)

    def test_a_refused_call_without_a_delay_is_not_retried(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED)
        with self.assertRaises(ArbiterError):
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 1)

    def test_a_refused_call_is_retried_after_the_requested_delay(self):
        service = Failing(3, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=20)
        begin = time.monotonic()
        self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)
        self.assertGreaterEqual(time.monotonic() - begin, 0.06)
        service = Failing(4, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=20)
        with self.assertRaises(ArbiterError) as caught:
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)
        self.assertEqual((caught.exception.message, caught.exception.retry_after), ("later", 0.02))

    def test_a_call_is_not_retried_after_its_deadline(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=2000 * PATIENCE)
        with self.assertRaises(ArbiterError) as caught:
            self._arbiter(service, timeout=PATIENCE).list_variants()
        self.assertEqual(caught.exception.code, grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.assertEqual(service.calls, 1)

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
                     lambda arbiter: list(arbiter.analyze(position={"variant": "makruk"}))):
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
        updates = self._arbiter(service).analyze(position={"variant": "makruk"})
        future = self._start_refused(service, lambda: list(updates))
        updates.close()
        self.assertEqual(future.result(PATIENCE), [])
        self.assertEqual(service.calls, 1)

    def test_a_batch_is_not_retried(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED, retry_ms=20)
        with self.assertRaises(ArbiterError):
            list(self._arbiter(service).batch([]))
        self.assertEqual(service.calls, 1)

    def test_the_user_agent_names_the_program(self):
        service = Failing(0, grpc.StatusCode.OK)
        self._arbiter(service, user_agent="site/2").list_variants()
        self.assertTrue(service.metadata["user-agent"].startswith("site/2 arbiter-client-python "))

    def test_calls_continue_on_a_second_server_when_the_first_is_killed(self):
        with Server() as first, Server() as second:
            target = f"{first.address},{second.address}"
            with Arbiter(target) as arbiter:
                served = set()
                for i in range(100):
                    arbiter.list_variants(metadata=[("x-request-id", str(i))])
                    served = {server.address for server in (first, second)
                              if any(line.get("method") == "ListVariants"
                                     for line in server.log())}
                    if len(served) == 2:
                        break
                self.assertEqual(len(served), 2)
                first.close()
                for _ in range(10):
                    arbiter.list_variants()


if __name__ == "__main__":
    unittest.main()
