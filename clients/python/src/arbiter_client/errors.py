"""The base class of errors, and errors without a reason."""

from __future__ import annotations

from typing import Optional, Tuple

import grpc

from arbiter_client._reasons import Reason


class ArbiterError(Exception):
    """The error of a failed call or of a failed item of a batch.

    There is a subclass for each Reason, DeadlineExceededError for calls that exceeded their
    deadline, and UnreachableError for calls that no server answered. Other errors, such as those
    with a reason of a newer server, are of this class itself.
    """

    def __init__(
        self,
        message: str,
        *,
        code: grpc.StatusCode,
        reason: Optional[Reason] = None,
        fields: Tuple[str, ...] = (),
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
        localized_message: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """The message in English."""
        self.code = code
        """The gRPC status code."""
        self.reason = reason
        """The reason that the service gave, or None."""
        self.fields = fields
        """The paths of the wrong fields of the request, such as `position.record.actions[3]`."""
        self.retry_after = retry_after
        """The seconds to wait before another attempt; None if the service gave no time."""
        self.request_id = request_id
        """The id of the request in the service's log."""
        self.localized_message = localized_message
        """The message in the request's locale; None without a locale."""

    @property
    def field(self) -> Optional[str]:
        """The first of `fields`; None if there are none."""
        return self.fields[0] if self.fields else None

    def __str__(self) -> str:
        name: str = self.reason.value if self.reason else self.code.name
        return f"{name}: {self.message}" if self.message else name


class UnreachableError(ArbiterError):
    """No server could be reached, or the connection was lost. The message says why."""


class DeadlineExceededError(ArbiterError):
    """There was no answer within the timeout."""
