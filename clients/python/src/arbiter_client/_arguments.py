"""Checks the arguments that are not parts of a request."""

from __future__ import annotations

import functools
import inspect
import math
from typing import Any, Callable, Iterable, Optional, Sequence, Tuple, TypeVar, cast

from arbiter_client._messages import describe_type
from arbiter_client._suggestions import suggest

Metadata = Sequence[Tuple[str, str]]
Method = TypeVar("Method", bound=Callable[..., Any])


def known_keywords(method: Method) -> Method:
    """Decorates a method so that the TypeError for an unknown keyword suggests a known one."""
    names = list(inspect.signature(method).parameters)[1:]  # without `self`

    def check(client: object, keywords: Iterable[str]) -> None:
        for keyword in keywords:
            if keyword not in names:
                raise TypeError(f"{type(client).__name__}.{method.__name__}() has no parameter "
                                f"'{keyword}' {suggest(keyword, names)}")

    @functools.wraps(method)
    def call(self: object, *arguments: Any, **keywords: Any) -> Any:
        check(self, keywords)
        return method(self, *arguments, **keywords)

    @functools.wraps(method)
    async def call_async(self: object, *arguments: Any, **keywords: Any) -> Any:
        check(self, keywords)
        return await method(self, *arguments, **keywords)

    return cast(Method, call_async if inspect.iscoroutinefunction(method) else call)


def check_timeout(timeout: Optional[float]) -> None:
    if timeout is None:
        return
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise TypeError("timeout must be a number of seconds, or None for no timeout, not "
                        f"{describe_type(timeout)}")
    if not 0 < timeout < math.inf:
        raise ValueError("timeout must be more than 0 seconds, or None for no timeout, not "
                         f"{timeout}")


def check_metadata(metadata: Iterable[Tuple[str, str]]) -> Metadata:
    """Returns the metadata, which may come from an iterator, in a tuple."""
    pairs = tuple(metadata) if isinstance(metadata, Iterable) else (metadata,)
    if not all(map(_is_pair, pairs)):
        raise TypeError("metadata must be a list of pairs of a str and a value, such as "
                        "[('x-request-id', 'game-7')]")
    return pairs


def check_string(name: str, value: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {describe_type(value)}")


def _is_pair(item: Any) -> bool:
    return (isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str)
            and isinstance(item[1], (str, bytes)))
