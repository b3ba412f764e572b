"""Pipecat's categories of errors."""

from __future__ import annotations

from pipecat.utils.errors import ErrorCategory

from parlance_client.errors import (
    AuthenticationError,
    InsufficientSecondsError,
    NetworkError,
    ParlanceError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
)

_CATEGORIES: tuple[tuple[type[ParlanceError], ErrorCategory], ...] = (
    (AuthenticationError, ErrorCategory.AUTHENTICATION),
    (PermissionDeniedError, ErrorCategory.AUTHORIZATION),
    (InsufficientSecondsError, ErrorCategory.QUOTA),
    (RateLimitError, ErrorCategory.RATE_LIMIT),
    (ServerError, ErrorCategory.SERVER),
    (NetworkError, ErrorCategory.CONNECTIVITY),
)


def error_category(error: ParlanceError) -> ErrorCategory:
    """Return the category; the first two in the table make a service unusable.

    A refused value is ``UNKNOWN``, since it may be a text with nothing to speak, after which the service continues.
    """
    return next((category for kind, category in _CATEGORIES if isinstance(error, kind)), ErrorCategory.UNKNOWN)
