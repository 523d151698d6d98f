"""Starts a server with quotas, and makes batches that exceed them."""

import contextlib
import hashlib
import json
import tempfile

from arbiter_client import QuotaExceededError, error_of, v1
from tests.server import Server

# A quota for a batch of a few items that lasts a moment, and one that lasts longer than any test.
SHORT = {"tokensPerSecond": 40, "burst": 2}
LONG = {"tokensPerSecond": 0.001, "burst": 1}

ITEMS = [v1.BatchRequest(id=str(i), start_game={"variant": "chak" if i % 2 else "makruk"})
         for i in range(12)]


@contextlib.contextmanager
def quota_server(quota):
    """Starts a server with this quota for a client with the key `arb_k`."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as keys:
        json.dump({"clients": [{"name": "site", "methods": ["*"], "quota": quota,
                                "keySha256": [hashlib.sha256(b"arb_k").hexdigest()]}]}, keys)
        keys.flush()
        with Server("--api-keys", keys.name) as server:
            yield server


def check_answers(test, answers):
    """Checks that each of `ITEMS` has its answer."""
    starts = sorted((int(answer.id), answer.start_game.state.fen[:5]) for answer in answers)
    test.assertEqual(starts, [(i, "rvsqk" if i % 2 else "rnsmk") for i in range(len(ITEMS))])


def check_refusals(test, answers):
    """Checks that each of `ITEMS` has an answer, and that some were refused."""
    test.assertEqual({answer.id for answer in answers}, {item.id for item in ITEMS})
    test.assertEqual(len(answers), len(ITEMS))
    errors = [error_of(answer.status) for answer in answers if answer.HasField("status")]
    test.assertTrue(errors)
    for error in errors:
        test.assertIsInstance(error, QuotaExceededError)
