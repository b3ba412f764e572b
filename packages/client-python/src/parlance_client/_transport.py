"""HTTP calls with retries: one class for blocking calls and one for asyncio, with the same requests and errors."""

from __future__ import annotations

import asyncio
import time
import uuid
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from ._decode import Members
from ._retry import Attempts, RetryPolicy, parse_retry_after
from ._version import __version__
from .errors import (
    ErrorDetails,
    NetworkError,
    ParlanceError,
    ProtocolError,
    RequestTimeoutError,
    api_error,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Mapping

DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=10.0)
"""10 s to connect; 60 s for each read and write."""

_RETRYABLE_STATUSES = frozenset({408, 429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Connection:
    """The server's address and the app's credentials."""

    base_url: str
    app_id: str
    token: str = field(repr=False)

    @classmethod
    def create(cls, base_url: str, app_id: str, token: str) -> Connection:
        """Check the address. A trailing slash is dropped."""
        url = httpx.URL(base_url)
        if url.scheme not in {"http", "https"} or not url.host:
            raise ValueError("base_url must be an http or https address, such as http://127.0.0.1:8080.")
        if url.userinfo or url.query or url.fragment:
            raise ValueError("base_url must have no credentials, query or fragment.")
        for name, value in (("app_id", app_id), ("token", token)):
            _require_header_value(name, value)
        return cls(str(url).rstrip("/"), app_id, token)

    def headers(self) -> dict[str, str]:
        """Return the headers of every call."""
        return {
            "Authorization": f"Bearer {self.token}",
            "App-Id": self.app_id,
            "User-Agent": f"parlance-client-python/{__version__}",
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request, independent of how it is sent."""

    method: str
    path: str
    """Path relative to the base address, or an absolute address, such as an audio link."""
    json: Mapping[str, Any] | None = None
    form: Mapping[str, str] | None = None
    """Fields of a multipart form, before the file."""
    file: bytes | Path | None = None
    params: Mapping[str, str] | None = None
    idempotency_key: str | None = None
    headers: Mapping[str, str] | None = None
    timeout_seconds: float | None = None
    """Overrides the client's timeout, for connecting and for each read and write."""
    has_credentials: bool = True
    """``False`` for signed links, which may lead to a storage service that must not get the token."""

    @property
    def is_repeatable(self) -> bool:
        """Whether a call without an answer may be repeated."""
        return self.method == "GET" or self.idempotency_key is not None


def _require_header_value(name: str, value: str) -> None:
    # The value may be a secret, so it is not in the message.
    if not (value and value.isascii() and value.isprintable() and value == value.strip()):
        raise ValueError(f"{name} must be printable ASCII characters without spaces around them.")


def new_idempotency_key() -> str:
    """Return a unique key, so that a retry is not done and charged twice."""
    return f"py-{uuid.uuid4()}"


def _arguments(connection: Connection, call: Call) -> dict[str, Any]:
    headers = {**(connection.headers() if call.has_credentials else {}), **(call.headers or {})}
    if call.idempotency_key is not None:
        _require_header_value("idempotency_key", call.idempotency_key)
        headers["Idempotency-Key"] = call.idempotency_key
    arguments: dict[str, Any] = {
        "method": call.method,
        "url": connection.base_url + call.path if call.path.startswith("/") else call.path,
        "headers": headers,
    }
    if call.params:
        arguments["params"] = call.params
    if call.timeout_seconds is not None:
        arguments["timeout"] = call.timeout_seconds
    if call.json is not None:
        arguments["json"] = call.json
    if call.form is not None:
        # As files without names, so that a form without a recording is multipart too.
        parts: list[tuple[str, Any]] = [(name, (None, value)) for name, value in call.form.items()]
        if isinstance(call.file, Path):
            parts.append(("audioContent", (call.file.name, call.file.open("rb"), "audio/wav")))
        elif call.file is not None:
            parts.append(("audioContent", ("recording.wav", call.file, "audio/wav")))
        arguments["files"] = parts
    return arguments


def _close_files(arguments: dict[str, Any]) -> None:
    for _, part in arguments.get("files", ()):
        if hasattr(part[1], "close"):
            part[1].close()


def transport_failure(base_url: str, error: httpx.RequestError) -> NetworkError:
    """Return the error for a request without an answer."""
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout):
        details = ErrorDetails(code="UNREACHABLE", retryable=True)
        return NetworkError(f"{base_url} cannot be reached.", details)
    if isinstance(error, httpx.TimeoutException):
        details = ErrorDetails(code="TIMEOUT", retryable=True)
        return RequestTimeoutError(f"{base_url} did not answer in time.", details)
    return NetworkError(f"The connection to {base_url} was lost.", ErrorDetails(code="NETWORK", retryable=True))


def _belongs_to(response: httpx.Response, error: httpx.RequestError) -> bool:
    """Return whether reading the answer failed, and not a request that the caller sent meanwhile."""
    try:
        return error.request is response.request
    except RuntimeError:
        # An error without a request.
        return False


def refusal(status: int, headers: Mapping[str, str], body: bytes | str) -> ParlanceError:
    """Return the error for an unsuccessful answer, which may come from a proxy."""
    code, message = "PROTOCOL", f"The server answered {status}."
    try:
        error = Members.parse(body).optional_object("error")
        if error is not None:
            code, message = error.text("code"), error.text("message")
    except ProtocolError:
        pass
    details = ErrorDetails(
        code=code,
        status=status,
        retryable=status in _RETRYABLE_STATUSES,
        retry_after_seconds=parse_retry_after(headers.get("retry-after")),
        request_id=headers.get("x-request-id"),
    )
    return api_error(message, details)


class SyncTransport:
    """Blocking calls."""

    def __init__(
        self,
        connection: Connection,
        retry: RetryPolicy,
        timeout: httpx.Timeout | float,
        http: httpx.Client | None,
    ) -> None:
        self.connection = connection
        self._retry = retry
        self._owns_http = http is None
        self._http = http or httpx.Client(timeout=timeout)

    def send(self, call: Call) -> httpx.Response:
        """Return the answer with its body read."""
        return self._request(call, read=True)

    @contextmanager
    def stream(self, call: Call) -> Generator[httpx.Response, None, None]:
        """Yield the answer with its body unread. Only failures before the body are retried."""
        response = self._request(call, read=False)
        try:
            yield response
        except httpx.RequestError as error:
            if not _belongs_to(response, error):
                raise
            raise transport_failure(self.connection.base_url, error) from error
        finally:
            response.close()

    def _request(self, call: Call, *, read: bool) -> httpx.Response:
        attempts = Attempts(self._retry, repeatable=call.is_repeatable)
        while True:
            try:
                return self._attempt(call, read=read)
            except ParlanceError as error:
                time.sleep(attempts.delay_after(error))

    def _attempt(self, call: Call, *, read: bool) -> httpx.Response:
        arguments = _arguments(self.connection, call)
        try:
            request = self._http.build_request(**arguments)
            response = self._http.send(request, stream=True, follow_redirects=not call.has_credentials)
            try:
                if not response.is_success:
                    raise refusal(response.status_code, response.headers, response.read())
                if read:
                    response.read()
            except BaseException:
                response.close()
                raise
        except httpx.RequestError as error:
            raise transport_failure(self.connection.base_url, error) from error
        finally:
            _close_files(arguments)
        return response

    def close(self) -> None:
        """Close the connections, unless they came from outside."""
        if self._owns_http:
            self._http.close()


class AsyncTransport:
    """Calls with asyncio."""

    def __init__(
        self,
        connection: Connection,
        retry: RetryPolicy,
        timeout: httpx.Timeout | float,
        http: httpx.AsyncClient | None,
    ) -> None:
        self.connection = connection
        self._retry = retry
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient(timeout=timeout)

    async def send(self, call: Call) -> httpx.Response:
        """Return the answer with its body read."""
        return await self._request(call, read=True)

    @asynccontextmanager
    async def stream(self, call: Call) -> AsyncGenerator[httpx.Response, None]:
        """Yield the answer with its body unread. Only failures before the body are retried."""
        response = await self._request(call, read=False)
        try:
            yield response
        except httpx.RequestError as error:
            if not _belongs_to(response, error):
                raise
            raise transport_failure(self.connection.base_url, error) from error
        finally:
            await response.aclose()

    async def _request(self, call: Call, *, read: bool) -> httpx.Response:
        attempts = Attempts(self._retry, repeatable=call.is_repeatable)
        while True:
            try:
                return await self._attempt(call, read=read)
            except ParlanceError as error:
                await asyncio.sleep(attempts.delay_after(error))

    async def _attempt(self, call: Call, *, read: bool) -> httpx.Response:
        arguments = _arguments(self.connection, call)
        try:
            request = self._http.build_request(**arguments)
            response = await self._http.send(request, stream=True, follow_redirects=not call.has_credentials)
            try:
                if not response.is_success:
                    raise refusal(response.status_code, response.headers, await response.aread())
                if read:
                    await response.aread()
            except BaseException:
                await response.aclose()
                raise
        except httpx.RequestError as error:
            raise transport_failure(self.connection.base_url, error) from error
        finally:
            _close_files(arguments)
        return response

    async def close(self) -> None:
        """Close the connections, unless they came from outside."""
        if self._owns_http:
            await self._http.aclose()
