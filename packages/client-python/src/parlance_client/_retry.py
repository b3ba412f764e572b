"""When a failed call is retried, and after which delay."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from .errors import IdempotencyConflictError, NetworkError, ParlanceError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a failed call is retried, and after which delay."""

    max_retries: int = 2
    """After the first attempt; 0 turns retries off."""
    first_delay_seconds: float = 0.5
    """Doubled with each attempt. At least half of each delay is fixed, the rest is random."""
    max_delay_seconds: float = 8.0
    max_retry_after_seconds: float = 60.0
    """If the server asks for a longer delay, the call fails at once, and the error contains the delay."""

    def delay_seconds(self, error: ParlanceError, attempt: int, *, repeats_lost: bool) -> float | None:
        """Return the delay in seconds before another attempt, or ``None`` to give up.

        Args:
            error: Why the attempt failed.
            attempt: 1 for the first one.
            repeats_lost: Whether an earlier attempt with the same idempotency key got no answer.
                It may still be running, in which case a conflict is retried.

        """
        retryable = error.retryable or (repeats_lost and isinstance(error, IdempotencyConflictError))
        if not retryable or attempt > self.max_retries:
            return None
        asked = error.retry_after_seconds or 0.0
        if asked > self.max_retry_after_seconds:
            return None
        longest = min(self.max_delay_seconds, self.first_delay_seconds * 2.0 ** (attempt - 1))
        # Random, so that clients that failed at the same time do not retry at the same time.
        return asked + longest * random.uniform(0.5, 1.0)  # noqa: S311


class Attempts:
    """The attempts of one call."""

    def __init__(self, policy: RetryPolicy, *, repeatable: bool) -> None:
        self._policy = policy
        self._repeatable = repeatable
        self._count = 0
        self._lost = False

    def delay_after(self, error: ParlanceError) -> float:
        """Return the delay in seconds before the next attempt; raise the error if there is none."""
        self._count += 1
        is_lost = isinstance(error, NetworkError)
        # The server may have processed the call: without a key it would be done and charged twice.
        if is_lost and not self._repeatable and error.code != "UNREACHABLE":
            raise error
        delay = self._policy.delay_seconds(error, self._count, repeats_lost=self._lost)
        self._lost = self._lost or is_lost
        if delay is None:
            raise error
        return delay


def parse_retry_after(value: str | None) -> float | None:
    """Return the delay of a ``Retry-After`` header, which contains seconds or a date."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
