"""The audio of one turn of the user."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class SpeechTurn:
    """Audio that grows until the user stops speaking, and can be read again after a lost connection."""

    def __init__(self, pcm: bytes) -> None:
        self._pcm = bytearray(pcm)
        self.confirmed_bytes = 0
        """Up to where there are final transcripts."""
        self._has_ended = False
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Whether no more audio comes."""
        return self._has_ended

    def append(self, pcm: bytes) -> None:
        """Add audio."""
        self._pcm += pcm
        self._changed.set()

    def confirm_all(self) -> None:
        """Say that what is there so far needs no transcript."""
        self.confirmed_bytes = len(self._pcm)

    def end(self) -> None:
        """Say that no more audio comes."""
        self._has_ended = True
        self._changed.set()

    async def read_from(self, position: int) -> AsyncIterator[bytes]:
        """Give the audio from a position in bytes on, what is there at once and the rest as it comes."""
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
