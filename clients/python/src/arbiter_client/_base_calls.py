"""What blocking and asynchronous calls have in common."""

from __future__ import annotations

from typing import Any, Callable, Generic, Mapping, Optional, Sequence, Type, TypeVar

from google.protobuf import message as protobuf

from arbiter_client import v1
from arbiter_client._arguments import Metadata, check_metadata, check_timeout
from arbiter_client._attempts import Attempts
from arbiter_client._batches import BatchAttempts
from arbiter_client._jobs import JobStreamAttempts, ResultAttempts, wait_of
from arbiter_client._messages import describe_type, make_message
from arbiter_client._retries import Budget, Retries
from arbiter_client._targets import Target

Request = TypeVar("Request", bound=Any)
AnyStream = TypeVar("AnyStream")


class BaseCalls(Generic[AnyStream]):
    """Makes calls, with the settings that they have in common."""

    _batch_type: Type[Any]  # a class of _batches.py

    def __init__(self, channel: Any, target: Target, metadata: Metadata, timeout: Optional[float],
                 locale: str) -> None:
        self._channel = channel
        self._target = target
        self._metadata = metadata
        self._timeout = timeout
        self._locale = locale
        self._budget = Budget()

    def request(self, kind: Type[Request], given: Optional[Request],
                fields: Mapping[str, Any]) -> Request:
        """Returns a copy of the given request, or a request with these fields, and sets the
        client's locale in it unless it has one."""
        if given is None:
            message = make_message(kind, fields)
            self._set_locale(message)
            return message
        if not isinstance(given, kind):
            raise TypeError(f"give a v1.{kind.__name__} or its fields by name, such as "
                            f"{next(iter(fields))}=..., not {describe_type(given)}")
        if any(value is not None for value in fields.values()):
            raise TypeError(f"give a v1.{kind.__name__} or its fields, not both")
        return self._localized(given)

    def stream(self, method: Callable[..., Any], request: Any, timeout: Optional[float],
               metadata: Metadata) -> AnyStream:
        """Starts a server stream, which has no deadline if `timeout` is None."""
        metadata = self._all_metadata(metadata)

        def make_call(left: Optional[float]) -> Any:
            return method(request, timeout=left, metadata=metadata)

        retries = self._retries(timeout)
        if isinstance(request, (v1.StreamJobResultsRequest, v1.WatchJobRequest)):
            return self._open_stream(JobStreamAttempts(make_call, request, retries))
        return self._open_stream(Attempts(make_call, retries))

    def batch(self, method: Callable[..., Any], requests: Any, timeout: Optional[float],
              metadata: Metadata) -> AnyStream:
        """Starts a batch. An exception of `requests` is raised by the stream."""
        metadata = self._all_metadata(metadata)
        batch = self._batch_type(requests, self._localized)
        return self._open_stream(BatchAttempts(
            lambda left: self._send(method, batch.send(), timeout=left, metadata=metadata),
            self._retries(timeout), batch))

    def job_results(self, method: Callable[..., Any], request: v1.StreamJobResultsRequest,
                    timeout: Optional[float], metadata: Metadata) -> AnyStream:
        """Starts a stream of the results of a job, which continues where it broke off."""
        metadata = self._all_metadata(metadata)
        return self._open_stream(ResultAttempts(
            lambda left: method(request, timeout=left, metadata=metadata), request,
            self._retries(timeout)))

    def session(self, method: Callable[..., Any], requests: Any, timeout: Optional[float],
                metadata: Metadata) -> AnyStream:
        """Starts a session, which is not retried because the service keeps its state."""
        metadata = self._all_metadata(metadata)
        return self._open_stream(Attempts(
            lambda left: self._send(method, requests, timeout=left, metadata=metadata),
            self._retries(timeout), can_retry=False))

    def _open_stream(self, attempts: Attempts[Any]) -> AnyStream:
        """Returns a stream whose first attempt has been started."""
        raise NotImplementedError

    def _send(self, method: Callable[..., Any], requests: Any, **options: Any) -> Any:
        """Makes a call and sends it the requests."""
        raise NotImplementedError

    def _retries(self, timeout: Optional[float]) -> Retries:
        check_timeout(timeout)
        return Retries(timeout, self._timeout, self._budget)

    def _unary_retries(self, timeout: Optional[float], request: Any) -> Retries:
        if timeout is None and self._timeout is not None:
            timeout = self._timeout + wait_of(request)
        return self._retries(timeout)

    def _all_metadata(self, metadata: Metadata) -> Metadata:
        return (*self._metadata, *check_metadata(metadata))

    def _localized(self, message: Request) -> Request:
        """Returns a copy of the message, with the client's locale."""
        copy: Request = type(message)()
        copy.CopyFrom(message)
        self._set_locale(copy)
        return copy

    def _set_locale(self, message: protobuf.Message) -> None:
        """Sets the client's locale in every empty `locale` field."""
        if not self._locale:
            return
        if "locale" in message.DESCRIPTOR.fields_by_name and not getattr(message, "locale"):
            setattr(message, "locale", self._locale)
        for _, value in message.ListFields():
            if isinstance(value, protobuf.Message):
                self._set_locale(value)
            elif not isinstance(value, (str, bytes)) and isinstance(value, Sequence):
                for part in value:
                    if isinstance(part, protobuf.Message):
                        self._set_locale(part)
