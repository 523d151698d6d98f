"""Tests of API keys, TLS and proxies."""

import base64
import hashlib
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import grpc

from arbiter_client import Arbiter, Tls, UnauthenticatedError, UnreachableError
from tests.failing import Failing, serve, without_retries
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
            untrusted = "its certificate is not trusted"
            for other, message in ((Tls(ca=self.cert), untrusted),
                                   (Tls(server_name="arbiter.test"), untrusted),
                                   (False, "does not speak gRPC, or expects TLS")):
                with self.subTest(other), without_retries, \
                        Arbiter(server.address, tls=other) as arbiter:
                    with self.assertRaisesRegex(UnreachableError, message):
                        arbiter.list_variants()

    def test_the_client_is_authenticated_by_its_certificate(self):
        with Server("--tls-cert", self.cert, "--tls-key", self.key,
                    "--tls-client-ca", self.cert) as server:
            known = Tls(ca=self.cert, cert=self.cert, key=self.key, server_name="arbiter.test")
            with Arbiter(server.address, tls=known) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)
            unknown = Tls(ca=self.cert, server_name="arbiter.test")
            with without_retries, Arbiter(server.address, tls=unknown) as arbiter:
                with self.assertRaisesRegex(UnreachableError, "the TLS handshake failed"):
                    arbiter.list_variants()


class Calls(unittest.TestCase):
    def test_calls_to_this_machine_use_no_proxy(self):
        with Server() as server, mock.patch.dict(os.environ, http_proxy="http://127.0.0.1:1"):
            with Arbiter(server.address) as arbiter:
                self.assertEqual(len(arbiter.list_variants().variants), 4)

    def test_metadata_can_come_from_an_iterator(self):
        service = Failing(1, grpc.StatusCode.UNAVAILABLE)
        address, stop = serve(service)
        self.addCleanup(stop)
        with Arbiter(address) as arbiter:
            arbiter.list_variants(metadata=zip(["x-request-id"], ["game-7"]))
        self.assertEqual((service.calls, service.metadata["x-request-id"]), (2, "game-7"))

    def test_the_user_agent_names_the_program(self):
        service = Failing(0, grpc.StatusCode.OK)
        address, stop = serve(service)
        self.addCleanup(stop)
        with Arbiter(address, user_agent="site/2") as arbiter:
            arbiter.list_variants()
        self.assertTrue(service.metadata["user-agent"].startswith("site/2 arbiter-client-python "))


if __name__ == "__main__":
    unittest.main()
