"""Decides whether and when a call that failed is made again."""

from __future__ import annotations

import math
import random
import threading
import time
from typing import Optional

import grpc

from arbiter_client._service_config import SERVICE_CONFIG
from arbiter_client.errors import ArbiterError

_INITIAL_DELAY = 0.05
_MAX_DELAY = 1.0
# Spreads out the retries of clients that failed at the same time.
_MAX_JITTER = 0.25


def with_jitter(delay: float) -> float:
    """Returns a delay that is longer by a random part."""
    return delay * random.uniform(1, 1 + _MAX_JITTER)


class Budget:
    """Limits the retries of a client, so that a service in trouble does not get many times as many
    calls. A retry takes a token, and a call that succeeds gives back a part of one."""

    def __init__(self) -> None:
        throttling = SERVICE_CONFIG["retryThrottling"]
        # Counted in thousandths, because sums of floats are not exact.
        self._max: int = round(1000 * throttling["maxTokens"])
        self._ratio: int = round(1000 * throttling["tokenRatio"])
        self._left = self._max
        self._lock = threading.Lock()

    def is_exhausted(self) -> bool:
        """Whether there is no whole token left."""
        with self._lock:
            return self._left < 1000

    def take(self) -> bool:
        """Takes a token. Returns false if there is no whole token left."""
        with self._lock:
            if self._left < 1000:
                return False
            self._left -= 1000
            return True

    def refill(self) -> None:
        with self._lock:
            self._left = min(self._max, self._left + self._ratio)


class Retries:
    """The retries of one call, which begins now."""

    def __init__(self, timeout: Optional[float], patience: Optional[float],
                 budget: Budget) -> None:
        """
        Args:
            timeout: The timeout of the call in seconds; None if it has no deadline.
            patience: The seconds for which a call without a deadline is retried: until it has been
                failing for this time without receiving anything; None for no limit.
            budget: The budget of the client.
        """
        self.timeout = timeout
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._patience = math.inf if patience is None else patience
        self._budget = budget
        self._last_error: Optional[ArbiterError] = None
        self._succeeded = False
        self._attempt_begin = time.monotonic()
        self.record_progress()

    def record_progress(self) -> None:
        """Records that the call has begun or received something."""
        self._failing_since: Optional[float] = None
        self._delay = _INITIAL_DELAY

    def record_success(self) -> None:
        """Records that the call has ended without an error."""
        if not self._succeeded:
            self._succeeded = True
            self._budget.refill()

    def time_left(self) -> Optional[float]:
        """Returns the seconds until the deadline for an attempt that begins now, or None if there is
        none. Raises the last error if the deadline has passed while the call waited for its
        retry."""
        self._attempt_begin = time.monotonic()
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0 and self._last_error:
            raise self._last_error
        return left

    def delay_after(self, error: ArbiterError, *, has_begun: bool = False,
                    is_broken: bool = False) -> float:
        """Returns the seconds to wait before the next attempt. Raises the error if the call is not
        retried: because its error is final, because the wait would be too long, or because the
        budget is exhausted.

        Args:
            error: The error of the attempt.
            has_begun: Whether its answer had begun, and can be resumed.
            is_broken: Whether this answer broke off, without an error of the service.
        """
        if error.retry_after is not None:
            delay = error.retry_after
        elif is_broken or error.code is grpc.StatusCode.UNAVAILABLE:
            delay = self._delay
        else:
            raise error
        delay = with_jitter(delay)
        now = time.monotonic()
        has_lasted = now - self._attempt_begin >= self._patience
        # An attempt whose answer had begun did not fail until it broke.
        if self._failing_since is None or is_broken or (has_begun and has_lasted):
            self._failing_since = now
        if not self._has_time_for(delay) or not self._budget.take():
            raise error
        self._delay = min(2 * self._delay, _MAX_DELAY)
        self._last_error = error
        return delay

    def can_wait_after(self, refusal: ArbiterError) -> bool:
        """Whether `delay_after` would return the delay that the service requests."""
        delay = (refusal.retry_after or 0) * (1 + _MAX_JITTER)
        return self._has_time_for(delay) and not self._budget.is_exhausted()

    def _has_time_for(self, delay: float) -> bool:
        now = time.monotonic()
        end = self._deadline
        if end is None:
            end = (now if self._failing_since is None else self._failing_since) + self._patience
        return now + delay < end
