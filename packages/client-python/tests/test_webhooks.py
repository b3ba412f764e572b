"""Verification of webhooks; `standardwebhooks` made the signature of the example."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from parlance_client import WebhookVerificationError, verify_webhook

# The example in the documentation of Standard Webhooks.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
NOW = 1_614_265_330
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": "1614265330",
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
OTHER = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="


@pytest.mark.parametrize("age_seconds", [-300, 0, 300])
def test_a_genuine_webhook(age_seconds: int) -> None:
    assert verify_webhook(BODY, HEADERS, SECRET, now_seconds=NOW + age_seconds) == {"test": 2432232314}


@pytest.mark.parametrize("order", [1, -1])
def test_one_of_two_signatures_after_a_rotation(order: int) -> None:
    signatures = " ".join([HEADERS["Webhook-Signature"], OTHER][::order])
    verify_webhook(BODY, {**HEADERS, "Webhook-Signature": signatures}, SECRET, now_seconds=NOW)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"Webhook-Signature": OTHER}, "No signature"),
        ({"Webhook-Signature": HEADERS["Webhook-Signature"].replace("v1", "v2")}, "No signature"),
        ({"Webhook-Signature": "ü"}, "No signature"),
        ({"Webhook-Signature": "v1,\udcff"}, "No signature"),
        ({"Webhook-Id": "msg_other"}, "No signature"),
        ({"Webhook-Id": "msg_\udcff"}, "No signature"),
        ({"Webhook-Timestamp": "1614265331"}, "No signature"),
        ({"Webhook-Timestamp": "1614265029"}, "too far"),
        ({"Webhook-Timestamp": "1614265631"}, "too far"),
        ({"Webhook-Timestamp": "now"}, "not a number"),
        ({"Webhook-Timestamp": "9" * 400}, "not a number"),
    ],
)
def test_a_forged_webhook(change: dict[str, str], message: str) -> None:
    with pytest.raises(WebhookVerificationError, match=message):
        verify_webhook(BODY, {**HEADERS, **change}, SECRET, now_seconds=NOW)


@pytest.mark.parametrize("missing", list(HEADERS))
def test_a_missing_header(missing: str) -> None:
    headers = {name: value for name, value in HEADERS.items() if name != missing}
    with pytest.raises(WebhookVerificationError, match=missing.lower()):
        verify_webhook(BODY, headers, SECRET, now_seconds=NOW)


def test_another_body_or_secret() -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(BODY + b" ", HEADERS, SECRET, now_seconds=NOW)
    with pytest.raises(WebhookVerificationError):
        verify_webhook(BODY, HEADERS, "whsec_AAAA", now_seconds=NOW)
    with pytest.raises(ValueError, match="malformed"):
        verify_webhook(BODY, HEADERS, "whsec_?", now_seconds=NOW)


def test_a_signed_body_that_is_not_an_object() -> None:
    body = b"[]"
    digest = hmac.digest(base64.b64decode(SECRET[6:]), b"id.%d." % NOW + body, hashlib.sha256)
    headers = {
        "webhook-id": "id",
        "webhook-timestamp": str(NOW),
        "webhook-signature": "v1," + base64.b64encode(digest).decode(),
    }
    with pytest.raises(WebhookVerificationError, match="JSON object"):
        verify_webhook(body, headers, SECRET, now_seconds=NOW)
