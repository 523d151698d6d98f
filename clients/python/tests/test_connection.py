"""Keys, TLS, retries."""

import base64
import hashlib
import json
import subprocess
import tempfile
import unittest
from concurrent import futures
from pathlib import Path

import grpc

from arbiter_client import Arbiter, ArbiterError, Tls, UnauthenticatedError, UnreachableError, v1
from arbiter_client.v1.rules_service_pb2_grpc import (
    RulesServiceServicer,
    add_RulesServiceServicer_to_server,
)
from tests.server import Server

KEY = "arb_" + base64.urlsafe_b64encode(bytes(range(32))).rstrip(b"=").decode()


class Keys(unittest.TestCase):
    def test_the_key_is_sent_with_calls_and_streams(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as keys:
            json.dump({"clients": [{"name": "site", "methods": ["*"],
                                    "keySha256": [hashlib.sha256(KEY.encode()).hexdigest()]}]},
                      keys)
            keys.flush()
            with Server("--api-keys", keys.name) as server:
                with Arbiter(server.address, api_key=KEY) as arbiter:
                    self.assertEqual(len(arbiter.list_variants().variants), 4)
                    list(arbiter.analyze(position={"variant": "chak"}, limits={"depth": 1}))
                with Arbiter(server.address) as nobody, self.assertRaises(UnauthenticatedError):
                    nobody.list_variants()

    def test_a_key_does_not_travel_in_the_clear(self):
        for target in ("arbiter.example:50051", "dns:///arbiter.example:50051", "10.0.0.1:50051",
                       "ipv4:127.0.0.1:1,10.0.0.1:2", "127.0.0.1.example:1", "localhost.example:1"):
            with self.subTest(target), self.assertRaisesRegex(ValueError, "in the clear"):
                Arbiter(target, api_key=KEY)
        for target in ("127.0.0.1:1", "localhost:1", "[::1]:1", "unix:/run/arbiter",
                       "ipv4:127.0.0.1:1,127.0.0.2:2", "dns:///localhost:1"):
            with self.subTest(target):
                Arbiter(target, api_key=KEY).close()
        Arbiter("arbiter.example:50051", api_key=KEY, tls=True).close()
        Arbiter("arbiter.example:50051", api_key=KEY, insecure=True).close()


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

    def test_the_server_is_known_by_its_certificate(self):
        with Server("--tls-cert", self.cert, "--tls-key", self.key) as server:
            tls = Tls(ca=self.cert, server_name="arbiter.test")
            with Arbiter(server.address, tls=tls) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)
            for other in (Tls(ca=self.cert), Tls(server_name="arbiter.test"), False):
                with self.subTest(other), Arbiter(server.address, tls=other, timeout=5) as arbiter:
                    with self.assertRaises(UnreachableError):
                        arbiter.list_variants()

    def test_the_client_is_known_by_its_certificate(self):
        with Server("--tls-cert", self.cert, "--tls-key", self.key,
                    "--tls-client-ca", self.cert) as server:
            known = Tls(ca=self.cert, cert=self.cert, key=self.key, server_name="arbiter.test")
            with Arbiter(server.address, tls=known) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)
            unknown = Tls(ca=self.cert, server_name="arbiter.test")
            with Arbiter(server.address, tls=unknown, timeout=5) as arbiter:
                with self.assertRaises(UnreachableError):
                    arbiter.list_variants()


class Failing(RulesServiceServicer):
    """Answers after so many failures."""

    def __init__(self, failures, code):
        self.failures = failures
        self.code = code
        self.calls = 0

    def ListVariants(self, request, context):
        self.calls += 1
        if self.calls <= self.failures:
            context.abort(self.code, "not now")
        return v1.ListVariantsResponse()


class Retries(unittest.TestCase):
    def _arbiter(self, service):
        server = grpc.server(futures.ThreadPoolExecutor(1))
        add_RulesServiceServicer_to_server(service, server)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self.addCleanup(lambda: server.stop(None).wait())
        arbiter = Arbiter(f"127.0.0.1:{port}")
        self.addCleanup(arbiter.close)
        return arbiter

    def test_a_lost_call_is_made_again_up_to_three_times(self):
        service = Failing(3, grpc.StatusCode.UNAVAILABLE)
        self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)
        service = Failing(4, grpc.StatusCode.UNAVAILABLE)
        with self.assertRaises(UnreachableError):
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 4)

    def test_a_refused_call_is_not(self):
        service = Failing(1, grpc.StatusCode.RESOURCE_EXHAUSTED)
        with self.assertRaises(ArbiterError):
            self._arbiter(service).list_variants()
        self.assertEqual(service.calls, 1)

    def test_calls_go_on_at_a_second_server_when_the_first_is_killed(self):
        with Server() as first, Server() as second:
            target = f"ipv4:{first.address},{second.address}"
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
