"""Live recognition with asyncio: `AsyncParlance.transcribe_live`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._aio_live_session import AsyncLiveSession
from ._live_protocol import AudioFramer, EventReader
from .live_events import LiveEvent

if TYPE_CHECKING:
    from ._live_protocol import Opening
    from ._transport import Connection


class AsyncLiveTranscription(AsyncLiveSession[bytes, LiveEvent]):
    """A session of live recognition: an async context manager that accepts audio inside its ``async with`` block.

    Iterate once over the session for its events, or over `stream`, which also sends audio. Audio may be sent from
    another task than the one that iterates.
    """

    def __init__(self, connection: Connection, opening: Opening) -> None:
        self._framer = AudioFramer()
        self._reader = EventReader()
        super().__init__(connection, self._reader, opening)

    @property
    def total_utterances(self) -> int | None:
        """Number of utterances, once the session has ended."""
        return self._reader.total_utterances

    async def send(self, pcm: bytes) -> None:
        """Send 16-bit little-endian mono PCM of any length.

        Audio may be sent faster than it is spoken; the call waits while the server is behind.

        Raises:
            SessionEndedError: The session has ended; its events say why.

        """
        await self._send(self._framer.frames(pcm))

    async def _send_item(self, item: bytes) -> None:
        await self.send(item)
