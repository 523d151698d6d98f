"""Restarts a service, and a batch that outlasts it."""

import asyncio
import contextlib
import time
from unittest import mock

from arbiter_client import v1
from arbiter_client._retries import Retries
from tests.server import Server

VARIANTS = {"chak": 33, "chakart": 20, "makruk": 23}  # the number of moves at the start
# The id and the number of moves that each answer to `long_batch()` has. Some requests share an id.
EXPECTED = sorted((f"{variant} {i % 10}", moves)
                  for i in range(100) for variant, moves in VARIANTS.items())


def counted_retries():
    """Returns a mock that counts the failed attempts of calls while it is active."""
    return mock.patch.object(Retries, "delay_after", autospec=True, side_effect=Retries.delay_after)


def long_batch():
    """Yields more requests than a batch takes ahead of their answers."""
    for i in range(100):
        for variant in VARIANTS:
            yield v1.BatchRequest(id=f"{variant} {i % 10}",
                                  perft={"position": {"variant": variant}, "depth": 1})


def answers_of(answers):
    """Returns what `EXPECTED` says of the answers."""
    return sorted((answer.id, answer.perft.nodes) for answer in answers)


@contextlib.contextmanager
def restart(server, downtime):
    """Kills a server, and starts another one at the same address after some seconds."""
    server.close()
    time.sleep(downtime)
    with Server(listen=server.address):
        yield


@contextlib.asynccontextmanager
async def restart_async(server, downtime):
    """Does the same without blocking the event loop."""
    restarting = restart(server, downtime)
    await asyncio.to_thread(restarting.__enter__)
    with contextlib.ExitStack() as stack:
        stack.push(restarting.__exit__)
        yield
