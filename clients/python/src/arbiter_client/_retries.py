"""Retries of calls, in addition to those of gRPC according to the service config."""

from __future__ import annotations

import math
import random
import time
from typing import Optional

import grpc

from arbiter_client.errors import ArbiterError

_MAX_RETRIES = 3
# Spreads out the retries of clients that were refused at the same time.
_MAX_JITTER = 0.25


class Retries:
    """The retries of one call, whose timeout begins now."""

    def __init__(self, timeout: Optional[float]) -> None:
        self._deadline = math.inf if timeout is None else time.monotonic() + timeout
        self._left = _MAX_RETRIES

    def time_left(self) -> Optional[float]:
        """Returns the remaining seconds, or None if there is no timeout."""
        return None if self._deadline == math.inf else self._deadline - time.monotonic()

    def delay_after(self, error: ArbiterError) -> float:
        """Returns the seconds to wait before the next attempt, as requested by the service. Raises
        the error if the service requested no delay, if this was the last attempt, or if the timeout
        comes first. Calls that ended with UNAVAILABLE are not retried here, because gRPC has already
        retried them."""
        if error.retry_after is None or error.code is grpc.StatusCode.UNAVAILABLE or not self._left:
            raise error
        delay = error.retry_after * random.uniform(1, 1 + _MAX_JITTER)
        if time.monotonic() + delay >= self._deadline:
            raise error
        self._left -= 1
        return delay
