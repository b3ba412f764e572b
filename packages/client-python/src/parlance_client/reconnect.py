"""When to open a new session after one has failed."""

from __future__ import annotations

import random

from .errors import ParlanceError

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 30.0
_MAX_ATTEMPTS = 8


def reconnect_delay_seconds(error: BaseException, attempt: int) -> float | None:
    """Return the delay in seconds before a new session, or ``None`` if it would fail again.

    This depends on the error's ``retryable``; a lost connection is retryable too. Sessions cannot be resumed: begin
    the new one with the audio for which the old one returned no final result.

    Args:
        error: The error that ended the session.
        attempt: Number of sessions that failed in a row, including this one. Reset it once a session was ready.

    """
    if not isinstance(error, ParlanceError) or not error.retryable or attempt > _MAX_ATTEMPTS:
        return None
    longest = min(_LONGEST_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2.0 ** (attempt - 1))
    # At least half of it, so that refusals do not follow each other immediately.
    return max(error.retry_after_seconds or 0.0, longest * random.uniform(0.5, 1.0))  # noqa: S311
