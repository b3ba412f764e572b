"""The errors that a call can raise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorDetails:
    """The details of an error besides its message."""

    code: str
    """The server's code, such as ``BAD_REQUEST``, or ``UNREACHABLE``, ``NETWORK``, ``TIMEOUT`` or ``PROTOCOL``."""
    status: int | None = None
    """HTTP status; ``None`` if there was no HTTP answer."""
    retryable: bool = False
    """Whether the same call may succeed later."""
    retry_after_seconds: float | None = None
    """The delay that the server asks for; ``None`` if it does not."""
    request_id: str | None = None
    """``X-Request-Id`` of the answer, which is also in the server's log."""
    stage: str | None = None
    """Of a live session: ``AUTHENTICATING``, ``CONFIGURING`` or ``STREAMING``."""


class ParlanceError(Exception):
    """Base class of all errors of this package."""

    def __init__(self, message: str, details: ErrorDetails) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __reduce__(self) -> tuple[type[ParlanceError], tuple[str, ErrorDetails]]:
        """Support pickling, so that errors can cross process boundaries."""
        return type(self), (self.message, self.details)

    @property
    def code(self) -> str:
        """See `ErrorDetails.code`."""
        return self.details.code

    @property
    def status(self) -> int | None:
        """See `ErrorDetails.status`."""
        return self.details.status

    @property
    def retryable(self) -> bool:
        """See `ErrorDetails.retryable`."""
        return self.details.retryable

    @property
    def retry_after_seconds(self) -> float | None:
        """See `ErrorDetails.retry_after_seconds`."""
        return self.details.retry_after_seconds

    @property
    def request_id(self) -> str | None:
        """See `ErrorDetails.request_id`."""
        return self.details.request_id

    @property
    def stage(self) -> str | None:
        """See `ErrorDetails.stage`."""
        return self.details.stage


class NetworkError(ParlanceError):
    """The server was not reached, or the connection was lost."""


class RequestTimeoutError(NetworkError):
    """The server did not answer in time."""


class ProtocolError(ParlanceError):
    """The answer is not that of a Parlance server."""


class ApiError(ParlanceError):
    """The server refused the call; base class of the errors below."""


class InvalidRequestError(ApiError):
    """400: a value is missing or out of range, or a speech request is unknown; the message says which."""


class AuthenticationError(ApiError):
    """401: token or App ID are missing, wrong, expired or revoked."""


class InsufficientSecondsError(ApiError):
    """402: the app has no seconds left. Too few credits are an `InvalidRequestError`."""


class PermissionDeniedError(ApiError):
    """403: the token may not do this, or an audio link has expired."""


class NotFoundError(ApiError):
    """404: no such transcript or address."""


class IdempotencyConflictError(ApiError):
    """409: the idempotency key came with another body before, or its first request is still running."""


class RateLimitError(ApiError):
    """429: too many calls at once or in a minute."""


class ServerError(ApiError):
    """5xx: the server failed, or is overloaded."""


class SessionTimeoutError(ApiError):
    """A live session lasted too long, or had no speech for too long."""


class SessionEndedError(ParlanceError):
    """Audio or text was sent to a live session that has ended; iterating over its events raises the reason."""

    @classmethod
    def create(cls) -> SessionEndedError:
        """Return the error."""
        return cls("The live session has ended; its events say why.", ErrorDetails(code="SESSION_ENDED"))


class JobFailedError(ParlanceError):
    """A job failed while waiting for it."""


class WebhookVerificationError(ValueError):
    """A webhook's signature, headers or time are wrong."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: InsufficientSecondsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: IdempotencyConflictError,
    429: RateLimitError,
}

_FIRST_SERVER_STATUS = 500


def api_error(message: str, details: ErrorDetails) -> ApiError:
    """Return the error for an answer's status."""
    status = details.status or 0
    kind = ServerError if status >= _FIRST_SERVER_STATUS else _BY_STATUS.get(status, ApiError)
    return kind(message, details)
