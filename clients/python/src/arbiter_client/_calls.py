"""How a call is made, whatever the method."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Tuple, Type, TypeVar

import grpc

from arbiter_client._statuses import error_of_call

Metadata = Sequence[Tuple[str, str]]
Message = TypeVar("Message")
Request = TypeVar("Request", bound=Any)


class Stream(Iterator[Message]):
    """Answers as they come. The call ends when nothing refers to the stream any more, as after a
    `for` loop over it was left, at the end of a `with` block, or at `close()`."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self._closed = False

    def __next__(self) -> Message:
        try:
            answer: Message = next(self._call)
            return answer
        except grpc.RpcError as failure:
            if self._closed:
                raise StopIteration from None
            raise error_of_call(failure) from None

    def close(self) -> None:
        """Cancels the call, unless it has ended."""
        self._closed = True
        self._call.cancel()

    def __enter__(self) -> Stream[Message]:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Calls:
    """A channel, and what all calls on it have in common."""

    def __init__(self, channel: grpc.Channel, metadata: Metadata, timeout: Optional[float],
                 locale: str) -> None:
        self.channel = channel
        self._metadata = tuple(metadata)
        self._timeout = timeout
        self._locale = locale

    def request(self, kind: Type[Request], given: Optional[Request],
                fields: Mapping[str, Any]) -> Request:
        """The request given, or one of these fields; in the client's language unless it says
        another one."""
        named = {name: value for name, value in fields.items() if value is not None}
        if given is not None and named:
            raise TypeError(f"give a {kind.__name__} or its fields, not both")
        message = kind(**named)
        if given is not None:
            message.CopyFrom(given)
        if self._locale and "locale" in fields and not message.locale:
            message.locale = self._locale
        return message

    def unary(self, method: Callable[..., Message], request: Any, timeout: Optional[float],
              metadata: Metadata) -> Message:
        try:
            return method(request, timeout=self._timeout if timeout is None else timeout,
                          metadata=(*self._metadata, *metadata))
        except grpc.RpcError as failure:
            raise error_of_call(failure) from None

    def stream(self, method: Callable[..., Any], request: Any, timeout: Optional[float],
               metadata: Metadata) -> Stream[Any]:
        """Streams have no deadline unless they are given one."""
        return Stream(method(request, timeout=timeout, metadata=(*self._metadata, *metadata)))
