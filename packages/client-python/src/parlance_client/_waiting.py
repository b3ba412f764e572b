"""Polling of jobs."""

from __future__ import annotations

import time

from .errors import ErrorDetails, RequestTimeoutError

POLL_SECONDS = 2.0
"""The interface recommends 2 to 5 seconds."""


class Polls:
    """The delays between polls of a job."""

    def __init__(self, job: str, poll_seconds: float, timeout_seconds: float | None) -> None:
        self._job = job
        self._poll_seconds = poll_seconds
        self._timeout_seconds = timeout_seconds
        self._began = time.monotonic()

    def next_delay_seconds(self) -> float:
        """Return the delay in seconds; raise `RequestTimeoutError` after the timeout."""
        if self._timeout_seconds is None:
            return self._poll_seconds
        left = self._timeout_seconds - (time.monotonic() - self._began)
        if left <= 0:
            details = ErrorDetails(code="TIMEOUT", retryable=True)
            raise RequestTimeoutError(f"{self._job} has not finished in {self._timeout_seconds} s.", details)
        return min(self._poll_seconds, left)
