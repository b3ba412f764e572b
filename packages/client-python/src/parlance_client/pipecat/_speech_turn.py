"""The audio of one user turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class SpeechTurn:
    """Audio that grows until the user stops speaking, and can be sent again after a lost connection."""

    def __init__(self, pcm: bytes) -> None:
        self._pcm = bytearray(pcm)
        self.confirmed_bytes = 0
        """Number of bytes that have final transcripts."""
        self._has_ended = False
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Whether the audio is complete."""
        return self._has_ended

    def append(self, pcm: bytes) -> None:
        """Add audio."""
        self._pcm += pcm
        self._changed.set()

    def confirm_all(self) -> None:
        """Mark the audio so far as not needing a transcript."""
        self.confirmed_bytes = len(self._pcm)

    def end(self) -> None:
        """Mark the audio as complete."""
        self._has_ended = True
        self._changed.set()

    async def read_from(self, position: int) -> AsyncIterator[bytes]:
        """Yield the audio from a position in bytes: first what is available, then the rest as it arrives."""
        while True:
            self._changed.clear()
            if position < len(self._pcm):
                pcm = bytes(self._pcm[position:])
                position += len(pcm)
                yield pcm
            elif self._has_ended:
                return
            else:
                await self._changed.wait()
