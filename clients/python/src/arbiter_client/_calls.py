"""Makes calls of any method."""

from __future__ import annotations

from types import TracebackType
from typing import (
    Any,
    Callable,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
)

import grpc
from google.protobuf import message as protobuf

from arbiter_client._retries import Retries
from arbiter_client._statuses import error_of_call
from arbiter_client.errors import ArbiterError

Metadata = Sequence[Tuple[str, str]]
Message = TypeVar("Message")
Request = TypeVar("Request", bound=Any)


class Stream(Iterator[Message]):
    """Iterates over the answers of a call as they arrive.

    The call is cancelled at the end of a `with` block, by `close()`, or when the stream is deleted,
    for example after leaving a `for` loop over it.
    """

    def __init__(self, start: Callable[[], Any],
                 fail: Callable[[ArbiterError, bool], None]) -> None:
        """`start` makes the call. `fail` gets the error of the call and whether there has been an
        answer; it raises the error, or returns if the call should be made again."""
        self._start = start
        self._fail = fail
        self._has_begun = False
        self._closed = False
        self._call: Any = None
        self._call = start()

    def __next__(self) -> Message:
        while True:
            try:
                answer: Message = next(self._call)
                self._has_begun = True
                return answer
            except grpc.RpcError as failure:
                if self._closed:
                    raise StopIteration from None
                error = error_of_call(failure)
            self._fail(error, self._has_begun)
            self._call = self._start()
            if self._closed:
                self._call.cancel()

    def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        if self._call is not None:
            self._call.cancel()

    def __enter__(self) -> Stream[Message]:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Calls:
    """Makes calls on a channel, with the settings that they have in common."""

    def __init__(self, channel: grpc.Channel, metadata: Metadata, timeout: Optional[float],
                 locale: str) -> None:
        self.channel = channel
        self._metadata = tuple(metadata)
        self._timeout = timeout
        self._locale = locale

    def request(self, kind: Type[Request], given: Optional[Request],
                fields: Mapping[str, Any]) -> Request:
        """Returns a copy of the given request, or a request with these fields, and sets the
        client's locale in it unless it has one."""
        named = {name: value for name, value in fields.items() if value is not None}
        if given is not None and named:
            raise TypeError(f"give a {kind.__name__} or its fields, not both")
        message = kind(**named)
        if given is not None:
            message.CopyFrom(given)
        self._set_locale(message)
        return message

    def unary(self, method: Callable[..., Message], request: Any, timeout: Optional[float],
              metadata: Metadata) -> Message:
        retries = Retries(self._timeout if timeout is None else timeout)
        while True:
            try:
                return method(request, timeout=retries.time_left(),
                              metadata=(*self._metadata, *metadata))
            except grpc.RpcError as failure:
                error = error_of_call(failure)
            retries.wait_after(error)

    def stream(self, method: Callable[..., Any], request: Any, timeout: Optional[float],
               metadata: Metadata) -> Stream[Any]:
        """Starts a server stream, which has no deadline if `timeout` is None."""
        retries = Retries(timeout)

        def fail(error: ArbiterError, has_begun: bool) -> None:
            if has_begun:
                raise error
            retries.wait_after(error)

        return Stream(lambda: method(request, timeout=retries.time_left(),
                                     metadata=(*self._metadata, *metadata)), fail)

    def bidi_stream(self, method: Callable[..., Any], requests: Iterable[Any],
                    timeout: Optional[float], metadata: Metadata) -> Stream[Any]:
        """Starts a bidirectional stream. It is not retried because its requests have been consumed.
        An exception of `requests` is raised by the stream."""
        failures: List[Exception] = []

        def send() -> Iterator[Any]:
            try:
                for request in requests:
                    sent = type(request)()
                    sent.CopyFrom(request)
                    self._set_locale(sent)
                    yield sent
            except Exception as failure:
                failures.append(failure)
                raise

        def fail(error: ArbiterError, _: bool) -> None:
            raise failures[0] if failures else error

        return Stream(lambda: method(send(), timeout=timeout,
                                     metadata=(*self._metadata, *metadata)), fail)

    def _set_locale(self, message: protobuf.Message) -> None:
        """Sets the client's locale in every empty `locale` field."""
        if not self._locale:
            return
        if "locale" in message.DESCRIPTOR.fields_by_name and not message.locale:
            message.locale = self._locale
        for _, value in message.ListFields():
            if isinstance(value, protobuf.Message):
                self._set_locale(value)
            elif not isinstance(value, (str, bytes)) and isinstance(value, Sequence):
                for part in value:
                    if isinstance(part, protobuf.Message):
                        self._set_locale(part)
