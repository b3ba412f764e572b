"""When a new session is worth trying after one has failed."""

from __future__ import annotations

import random

from .errors import ParlanceError

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 30.0
_MAX_ATTEMPTS = 8


def reconnect_delay_seconds(error: BaseException, attempt: int) -> float | None:
    """Return how long to wait before a new session, or ``None`` if it would fare no better.

    It goes by the error's ``retryable``, as the server said it; a lost connection is retryable too. There is no
    resuming: the new session begins with the audio that the old one gave no final result for.

    Args:
        error: What ended the session.
        attempt: How many sessions in a row have failed, this one included. Set it back once a session was ready.

    """
    if not isinstance(error, ParlanceError) or not error.retryable or attempt > _MAX_ATTEMPTS:
        return None
    longest = min(_LONGEST_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2.0 ** (attempt - 1))
    # At least half of it: several refusals must not follow each other at once.
    return max(error.retry_after_seconds or 0.0, longest * random.uniform(0.5, 1.0))  # noqa: S311
