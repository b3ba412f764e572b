"""The list of voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._decode import Members
from ._transport import Call
from .models import Gender, Voice, VoiceOwnership, VoicePage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx

    from ._transport import AsyncTransport, SyncTransport

_MAX_PAGE = 100


def _call(
    *,
    ownership: VoiceOwnership | None,
    code: str | None,
    language_code: str | None,
    gender: Gender | None,
    realtime: bool | None,
    limit: int | None,
    cursor: str | None,
) -> Call:
    params = {
        "voice_ownership": ownership,
        "code": code,
        "language_code": language_code,
        "gender": gender,
        "realtime": None if realtime is None else str(realtime).lower(),
        "limit": None if limit is None else str(limit),
        "cursor": cursor,
    }
    return Call(
        method="GET",
        path="/api/public/v1/voices",
        params={name: value for name, value in params.items() if value is not None},
    )


def _read(response: httpx.Response) -> VoicePage:
    result = Members.parse(response.content).object("result")
    pagination = result.object("pagination")
    return VoicePage(
        voices=tuple(
            Voice(
                code=voice.text("code"),
                name=voice.text("name"),
                gender=voice.one_of("gender", ("male", "female")),
                language_code=voice.text("language_code"),
                demo_url=voice.text("demo"),
                credit_factor=voice.number("credit_factor"),
            )
            for voice in result.objects("voices")
        ),
        next_cursor=pagination.optional_text("next_cursor"),
        previous_cursor=pagination.optional_text("prev_cursor"),
    )


class VoiceResource:
    """`Parlance.voices`."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        ownership: VoiceOwnership | None = None,
        code: str | None = None,
        language_code: str | None = None,
        gender: Gender | None = None,
        realtime: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> VoicePage:
        """Return a page of voices, the most natural ones first.

        Args:
            ownership: Ownership of the voices.
            code: Code of a single voice.
            language_code: Such as ``en-US``.
            gender: ``male`` or ``female``.
            realtime: Whether `SpeechResource.create` accepts them.
            limit: 1 to 100; default 20.
            cursor: ``next_cursor`` or ``previous_cursor`` of another page.

        """
        call = _call(
            ownership=ownership,
            code=code,
            language_code=language_code,
            gender=gender,
            realtime=realtime,
            limit=limit,
            cursor=cursor,
        )
        return _read(self._transport.send(call))

    def list_all(
        self,
        *,
        ownership: VoiceOwnership | None = None,
        language_code: str | None = None,
        gender: Gender | None = None,
        realtime: bool | None = None,
    ) -> Iterator[Voice]:
        """Yield the voices of all pages."""
        cursor: str | None = None
        while True:
            page = self.list(
                ownership=ownership,
                language_code=language_code,
                gender=gender,
                realtime=realtime,
                limit=_MAX_PAGE,
                cursor=cursor,
            )
            yield from page.voices
            cursor = page.next_cursor
            if cursor is None:
                return


class AsyncVoiceResource:
    """`AsyncParlance.voices`. It has the methods of `VoiceResource`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        ownership: VoiceOwnership | None = None,
        code: str | None = None,
        language_code: str | None = None,
        gender: Gender | None = None,
        realtime: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> VoicePage:
        """See `VoiceResource.list`."""
        call = _call(
            ownership=ownership,
            code=code,
            language_code=language_code,
            gender=gender,
            realtime=realtime,
            limit=limit,
            cursor=cursor,
        )
        return _read(await self._transport.send(call))

    async def list_all(
        self,
        *,
        ownership: VoiceOwnership | None = None,
        language_code: str | None = None,
        gender: Gender | None = None,
        realtime: bool | None = None,
    ) -> AsyncIterator[Voice]:
        """See `VoiceResource.list_all`."""
        cursor: str | None = None
        while True:
            page = await self.list(
                ownership=ownership,
                language_code=language_code,
                gender=gender,
                realtime=realtime,
                limit=_MAX_PAGE,
                cursor=cursor,
            )
            for voice in page.voices:
                yield voice
            cursor = page.next_cursor
            if cursor is None:
                return
