"""Tests of the addresses of a service."""

import unittest

from arbiter_client import Arbiter
from arbiter_client._targets import Target, parse_target

# What a client is given, what gRPC resolves, and the address in errors.
TARGETS = [
    ("arbiter.example:50052", "arbiter.example:50052", "arbiter.example:50052"),
    ("arbiter.example", "arbiter.example:50051", "arbiter.example:50051"),
    (" localhost:1\n", "localhost:1", "localhost:1"),
    (":50052", "localhost:50052", "localhost:50052"),
    ("127.0.0.1", "127.0.0.1:50051", "127.0.0.1:50051"),
    ("[::1]:65535", "[::1]:65535", "[::1]:65535"),
    ("[::1]", "[::1]:50051", "[::1]:50051"),
    ("::1", "[::1]:50051", "[::1]:50051"),
    ("2001:db8::1", "[2001:db8::1]:50051", "[2001:db8::1]:50051"),
    ("http://127.0.0.1:50052", "127.0.0.1:50052", "127.0.0.1:50052"),
    ("HTTP://arbiter.example/", "arbiter.example:50051", "arbiter.example:50051"),
    ("http://[::1]", "[::1]:50051", "[::1]:50051"),
    ("10.0.0.1,10.0.0.2:50052", "ipv4:10.0.0.1:50051,10.0.0.2:50052",
     "10.0.0.1:50051,10.0.0.2:50052"),
    ("10.0.0.1:1, 10.0.0.2:2", "ipv4:10.0.0.1:1,10.0.0.2:2", "10.0.0.1:1,10.0.0.2:2"),
    ("[::1]:1,::1", "ipv6:[::1]:1,[::1]:50051", "[::1]:1,[::1]:50051"),
    ("ipv4:127.0.0.1:1,127.0.0.2", "ipv4:127.0.0.1:1,127.0.0.2:50051",
     "127.0.0.1:1,127.0.0.2:50051"),
    ("dns:///arbiter.example", "dns:///arbiter.example:50051", "arbiter.example:50051"),
    ("dns://127.0.0.1/arbiter.example:1", "dns://127.0.0.1/arbiter.example:1", "arbiter.example:1"),
    ("dns:arbiter.example:1", "dns:arbiter.example:1", "arbiter.example:1"),
    ("DNS:///arbiter.example", "dns:///arbiter.example:50051", "arbiter.example:50051"),
    ("IPv4:10.0.0.1", "ipv4:10.0.0.1:50051", "10.0.0.1:50051"),
    ("UNIX:/run/Arbiter.sock", "unix:/run/Arbiter.sock", "unix:/run/Arbiter.sock"),
    ("unix:/run/arbiter.sock", "unix:/run/arbiter.sock", "unix:/run/arbiter.sock"),
    ("unix-abstract:arbiter", "unix-abstract:arbiter", "unix-abstract:arbiter"),
]

# What a client is given, and a part of the error, which also quotes the address.
INVALID = [
    ("", "is empty"),
    (" ", "is empty"),
    ("http://", "has no host"),
    ("dns:///", "has no host"),
    ("10.0.0.1:1,", "has no host"),
    ("unix:", "has no path; write for example unix:/run/arbiter.sock"),
    ("unix://", "has no path"),
    ("Unix-Abstract:", "has no path; write for example unix-abstract:arbiter"),
    ("user@host", "has the invalid host 'user@host'; an address is host:port"),
    ("a[b", r"has the invalid host 'a\[b'"),
    ("dns:///http://h", "contains 'http://'; in a list and after a resolver such as dns:, an "
                        "address is only host:port"),
    ("ipv4:http://10.0.0.1", "contains 'http://'"),
    ("10.0.0.1,http://10.0.0.2", "contains 'http://'"),
    ("http://10.0.0.1,10.0.0.2", "contains 'http://'"),
    ("ftp://x", "has the unknown scheme 'ftp'"),
    ("arbiter example:50051", "contains a blank"),
    ("arbiter:5 1", "contains a blank"),
    ("arbiter:", "a number from 1 to 65535"),
    ("arbiter:0", "a number from 1 to 65535"),
    ("arbiter:65536", "a number from 1 to 65535"),
    ("arbiter:-1", "a number from 1 to 65535"),
    ("arbiter:grpc", "a number from 1 to 65535"),
    ("[::1]:x", "a number from 1 to 65535"),
    ("http://arbiter:50051/v1", "has a path; an address is host:port"),
    ("arbiter/v1", "has a path; an address is host:port"),
    ("::1:50051", r"write an IPv6 address with a port as \[::1\]:50051"),
    ("a:b:c", r"write an IPv6 address with a port as \[::1\]:50051"),
    ("[arbiter]:50051", r"for example \[::1\]:50051"),
    ("https://arbiter.example:50051", "needs TLS: set tls=True"),
    ("grpc://arbiter:50051", "unknown scheme 'grpc'"),
    ("one:1,two:2", "use one DNS name that resolves to all of them"),
    ("dns:///one:1,two:2", "use one DNS name that resolves to all of them"),
    ("127.0.0.1:1,[::1]:1", "is not a list of IPv4 addresses or of IPv6 addresses"),
    ("ipv4:arbiter:1", "is not a list of IPv4 addresses or of IPv6 addresses"),
]


class Targets(unittest.TestCase):
    def test_a_target_gets_its_port_and_loses_its_scheme(self):
        for given, name, address in TARGETS:
            with self.subTest(given):
                parsed = parse_target(given, uses_tls=False)
                self.assertEqual((parsed.name, parsed.address), (name, address))

    def test_an_invalid_target_is_refused_with_its_text(self):
        for given, message in INVALID:
            with self.subTest(given), self.assertRaisesRegex(ValueError, message) as caught:
                Arbiter(given)
            self.assertIn(f"'{given.strip()}'", str(caught.exception))

    def test_a_target_that_is_no_string_is_refused(self):
        with self.assertRaisesRegex(TypeError, "in one string"):
            Arbiter(["10.0.0.1:50051", "10.0.0.2:50051"])

    def test_the_scheme_agrees_with_tls(self):
        self.assertEqual(parse_target("https://arbiter.example/", uses_tls=True),
                         Target("arbiter.example:50051", "arbiter.example:50051", is_local=False,
                                uses_tls=True))
        with self.assertRaisesRegex(ValueError, "^'http://arbiter.example' means a connection "
                                    "without TLS, but tls is set; write https://, or only "
                                    "host:port$"):
            Arbiter("http://arbiter.example", tls=True)


if __name__ == "__main__":
    unittest.main()
