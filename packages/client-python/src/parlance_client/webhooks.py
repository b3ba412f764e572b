"""Verification of webhooks: Standard Webhooks 1.0.0, as the server signs them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Any, cast

from .errors import WebhookVerificationError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PREFIX = "whsec_"
_VERSION = "v1"
TOLERANCE_SECONDS = 300.0
_MAX_TIMESTAMP_DIGITS = 15
"""A header may have hundreds, which are more than a float can hold."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now_seconds: float | None = None,
) -> dict[str, Any]:
    """Verify a webhook's signature and age, then parse its body.

    Args:
        body: The bytes as they were received, before any parsing.
        headers: The headers of the request, with names in any case.
        secret: The app's webhook secret, ``whsec_…``.
        tolerance_seconds: Maximum difference between the webhook's time and now.
        now_seconds: The current time, for tests.

    Raises:
        WebhookVerificationError: The webhook is not from the server, or is too old; answer it with 401.
        ValueError: The secret is malformed.

    """
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("The webhook secret is malformed.") from None
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = found["webhook-id"]
        timestamp = found["webhook-timestamp"]
        signatures = found["webhook-signature"]
    except KeyError as error:
        raise WebhookVerificationError(f"The header {error.args[0]} is missing.") from None
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= _MAX_TIMESTAMP_DIGITS):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds.")
    now = time.time() if now_seconds is None else now_seconds
    if abs(now - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("webhook-timestamp is too far from now.")
    signed = _encoded(f"{message_id}.{timestamp}.") + body
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    # After a rotation there is a signature with each secret.
    candidates = [part.partition(",") for part in signatures.split(" ")]
    if not any(
        version == _VERSION and hmac.compare_digest(expected, _encoded(signature))
        for version, _, signature in candidates
    ):
        raise WebhookVerificationError("No signature matches.")
    parsed = json.loads(body)
    if not isinstance(parsed, dict):
        raise WebhookVerificationError("The body is not a JSON object.")
    return cast("dict[str, Any]", parsed)


def _encoded(header: str) -> bytes:
    """Encode a header; some servers decode bytes that are not UTF-8 as surrogates."""
    return header.encode("utf-8", "surrogatepass")
