"""When a call is made again, beside what gRPC does by the service config."""

from __future__ import annotations

import math
import random
import time
from typing import Optional

import grpc

from arbiter_client.errors import ArbiterError

_MAX_RETRIES = 3
# So that clients that are refused together do not come back together.
_LARGEST_JITTER = 0.25


class Retries:
    """Those of one call, whose time runs from now on."""

    def __init__(self, timeout: Optional[float]) -> None:
        self._deadline = math.inf if timeout is None else time.monotonic() + timeout
        self._left = _MAX_RETRIES

    def time_left(self) -> Optional[float]:
        """Seconds; None: any time."""
        return None if self._deadline == math.inf else self._deadline - time.monotonic()

    def wait_after(self, error: ArbiterError) -> None:
        """Waits as long as the service asks for; raises the error where it asked for nothing, where
        this was the last attempt, and where the time does not last. What ended UNAVAILABLE has been
        repeated by gRPC."""
        if error.retry_after is None or error.code is grpc.StatusCode.UNAVAILABLE or not self._left:
            raise error
        delay = error.retry_after * random.uniform(1, 1 + _LARGEST_JITTER)
        if time.monotonic() + delay >= self._deadline:
            raise error
        self._left -= 1
        time.sleep(delay)
