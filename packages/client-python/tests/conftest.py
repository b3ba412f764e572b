"""The running server of the tests that need one: `test/service/python-client.long.test.ts` starts it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

import pytest

from parlance_client import AsyncParlance, Parlance


@dataclass(frozen=True)
class Server:
    """A server on fake engines, whose voices speak a tone and whose recognizer returns ``one two three``."""

    url: str
    app_id: str
    token: str
    webhook_secret: str
    expired: tuple[str, str]
    """App ID and token."""
    revoked: tuple[str, str]
    """App ID and token."""
    poor: tuple[str, str]
    """App ID and token of an app with one credit and one second left."""
    broke: tuple[str, str]
    """App ID and token of an app without seconds."""
    single: tuple[str, str]
    """App ID and token of an app that may have one live session of each kind."""

    def strangers(self) -> dict[str, tuple[str, str]]:
        """Return refused credentials, by reason."""
        return {
            "wrong": (self.app_id, self.token[:-2] + "xx"),
            "foreign": (self.poor[0], self.token),
            "expired": self.expired,
            "revoked": self.revoked,
        }

    def client(self) -> Parlance:
        return Parlance(self.url, self.app_id, self.token)

    def async_client(self) -> AsyncParlance:
        return AsyncParlance(self.url, self.app_id, self.token)


@pytest.fixture(scope="session")
def server() -> Server:
    setting = os.environ.get("PARLANCE_TEST_SERVER")
    if setting is None:
        pytest.skip("needs a server: run test/service/python-client.long.test.ts")
    found = json.loads(setting)
    names = ("expired", "revoked", "poor", "broke", "single")
    accounts = {name: (found[name][0], found[name][1]) for name in names}
    return Server(found["url"], found["appId"], found["token"], found["webhookSecret"], **accounts)
