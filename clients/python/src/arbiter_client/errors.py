"""What every error of a call has."""

from __future__ import annotations

from typing import Optional, Tuple

import grpc

from arbiter_client._reasons import Reason


class ArbiterError(Exception):
    """A call, or an item of a batch, that was refused or did not arrive.

    There is a subclass for each Reason, and DeadlineExceededError for deadlines that have passed.
    What else came without a reason (of the connection, or of a server that is newer than this
    package) is an UnreachableError or of this class.
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
        """In English."""
        self.code = code
        """Of gRPC."""
        self.reason = reason
        """Why; None where the service did not say."""
        self.fields = fields
        """The fields of the request that are wrong, as paths: `position.record.actions[3]`."""
        self.retry_after = retry_after
        """Seconds after which another attempt makes sense, where the service says so."""
        self.request_id = request_id
        """What the service's log calls this request."""
        self.localized_message = localized_message
        """In the language of the request, where it named one."""

    @property
    def field(self) -> Optional[str]:
        """The first of `fields`."""
        return self.fields[0] if self.fields else None

    def __str__(self) -> str:
        name = self.reason.value if self.reason else self.code.name
        return f"{name}: {self.message}" if self.message else name


class UnreachableError(ArbiterError):
    """No server took the call, or the one that did was lost."""


class DeadlineExceededError(ArbiterError):
    """No answer came within the timeout."""
