"""Converts the statuses of gRPC and google.rpc to errors."""

from __future__ import annotations

from typing import Dict, Optional, Tuple, Type

import grpc

from arbiter_client._error_classes import ERROR_CLASSES
from arbiter_client._google_rpc import error_details_pb2, status_pb2
from arbiter_client._reasons import Reason
from arbiter_client._targets import Target
from arbiter_client._unreachable import describe_unreachable
from arbiter_client.errors import ArbiterError, DeadlineExceededError, UnreachableError

_DOMAIN = "arbiter.v1"
_BREAK_CODES = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNKNOWN, grpc.StatusCode.CANCELLED)
_CODES: Dict[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}


def error_of(status: status_pb2.Status, *, request_id: Optional[str] = None) -> ArbiterError:
    """Converts the status of an item of a batch, or of an answer in a session, to an error."""
    code = _CODES.get(status.code, grpc.StatusCode.UNKNOWN)
    reason: Optional[Reason] = None
    fields: Tuple[str, ...] = ()
    retry_after: Optional[float] = None
    localized: Optional[str] = None
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        text = error_details_pb2.LocalizedMessage()
        if detail.Unpack(info):
            if info.domain == _DOMAIN and info.reason in Reason.__members__:
                reason = Reason[info.reason]
        elif detail.Unpack(bad):
            fields = tuple(violation.field for violation in bad.field_violations)
        elif detail.Unpack(retry):
            retry_after = retry.retry_delay.ToTimedelta().total_seconds()
        elif detail.Unpack(text):
            localized = text.message
    error_class = _error_class(code, reason)
    return error_class(status.message, code=code, reason=reason, fields=fields,
                       retry_after=retry_after, request_id=request_id, localized_message=localized)


def _error_class(code: grpc.StatusCode, reason: Optional[Reason]) -> Type[ArbiterError]:
    # A missed deadline has one class, whether the service or gRPC notices it first.
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return DeadlineExceededError
    if reason:
        return ERROR_CLASSES[reason]
    return UnreachableError if code is grpc.StatusCode.UNAVAILABLE else ArbiterError


def cancellation() -> ArbiterError:
    """Returns the error of a call that was cancelled."""
    return ArbiterError("the call was cancelled", code=grpc.StatusCode.CANCELLED)


def error_of_call(failure: grpc.RpcError, target: Target,
                  timeout: Optional[float]) -> ArbiterError:
    """Converts the error of a gRPC call with this target and timeout."""
    metadata = {key: value for part in (failure.initial_metadata(), failure.trailing_metadata())
                for key, value in part or ()}
    details = metadata.get("grpc-status-details-bin")
    status = status_pb2.Status(code=failure.code().value[0], message=failure.details() or "")
    if details is None:
        status.message = _explain(failure.code(), status.message, target, timeout)
    else:
        status.MergeFromString(details)
    return error_of(status, request_id=metadata.get("x-request-id"))


def has_begun(failure: grpc.RpcError) -> bool:
    """Whether the service had begun to answer a stream. A proxy that answers in its place sends no
    id."""
    return any(key == "x-request-id" for key, _ in failure.initial_metadata() or ())


def is_break(failure: grpc.RpcError) -> bool:
    """Whether an answer that had begun broke off. Proxies that lose a server, and gRPC, report that
    with one of several codes, and without the details of the service's own errors."""
    trailing = failure.trailing_metadata() or ()
    if any(key == "grpc-status-details-bin" for key, _ in trailing):
        return False
    if failure.code() is grpc.StatusCode.INTERNAL:
        return "RST_STREAM" in (failure.details() or "")
    return failure.code() in _BREAK_CODES


def _explain(code: grpc.StatusCode, message: str, target: Target,
             timeout: Optional[float]) -> str:
    """Returns a sentence in place of gRPC's message if the service did not answer a call."""
    if code is grpc.StatusCode.UNAVAILABLE:
        return describe_unreachable(message, target.address, target.uses_tls)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED and timeout is not None:
        return f"no answer from the server at {target.address} within {timeout:g} s"
    return message
