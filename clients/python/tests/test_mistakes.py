"""Tests of wrong arguments, which are errors that say what is expected."""

import unittest

from arbiter_client import Arbiter, AsyncArbiter, v1
from tests.requests import MAKRUK

# Nothing listens there: each mistake is found before the call is made.
ADDRESS = "127.0.0.1:1"

POSITION = {"variant": "makruk"}

# What is wrong, the error, and its message.
MISTAKES = [
    ("a string for a list",
     lambda arbiter: arbiter.apply_moves(position=POSITION, actions="e3e4"),
     TypeError, "actions must be a list, not a str; write ['e3e4']"),
    ("bytes for a list",
     lambda arbiter: arbiter.apply_moves(position=POSITION, actions=b"e3"),
     TypeError, "actions must be a list, not bytes; write [b'e3']"),
    ("a number for a list",
     lambda arbiter: arbiter.validate_game(variant="chpok", record={"elapsed_ms": 5}),
     TypeError, "record.elapsed_ms must be a list, not an int; write [5]"),
    ("a nested string for a list",
     lambda arbiter: arbiter.legal_moves(position={**POSITION, "record": {"actions": "e3e4"}}),
     TypeError, "position.record.actions must be a list, not a str; write ['e3e4']"),
    ("an element of a list",
     lambda arbiter: arbiter.apply_moves(position=POSITION, actions=["e3e4", 5]),
     TypeError, "actions[1] must be a str, not an int"),
    ("None in a list",
     lambda arbiter: arbiter.apply_moves(position=POSITION, actions=[None]),
     TypeError, "actions[0] must be a str, not None"),
    ("a positional string", lambda arbiter: arbiter.start_game("makruk"),
     TypeError, "give a v1.StartGameRequest or its fields by name, such as variant=..., not a str"),
    ("a positional dict", lambda arbiter: arbiter.legal_moves({"position": POSITION}),
     TypeError,
     "give a v1.LegalMovesRequest or its fields by name, such as position=..., not a dict"),
    ("another request", lambda arbiter: arbiter.legal_moves(v1.PerftRequest()),
     TypeError,
     "give a v1.LegalMovesRequest or its fields by name, such as position=..., not a PerftRequest"),
    ("a request and fields",
     lambda arbiter: arbiter.legal_moves(v1.LegalMovesRequest(), viewer="VIEWER_ALL"),
     TypeError, "give a v1.LegalMovesRequest or its fields, not both"),
    ("two states",
     lambda arbiter: arbiter.legal_moves(position={**POSITION, "fen": "x", "snapshot": b"y"}),
     ValueError, "position.fen and position.snapshot exclude each other; set one of fen, record, "
                 "snapshot"),
    ("a state and a record",
     lambda arbiter: arbiter.legal_moves(position={**POSITION, "record": {}, "fen": "x"}),
     ValueError,
     "position.record and position.fen exclude each other; set one of fen, record, snapshot"),
    ("a misspelt enum value",
     lambda arbiter: arbiter.legal_moves(position=POSITION, detail="DETAIL_FUL"),
     ValueError, "unknown detail 'DETAIL_FUL' (did you mean 'DETAIL_FULL'?)"),
    ("a short enum value",
     lambda arbiter: arbiter.legal_moves(position=POSITION, detail="full"),
     ValueError, "unknown detail 'full' (did you mean 'DETAIL_FULL'?)"),
    ("an unknown enum value",
     lambda arbiter: arbiter.legal_moves(position=POSITION, detail="everything"),
     ValueError, "unknown detail 'everything' (known: "
                 + ", ".join(v1.Detail.keys()) + ")"),
    ("a wrong type for an enum",
     lambda arbiter: arbiter.legal_moves(position=POSITION, detail=True),
     TypeError, "detail must be a value of Detail, not a bool"),
    ("a misspelt field",
     lambda arbiter: arbiter.legal_moves(position={"variantt": "makruk"}),
     ValueError, "position.variantt is not a field of Position (did you mean 'variant'?)"),
    ("an unknown field", lambda arbiter: arbiter.legal_moves(position={"colour": "white"}),
     ValueError, "position.colour is not a field of Position (known: variant, options, fen, "
                 "record, snapshot, play_on, clocks)"),
    ("a misspelt parameter", lambda arbiter: arbiter.legal_moves(positon=POSITION),
     TypeError, ".legal_moves() has no parameter 'positon' (did you mean 'position'?)"),
    ("a string for a message", lambda arbiter: arbiter.legal_moves(position="makruk"),
     TypeError, "position must be a Position message or a dict of its fields, not a str"),
    ("a list for a message", lambda arbiter: arbiter.legal_moves(position=[POSITION]),
     TypeError, "position must be a Position message or a dict of its fields, not a list"),
    ("another message", lambda arbiter: arbiter.legal_moves(position=v1.AnalysisLimits()),
     TypeError,
     "position must be a Position message or a dict of its fields, not an AnalysisLimits"),
    ("a string for bytes",
     lambda arbiter: arbiter.legal_moves(position={**POSITION, "snapshot": "abc"}),
     TypeError, "position.snapshot must be bytes, not a str; write bytes.fromhex(...) if it is "
                "hexadecimal, base64.b64decode(...) if it is base64"),
    ("a seed as text",
     lambda arbiter: arbiter.start_game(variant="chakart", randomness={"seed": "00" * 32}),
     TypeError, "randomness.seed must be bytes, not a str; write bytes.fromhex(...) if it is "
                "hexadecimal, base64.b64decode(...) if it is base64"),
    ("bytes for a string", lambda arbiter: arbiter.legal_moves(position={"variant": b"makruk"}),
     TypeError, "position.variant must be a str, not bytes"),
    ("a string for a number",
     lambda arbiter: arbiter.perft(position=POSITION, depth="2"),
     TypeError, "depth must be an int, not a str"),
    ("a float for a whole number",
     lambda arbiter: arbiter.perft(position=POSITION, depth=2.5),
     TypeError, "depth must be an int, not a float"),
    ("a number out of its range",
     lambda arbiter: arbiter.perft(position=POSITION, depth=-1),
     ValueError, "depth must be from 0 to 4294967295, not -1"),
    ("a string for a bool",
     lambda arbiter: arbiter.analyze(position=POSITION, limits={"infinite": "false"}),
     TypeError, "limits.infinite must be True or False, not a str"),
    ("one request for a batch", lambda arbiter: arbiter.batch(v1.BatchRequest()),
     TypeError, "a batch takes an iterable of v1.BatchRequest messages, such as v1.BatchRequest("
                "id='1', legal_moves={'position': position}); it got a BatchRequest"),
    ("a string as the timeout", lambda arbiter: arbiter.list_variants(timeout="1"),
     TypeError, "timeout must be a number of seconds, or None for no timeout, not a str"),
    ("a negative timeout", lambda arbiter: arbiter.analyze(timeout=-1),
     ValueError, "timeout must be more than 0 seconds, or None for no timeout, not -1"),
    ("a dict as metadata", lambda arbiter: arbiter.list_variants(metadata={"x-request-id": "1"}),
     TypeError, "metadata must be a list of pairs of a str and a value, such as "
                "[('x-request-id', 'game-7')]"),
    ("a string as metadata", lambda arbiter: arbiter.session(metadata=["x-request-id"]),
     TypeError, "metadata must be a list of pairs of a str and a value, such as "
                "[('x-request-id', 'game-7')]"),
    ("a wrong analysis of a session",
     lambda arbiter: arbiter.session().analyze("1", {"position": {"fem": "x"}}),
     ValueError, "analyze.position.fem is not a field of Position (did you mean 'fen'?)"),
    ("a wrong id of an analysis",
     lambda arbiter: arbiter.session().analyze(1, v1.AnalyzeRequest()),
     TypeError, "id must be a str, not an int"),
    ("a misspelt option of the client", lambda arbiter: type(arbiter)(api_ky="arb_key"),
     TypeError, ".__init__() has no parameter 'api_ky' (did you mean 'api_key'?)"),
    ("a path as TLS", lambda arbiter: type(arbiter)(tls="ca.pem"),
     TypeError, "tls must be True, False or the settings of TLS, such as Tls(ca='ca.pem'), not a "
                "str"),
    ("bytes as the key", lambda arbiter: type(arbiter)(api_key=b"arb_key"),
     TypeError, "api_key must be a str, not bytes"),
    ("a timeout of zero", lambda arbiter: type(arbiter)(timeout=0),
     ValueError, "timeout must be more than 0 seconds, or None for no timeout, not 0"),
]

