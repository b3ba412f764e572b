"""Short-lived tokens for browsers and phones."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from ._decode import Members, protocol_error
from ._transport import Call, new_idempotency_key
from .models import ClientToken

if TYPE_CHECKING:
    import httpx

    from ._transport import AsyncTransport, SyncTransport


def _call(expires_in_seconds: int, max_uses: int | None, idempotency_key: str | None) -> Call:
    return Call(
        method="POST",
        path="/v1/client-tokens",
        json={"expiresInSeconds": expires_in_seconds, "maxUses": max_uses},
        idempotency_key=idempotency_key or new_idempotency_key(),
    )


def _read(response: httpx.Response) -> ClientToken:
    members = Members.parse(response.content)
    try:
        # Python 3.10 does not parse "Z".
        expires_at = datetime.fromisoformat(members.text("expiresAt").replace("Z", "+00:00"))
    except ValueError as error:
        raise protocol_error("The answer's expiresAt is not a time.") from error
    return ClientToken(
        app_id=members.text("appId"),
        token=members.text("token"),
        expires_at=expires_at,
        max_uses=members.optional_integer("maxUses"),
    )


class ClientTokenResource:
    """`Parlance.client_tokens`."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        expires_in_seconds: int = 600,
        max_uses: int | None = None,
        idempotency_key: str | None = None,
    ) -> ClientToken:
        """Create a token for live speech only.

        Args:
            expires_in_seconds: 60 to 3600.
            max_uses: 1 to 1,000,000 calls and connections; ``None``: unlimited.
            idempotency_key: A call with the same key returns the same token.

        """
        return _read(self._transport.send(_call(expires_in_seconds, max_uses, idempotency_key)))


class AsyncClientTokenResource:
    """`AsyncParlance.client_tokens`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        expires_in_seconds: int = 600,
        max_uses: int | None = None,
        idempotency_key: str | None = None,
    ) -> ClientToken:
        """See `ClientTokenResource.create`."""
        return _read(await self._transport.send(_call(expires_in_seconds, max_uses, idempotency_key)))
