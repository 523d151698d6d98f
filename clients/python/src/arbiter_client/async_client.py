"""The client for asyncio."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type

import grpc.aio

from arbiter_client._async_calls import AsyncCalls
from arbiter_client._async_methods import AsyncAnalysisServiceMethods, AsyncRulesServiceMethods
from arbiter_client._base_client import BaseClient
from arbiter_client.session import AsyncSession


class AsyncArbiter(AsyncRulesServiceMethods, AsyncAnalysisServiceMethods,
                   BaseClient[AsyncSession]):
    """A client of a service for asyncio.

    It has the methods of `Arbiter`, with the same arguments and exceptions. Methods with one answer
    are coroutines, and methods with many answers return an AsyncStream. Cancelling a task cancels
    the call that it waits for.

    Open the client in a coroutine, and use it only in the event loop that runs there. Close it, or
    use it in an `async with` statement.
    """

    _grpc = grpc.aio
    _calls_type = AsyncCalls
    _session_type = AsyncSession

    async def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        await self._calls.close()

    async def __aenter__(self) -> AsyncArbiter:
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()
