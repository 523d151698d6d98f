"""What blocking and asynchronous calls have in common."""

from __future__ import annotations

from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    List,
    Mapping,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
)

from google.protobuf import message as protobuf

from arbiter_client._retries import Retries
from arbiter_client.errors import ArbiterError

Metadata = Sequence[Tuple[str, str]]
Request = TypeVar("Request", bound=Any)
AnyStream = TypeVar("AnyStream")

# Makes a call, and returns it.
Start = Callable[[], Any]
# Gets the error of a stream and whether there has been an answer. Returns after how many seconds the
# call should be made again, or raises the error.
Fail = Callable[[ArbiterError, bool], float]


class BaseCalls(Generic[AnyStream]):
    """Makes calls, with the settings that they have in common."""

    _stream_type: Callable[[Start, Fail], AnyStream]

    def __init__(self, metadata: Metadata, timeout: Optional[float], locale: str) -> None:
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
        message: Request = kind(**named)
        if given is not None:
            message.CopyFrom(given)
        self._set_locale(message)
        return message

    def stream(self, method: Callable[..., Any], request: Any, timeout: Optional[float],
               metadata: Metadata) -> AnyStream:
        """Starts a server stream, which has no deadline if `timeout` is None."""
        retries = Retries(timeout)

        def fail(error: ArbiterError, has_begun: bool) -> float:
            if has_begun:
                raise error
            return retries.delay_after(error)

        return self._stream_type(
            lambda: method(request, **self._options(retries.time_left(), metadata)), fail)

    def bidi_stream(self, method: Callable[..., Any], requests: Any, timeout: Optional[float],
                    metadata: Metadata) -> AnyStream:
        """Starts a bidirectional stream. It is not retried because its requests have been consumed.
        An exception of `requests` is raised by the stream."""
        failures: List[BaseException] = []

        def fail(error: ArbiterError, _: bool) -> NoReturn:
            raise failures[0] if failures else error

        options = self._options(timeout, metadata)
        return self._stream_type(lambda: self._send(method, options, requests, failures), fail)

    def _send(self, method: Callable[..., Any], options: Mapping[str, Any], requests: Any,
              failures: List[BaseException]) -> Any:
        """Makes a call and sends it the requests, each with the client's locale. Adds an exception
        that `requests` raises to `failures`."""
        raise NotImplementedError

    def _unary_retries(self, timeout: Optional[float]) -> Retries:
        return Retries(self._timeout if timeout is None else timeout)

    def _options(self, timeout: Optional[float], metadata: Metadata) -> Dict[str, Any]:
        return {"timeout": timeout, "metadata": (*self._metadata, *metadata)}

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
