"""Text that is spoken while it is written, blocking: `Parlance.speak_live`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._live_session import LiveSession
from ._speech_protocol import CANCEL, FLUSH, SpeechReader, text_messages, voice_of
from .speech_events import SpeechEvent, StreamVoice

if TYPE_CHECKING:
    from ._live_protocol import Opening
    from ._transport import Connection


class LiveSpeech(LiveSession[str, SpeechEvent]):
    """A text that is spoken while it is written: a context manager, which takes text inside its ``with`` block.

    Iterate over it once for its events, or over `stream`, which writes a text meanwhile. Text may be written from
    another thread than the one that iterates.
    """

    def __init__(self, connection: Connection, opening: Opening) -> None:
        self._reader = SpeechReader()
        super().__init__(connection, self._reader, opening)

    @property
    def voice(self) -> StreamVoice:
        """What the server speaks with."""
        return voice_of(self._reader)

    @property
    def characters(self) -> int | None:
        """Of all text, once the stream has ended."""
        return self._reader.characters

    @property
    def audio_seconds(self) -> float | None:
        """Of all audio, once the stream has ended."""
        return self._reader.audio_seconds

    def write(self, text: str) -> None:
        """Write more text, cut anywhere, in the middle of a word too; 20,000 characters in all.

        Raises:
            SessionEndedError: The stream has ended; its events say why.

        """
        self._send(text_messages(text))

    def flush(self) -> None:
        """Say that the text so far is whole: it is spoken to its end, and `Flushed` follows."""
        self._send([FLUSH])

    def cancel(self) -> None:
        """Drop all text that is not spoken yet, and its audio: what comes behind `Cancelled` is of later text."""
        self._send([CANCEL])

    def _send_item(self, item: str) -> None:
        self.write(item)
