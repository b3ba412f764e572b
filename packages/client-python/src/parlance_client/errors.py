"""Everything that a call can fail with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorDetails:
    """What is known about a failure, apart from its message."""

    code: str
    """The server's, such as ``BAD_REQUEST``; without one ``UNREACHABLE``, ``NETWORK``, ``TIMEOUT`` or ``PROTOCOL``."""
    status: int | None = None
    """HTTP status; ``None`` if there was no HTTP answer."""
    retryable: bool = False
    """Whether the same call may succeed later with nothing changed."""
    retry_after_seconds: float | None = None
    """How long the server asks to be left alone; ``None`` if it does not say."""
    request_id: str | None = None
    """``X-Request-Id`` of the answer, which the operator finds in the server's log."""
    stage: str | None = None
    """Of a live session: ``AUTHENTICATING``, ``CONFIGURING`` or ``STREAMING``."""


class ParlanceError(Exception):
    """Base class of all errors of this package."""

    def __init__(self, message: str, details: ErrorDetails) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __reduce__(self) -> tuple[type[ParlanceError], tuple[str, ErrorDetails]]:
        """Let errors cross process boundaries."""
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
    """The answer is not what a Parlance server sends."""


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
    """5xx: a failure of the server, or too much work waits there."""


class SessionTimeoutError(ApiError):
    """A live session lasted too long, or brought no speech for too long."""


class SessionEndedError(ParlanceError):
    """Audio was sent to a live session that has ended; its events say why."""

    @classmethod
    def create(cls) -> SessionEndedError:
        """Return the error."""
        return cls("The live session has ended; its events say why.", ErrorDetails(code="SESSION_ENDED"))


class JobFailedError(ParlanceError):
    """A job that was waited for has failed."""


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
    """Return the error of an answer's status."""
    status = details.status or 0
    kind = ServerError if status >= _FIRST_SERVER_STATUS else _BY_STATUS.get(status, ApiError)
    return kind(message, details)
