"""Live recognition with asyncio: `AsyncParlance.transcribe_live`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ._live_protocol import (
    DONE,
    AudioFramer,
    EventReader,
    LiveOptions,
    connect_failure,
    live_logger,
    live_url,
    lost,
)
from .errors import ParlanceError, SessionEndedError

try:
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ImportError as error:
    raise ImportError('Live recognition needs websockets: pip install "parlance-client[live]"') from error

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterable, AsyncIterator
    from types import TracebackType

    from typing_extensions import Self
    from websockets.asyncio.client import ClientConnection

    from ._transport import Connection
    from .live_events import LiveEvent


class AsyncLiveTranscription:
    """A session of live recognition: an async context manager, ready for audio inside its ``async with`` block.

    Iterate over it once for its events. Audio may be sent from another task than the one that iterates.
    """

    def __init__(
        self,
        connection: Connection,
        options: LiveOptions,
        *,
        open_timeout_seconds: float,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        self._connection = connection
        self._options = options
        self._open_timeout_seconds = open_timeout_seconds
        self._ssl_context = ssl_context
        self._framer = AudioFramer()
        self._reader = EventReader()
        self._opened: ClientConnection | None = None

    @property
    def session_id(self) -> str:
        """The server's id of the session, which is in its log."""
        return self._reader.session_id or ""

    @property
    def total_utterances(self) -> int | None:
        """How many utterances there were, once the session has ended."""
        return self._reader.total_utterances

    async def __aenter__(self) -> Self:
        """Connect and wait until the server is ready for audio."""
        base_url = self._connection.base_url
        try:
            self._opened = await connect(
                live_url(self._connection),
                additional_headers=self._connection.headers(),
                user_agent_header=None,
                compression=None,
                open_timeout=self._open_timeout_seconds,
                # Results are few and small; were they left unread, pings would be too, and the server would close.
                max_queue=None,
                ssl=self._ssl_context,
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
        # After a refusal, what it was refused with is still to be read.
        with suppress(ConnectionClosed):
            await socket.send(self._options.config_message())
        try:
            while not self._reader.is_ready:
                self._reader.read(await asyncio.wait_for(socket.recv(), self._open_timeout_seconds))
        except ConnectionClosed as error:
            raise lost(self._connection.base_url) from error
        except asyncio.TimeoutError as error:
            raise connect_failure(self._connection.base_url, error) from error

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the session, with or without its last results."""
        await self.close()

    @property
    def _socket(self) -> ClientConnection:
        if self._opened is None:
            raise RuntimeError("Use the session in an async with block.")
        return self._opened

    async def send(self, pcm: bytes) -> None:
        """Send 16-bit little-endian mono PCM of any length.

        It waits while the server is behind: audio may come faster than it is spoken.

        Raises:
            SessionEndedError: The session has ended; its events say why.

        """
        try:
            for frame in self._framer.frames(pcm):
                await self._socket.send(frame)
        except ConnectionClosed as error:
            raise SessionEndedError.create() from error

    async def finish(self) -> None:
        """Say that no more audio comes. The last results follow, then the iteration ends."""
        try:
            await self._socket.send(DONE)
        except ConnectionClosed as error:
            raise SessionEndedError.create() from error

    async def __aiter__(self) -> AsyncIterator[LiveEvent]:
        """Give the events until the session has ended; raise what the server ended it with."""
        while not self._reader.has_ended:
            try:
                data = await self._socket.recv()
            except ConnectionClosed as error:
                raise lost(self._connection.base_url) from error
            event = self._reader.read(data)
            if event is not None:
                yield event

    async def stream(self, audio: AsyncIterable[bytes]) -> AsyncIterator[LiveEvent]:
        """Send audio from a task of its own, and give the events meanwhile.

        What reading ``audio`` raises ends the session and is raised here.
        """
        failures: list[Exception] = []

        async def feed() -> None:
            try:
                async for pcm in audio:
                    await self.send(pcm)
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
        """Close the connection; results that have not come yet are lost."""
        if self._opened is not None:
            await self._opened.close()
