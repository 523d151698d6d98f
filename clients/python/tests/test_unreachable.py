"""Tests of the errors of calls that do not reach the service."""

import socket
import threading
import time
import unittest

import grpc

from arbiter_client import Arbiter, AsyncArbiter, UnreachableError
from arbiter_client._unreachable import describe_unreachable
from tests.failing import without_retries
from tests.requests import INFINITE, MAKRUK
from tests.server import PATIENCE, Server

ADDRESS = "arbiter.example:50051"
FAILED = "failed to connect to all addresses; last error: "

# Messages of grpcio 1.51, and what they mean.
RECORDED = [
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Failed to connect to remote host: Connection refused",
     f"cannot reach the server at {ADDRESS}: nothing listens there"),
    (FAILED + "UNKNOWN: unix:/run/arbiter.sock: No such file or directory",
     f"cannot reach the server at {ADDRESS}: nothing listens there"),
    ("DNS resolution failed for nohost.invalid:50051: C-ares status is not ARES_SUCCESS qtype=AAAA "
     "name=nohost.invalid is_balancer=0: Domain name not found",
     f"cannot reach the server at {ADDRESS}: the host is unknown"),
    (FAILED + "INTERNAL: ipv4:127.0.0.1:1: Trying to connect an http1.x server",
     f"cannot reach the server at {ADDRESS}: what listens there does not speak gRPC"),
    (FAILED + "UNAVAILABLE: ipv4:127.0.0.1:1: Failed parsing HTTP/2",
     f"cannot reach the server at {ADDRESS}: what listens there does not speak gRPC"),
    (FAILED + "UNKNOWN: ipv4:10.0.0.1:1: Failed to connect to remote host: Network is unreachable",
     f"cannot reach the server at {ADDRESS}: it does not answer"),
    (FAILED + "UNKNOWN: ipv6:%5B2001:db8::1%5D:1: Failed to connect to remote host: "
     "No route to host", f"cannot reach the server at {ADDRESS}: it does not answer"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: connection attempt timed out before receiving SETTINGS "
     "frame", f"cannot reach the server at {ADDRESS}: it does not answer"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: tcp handshaker shutdown",
     f"cannot reach the server at {ADDRESS}: it does not answer"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: SSL_ERROR_SSL: error:0A00010B:SSL "
     "routines::wrong version number",
     f"cannot reach the server at {ADDRESS}: the TLS handshake failed"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Handshake read failed",
     f"cannot reach the server at {ADDRESS}: the TLS handshake failed"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: SSL_ERROR_SSL: error:0A000086:SSL "
     "routines::certificate verify failed",
     f"cannot reach the server at {ADDRESS}: its certificate is not trusted"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Peer name 127.0.0.1 is not in peer certificate",
     f"cannot reach the server at {ADDRESS}: its certificate is not trusted"),
    (FAILED + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: SSL_ERROR_SSL: error:10000461:SSL "
     "routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED",
     f"cannot reach the server at {ADDRESS}: the TLS handshake failed"),
    ("recvmsg:Connection reset by peer", f"the connection to the server at {ADDRESS} was lost"),
    ("Socket closed", f"the connection to the server at {ADDRESS} was lost"),
    ("", f"the connection to the server at {ADDRESS} was lost"),
]

# Messages about a server that closes each connection at once.
CLOSED = [
    "connections to all backends failing; last error: UNAVAILABLE: ipv4:127.0.0.1:1: Socket closed",
    FAILED + "UNAVAILABLE: ipv4:127.0.0.1:1: recvmsg:Connection reset by peer",
]


class Sentences(unittest.TestCase):
    def test_each_message_of_grpc_has_a_sentence(self):
        for details, sentence in RECORDED:
            for uses_tls in (False, True):
                with self.subTest(details, uses_tls=uses_tls):
                    self.assertEqual(describe_unreachable(details, ADDRESS, uses_tls), sentence)

    def test_a_connection_that_never_existed_was_not_lost(self):
        cannot_reach = f"cannot reach the server at {ADDRESS}: "
        for details in CLOSED:
            with self.subTest(details):
                self.assertEqual(describe_unreachable(details, ADDRESS, uses_tls=True),
                                 cannot_reach + "the TLS handshake failed")
                self.assertEqual(
                    describe_unreachable(details, ADDRESS, uses_tls=False),
                    cannot_reach + "what listens there does not speak gRPC, or expects TLS")


class Unreachable(unittest.TestCase):
    def _assert_unreachable(self, address, cause, **options):
        with without_retries, Arbiter(address, timeout=PATIENCE, **options) as arbiter:
            with self.assertRaises(UnreachableError) as caught:
                arbiter.list_variants()
        self.assertIsNone(caught.exception.reason)
        self.assertEqual(caught.exception.code, grpc.StatusCode.UNAVAILABLE)
        self.assertEqual(caught.exception.message, f"cannot reach the server at {address}: {cause}")

    def _listen(self, answer=None):
        """Returns the address of a listener that answers with these bytes, if any."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                connection.sendall(answer)
                self.addCleanup(connection.close)

        if answer:
            threading.Thread(target=serve, daemon=True).start()
        return f"127.0.0.1:{listener.getsockname()[1]}"

    def test_nothing_listens(self):
        for address in ("127.0.0.1:1", "[::1]:1", "localhost:1", "unix:/nowhere/arbiter.sock"):
            with self.subTest(address):
                self._assert_unreachable(address, "nothing listens there")

    def test_the_host_is_unknown(self):
        self._assert_unreachable("arbiter.invalid:50051", "the host is unknown")

    def test_what_listens_does_not_speak_grpc(self):
        cause = "what listens there does not speak gRPC"
        with Server() as server:
            self._assert_unreachable(server.metrics_address, cause)
        self._assert_unreachable(self._listen(b"SSH-2.0-server\r\n"), cause)

    def test_what_listens_does_not_answer(self):
        self._assert_unreachable(
            self._listen(), "it does not answer",
            options=[("grpc.initial_reconnect_backoff_ms", 200),
                     ("grpc.min_reconnect_backoff_ms", 200)])

    def test_the_tls_handshake_fails(self):
        with Server() as server:
            self._assert_unreachable(server.address, "the TLS handshake failed", tls=True)

    def test_a_connection_is_lost(self):
        with Server() as server, Arbiter(server.address) as arbiter:
            updates = arbiter.analyze(position=MAKRUK, limits=INFINITE)
            next(updates)
            server.close()
            with self.assertRaises(UnreachableError) as caught:
                list(updates)
        self.assertEqual(caught.exception.message,
                         f"the connection to the server at {server.address} was lost")

    def test_a_call_fails_before_its_deadline(self):
        begin = time.monotonic()
        with Arbiter("127.0.0.1:1", timeout=0.3) as nobody:
            with self.assertRaisesRegex(UnreachableError, "127.0.0.1:1: nothing listens there"):
                nobody.list_variants()
        # Nothing is retried after the deadline, so the time beyond it is that of a slow machine.
        self.assertLess(time.monotonic() - begin, 5)


class AsyncUnreachable(unittest.IsolatedAsyncioTestCase):
    async def test_a_call_fails_before_its_deadline(self):
        async with AsyncArbiter("127.0.0.1:1", timeout=0.3) as nobody:
            with self.assertRaisesRegex(UnreachableError, "127.0.0.1:1: nothing listens there"):
                await nobody.list_variants()


if __name__ == "__main__":
    unittest.main()
