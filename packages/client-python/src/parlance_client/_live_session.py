"""Base class of blocking live sessions: one connection from READY to its end."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from ._live_protocol import DONE, Opening, SessionReader, connect_failure, live_logger, live_url, lost
from .errors import ParlanceError, SessionEndedError

try:
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect
except ImportError as error:
    raise ImportError('Live sessions need websockets: pip install "parlance-client[live]"') from error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    from typing_extensions import Self
    from websockets.sync.client import ClientConnection

    from ._transport import Connection

ItemT = TypeVar("ItemT")
EventT = TypeVar("EventT")


class LiveSession(ABC, Generic[ItemT, EventT]):
    """A live session: a context manager, ready inside its ``with`` block. Iterate over it once for its events."""

    def __init__(self, connection: Connection, reader: SessionReader[EventT], opening: Opening) -> None:
        self._connection = connection
        self._session = reader
        self._opening = opening
        self._opened: ClientConnection | None = None
        self._closing = ExitStack()

    @property
    def session_id(self) -> str:
        """The server's id of the session, which is also in its log."""
        return self._session.session_id or ""

    def __enter__(self) -> Self:
        """Connect and wait until the server is ready."""
        base_url = self._connection.base_url
        try:
            connecting = connect(
                live_url(self._connection, self._opening.path),
                additional_headers=self._connection.headers(),
                user_agent_header=None,
                compression=None,
                open_timeout=self._opening.timeout_seconds,
                # With a limit, unread messages would block pings, and the server would close the connection.
                max_queue=None,
                ssl=self._opening.ssl_context,
                logger=live_logger,
            )
            self._opened = self._closing.enter_context(connecting)
        except (OSError, InvalidHandshake) as error:
            raise connect_failure(base_url, error) from error
        try:
            self._wait_until_ready(self._opened)
        except BaseException:
            self.close()
            raise
        return self

    def _wait_until_ready(self, socket: ClientConnection) -> None:
        # The server may have refused the session; its error is read below.
        with suppress(ConnectionClosed):
            socket.send(self._opening.first_message)
        try:
            while not self._session.is_ready:
                self._session.read(socket.recv(self._opening.timeout_seconds))
        except ConnectionClosed as error:
            raise lost(self._connection.base_url) from error
        except TimeoutError as error:
            raise connect_failure(self._connection.base_url, error) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the session, even if events are missing."""
        self.close()

    @property
    def _socket(self) -> ClientConnection:
        if self._opened is None:
            raise RuntimeError("Use the session in a with block.")
        return self._opened

    def _send(self, messages: Iterable[str | bytes]) -> None:
        try:
            for message in messages:
                self._socket.send(message)
        except ConnectionClosed as error:
            raise SessionEndedError.create() from error

    @abstractmethod
    def _send_item(self, item: ItemT) -> None:
        """Send one item of `stream`."""

    def finish(self) -> None:
        """Send the end of the input. The remaining events follow, then the iteration ends."""
        self._send([DONE])

    def __iter__(self) -> Iterator[EventT]:
        """Yield the events until the session ends; raise the error if the server ended it with one."""
        while not self._session.has_ended:
            try:
                data = self._socket.recv()
            except ConnectionClosed as error:
                raise lost(self._connection.base_url) from error
            event = self._session.read(data)
            if event is not None:
                yield event

    def stream(self, items: Iterable[ItemT]) -> Iterator[EventT]:
        """Send the items in a separate thread, then finish, and yield the events meanwhile.

        If ``items`` raises, the session ends and the error is raised here. If the iteration is left early, the thread
        ends with the next item.
        """
        failures: list[BaseException] = []

        def feed() -> None:
            try:
                for item in items:
                    self._send_item(item)
                self.finish()
            except SessionEndedError:
                pass
            except BaseException as error:  # noqa: BLE001 - raised in the other thread
                failures.append(error)
                self.close()

        threading.Thread(target=feed, name="parlance-live-session", daemon=True).start()
        try:
            yield from self
        except ParlanceError:
            if failures:
                raise failures[0] from None
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection; further events are lost."""
        self._closing.close()
