"""Speech streams, blocking: `Parlance.speak_live`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._live_session import LiveSession
from ._speech_protocol import CANCEL, FLUSH, SpeechReader, text_messages, voice_of
from .speech_events import SpeechEvent, StreamVoice

if TYPE_CHECKING:
    from ._live_protocol import Opening
    from ._transport import Connection


class LiveSpeech(LiveSession[str, SpeechEvent]):
    """Speech for a text that is still being written: a context manager that accepts text inside its ``with`` block.

    Iterate once over the stream for its events, or over `stream`, which also writes a text. Text may be written from
    another thread than the one that iterates.
    """

    def __init__(self, connection: Connection, opening: Opening) -> None:
        self._reader = SpeechReader()
        super().__init__(connection, self._reader, opening)

    @property
    def voice(self) -> StreamVoice:
        """The voice of the stream."""
        return voice_of(self._reader)

    @property
    def characters(self) -> int | None:
        """Number of characters of all text, once the stream has ended."""
        return self._reader.characters

    @property
    def audio_seconds(self) -> float | None:
        """Duration of all audio, once the stream has ended."""
        return self._reader.audio_seconds

    def write(self, text: str) -> None:
        """Write more text, which may be cut anywhere, even in the middle of a word; up to 20,000 characters in all.

        Raises:
            SessionEndedError: The stream has ended; its events say why.

        """
        self._send(text_messages(text))

    def flush(self) -> None:
        """Mark the text so far as complete: it is synthesized to its end, then `Flushed` follows."""
        self._send([FLUSH])

    def cancel(self) -> None:
        """Drop all text that is not yet spoken, and its audio; audio after `Cancelled` belongs to later text."""
        self._send([CANCEL])

    def _send_item(self, item: str) -> None:
        self.write(item)