WRONG_ITEMS = [[{"id": "1"}], {"id": "1"}, "1", [v1.LegalMovesRequest()]]
WRONG_ITEM = "a batch takes an iterable of v1.BatchRequest messages, .*; it got (a|an) "


class Mistakes(unittest.TestCase):
    def setUp(self):
        self.arbiter = Arbiter(ADDRESS)
        self.addCleanup(self.arbiter.close)

    def test_each_mistake_has_an_error_that_says_what_is_expected(self):
        for name, call, kind, message in MISTAKES:
            with self.subTest(name), self.assertRaises(kind) as caught:
                call(self.arbiter)
            self.assertEqual(str(caught.exception).removeprefix("Arbiter"), message)

    def test_the_items_of_a_batch_are_messages(self):
        for items in WRONG_ITEMS:
            with self.subTest(items), self.assertLogs("grpc"), \
                    self.assertRaisesRegex(TypeError, WRONG_ITEM):
                list(self.arbiter.batch(items))


class AsyncMistakes(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.arbiter = AsyncArbiter(ADDRESS)
        self.addAsyncCleanup(self.arbiter.close)

    async def test_each_mistake_has_an_error_that_says_what_is_expected(self):
        for name, call, kind, message in MISTAKES:
            with self.subTest(name), self.assertRaises(kind) as caught:
                await call(self.arbiter)
            self.assertEqual(str(caught.exception).removeprefix("AsyncArbiter"), message)

    async def test_the_items_of_a_batch_are_messages(self):
        for items in WRONG_ITEMS:
            with self.subTest(items), self.assertRaisesRegex(TypeError, WRONG_ITEM):
                async for _ in self.arbiter.batch(items):
                    pass


class Values(unittest.TestCase):
    def test_what_is_right_is_not_refused(self):
        with Arbiter(ADDRESS) as arbiter:
            request = arbiter._calls.request(v1.ApplyMovesRequest, None, {
                "position": {"variant": "makruk", "fen": None, "snapshot": bytearray(b"s"),
                             "options": {"makruk": {}}},
                "actions": (action for action in ("e3e4", "e6e5")),
                "randomness": {"seed": memoryview(bytes(16))},
                "viewer": v1.VIEWER_ALL,
            })
            nested = arbiter._calls.request(v1.PerftRequest, None, {"position": MAKRUK, "depth": 3})
        self.assertEqual(request, v1.ApplyMovesRequest(
            position=v1.Position(variant="makruk", snapshot=b"s", options={"makruk": {}}),
            actions=["e3e4", "e6e5"], randomness={"seed": bytes(16)}, viewer="VIEWER_ALL"))
        self.assertEqual(nested, v1.PerftRequest(position=MAKRUK, depth=3))


if __name__ == "__main__":
    unittest.main()
