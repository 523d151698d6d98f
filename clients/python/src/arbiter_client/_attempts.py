"""The attempts of the call of a stream."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Deque, Generic, Optional, TypeVar

import grpc

from arbiter_client._retries import Retries
from arbiter_client.errors import ArbiterError

Message = TypeVar("Message", bound=Any)


class Attempts(Generic[Message]):
    """Makes the call of a stream, and decides whether it is made again after it failed. A call that
    has received an answer is not repeated."""

    def __init__(self, make_call: Callable[[Optional[float]], Any], retries: Retries,
                 can_retry: bool = True) -> None:
        """`make_call` makes the call with a timeout, and returns it."""
        self._make_call = make_call
        self._retries = retries
        self._can_retry = can_retry
        self.ready: Deque[Message] = deque()
        """The answers that the stream delivers next."""

    @property
    def timeout(self) -> Optional[float]:
        """The timeout of all attempts together, in seconds."""
        return self._retries.timeout

    def start(self) -> Any:
        """Makes the call, and returns it."""
        return self._make_call(self._retries.time_left())

    def receive(self, answer: Message) -> None:
        """Takes an answer of the call."""
        self._can_retry = False
        self.ready.append(answer)

    def is_over(self) -> bool:
        """Whether the call is useless from now on, although it may not have ended."""
        return False

    def delay_after_end(self) -> Optional[float]:
        """Returns the seconds to wait before the call is made again although it has ended without
        an error; None if the stream ends after the answers in `ready`."""
        self._retries.record_success()
        return None

    def delay_after(self, error: ArbiterError, failure: grpc.RpcError) -> float:
        """Returns the seconds to wait before the call is made again, or raises the error, which was
        made of `failure`."""
        if not self._can_retry:
            raise error
        return self._retries.delay_after(error)

    def close(self) -> None:
        """Releases what the attempts share. No other attempt follows."""
