"""Base class of live sessions with asyncio: one connection from READY to its end."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from ._live_protocol import DONE, Opening, SessionReader, connect_failure, live_logger, live_url, lost
from .errors import ParlanceError, SessionEndedError

try:
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ImportError as error:
    raise ImportError('Live sessions need websockets: pip install "parlance-client[live]"') from error

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, AsyncIterator, Iterable
    from types import TracebackType

    from typing_extensions import Self
    from websockets.asyncio.client import ClientConnection

    from ._transport import Connection

ItemT = TypeVar("ItemT")
EventT = TypeVar("EventT")


class AsyncLiveSession(ABC, Generic[ItemT, EventT]):
    """A live session: an async context manager, ready inside its ``async with`` block.

    Iterate over it once for its events.
    """

    def __init__(self, connection: Connection, reader: SessionReader[EventT], opening: Opening) -> None:
        self._connection = connection
        self._session = reader
        self._opening = opening
        self._opened: ClientConnection | None = None

    @property
    def session_id(self) -> str:
        """The server's id of the session, which is also in its log."""
        return self._session.session_id or ""

    async def __aenter__(self) -> Self:
        """Connect and wait until the server is ready."""
        base_url = self._connection.base_url
        try:
            self._opened = await connect(
                live_url(self._connection, self._opening.path),
                additional_headers=self._connection.headers(),
                user_agent_header=None,
                compression=None,
                open_timeout=self._opening.timeout_seconds,
                # With a limit, unread messages would block pings, and the server would close the connection.
                max_queue=None,
                ssl=self._opening.ssl_context,
                logger=live_logger,
            )
        except (OSError, asyncio.TimeoutError, InvalidHandshake) as error:
            raise connect_failure(base_url, error) from error
        try:
            await self._wait_until_ready(self._opened)
        except BaseException:
            await self.close()
            raise
        return self

    async def _wait_until_ready(self, socket: ClientConnection) -> None:
        # The server may have refused the session; its error is read below.
        with suppress(ConnectionClosed):
            await socket.send(self._opening.first_message)
        try:
            while not self._session.is_ready:
                self._session.read(await asyncio.wait_for(socket.recv(), self._opening.timeout_seconds))
        except ConnectionClosed as error:
            raise lost(self._connection.base_url) from error
        except asyncio.TimeoutError as error:
            raise connect_failure(self._connection.base_url, error) from error

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the session, even if events are missing."""
        await self.close()

    @property
    def _socket(self) -> ClientConnection:
        if self._opened is None:
            raise RuntimeError("Use the session in an async with block.")
        return self._opened

    async def _send(self, messages: Iterable[str | bytes]) -> None:
        try:
            for message in messages:
                await self._socket.send(message)
        except ConnectionClosed as error:
            raise SessionEndedError.create() from error

    @abstractmethod
    async def _send_item(self, item: ItemT) -> None:
        """Send one item of `stream`."""

    async def finish(self) -> None:
        """Send the end of the input. The remaining events follow, then the iteration ends."""
        await self._send([DONE])

    async def __aiter__(self) -> AsyncIterator[EventT]:
        """Yield the events until the session ends; raise the error if the server ended it with one."""
        while not self._session.has_ended:
            try:
                data = await self._socket.recv()
            except ConnectionClosed as error:
                raise lost(self._connection.base_url) from error
            event = self._session.read(data)
            if event is not None:
                yield event

    async def stream(self, items: AsyncIterable[ItemT]) -> AsyncIterator[EventT]:
        """Send the items in a separate task, then finish, and yield the events meanwhile.

        If ``items`` raises, the session ends and the error is raised here.
        """
        failures: list[Exception] = []

        async def feed() -> None:
            try:
                async for item in items:
                    await self._send_item(item)
                await self.finish()
            except SessionEndedError:
                pass
            except Exception as error:  # noqa: BLE001 - raised where the events are read
                failures.append(error)
                await self.close()

        feeding = asyncio.create_task(feed())
        try:
            async for event in self:
                yield event
        except ParlanceError:
            if failures:
                raise failures[0] from None
            raise
        finally:
            feeding.cancel()
            await asyncio.gather(feeding, return_exceptions=True)
            await self.close()

    async def close(self) -> None:
        """Close the connection; further events are lost."""
        if self._opened is not None:
            await self._opened.close()
