"""Typed access to JSON: an answer with an unexpected shape raises `ProtocolError` here, not another error later."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .errors import ErrorDetails, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Mapping

_T = TypeVar("_T", bound=str)


def protocol_error(message: str) -> ProtocolError:
    """Return the error for an invalid answer."""
    return ProtocolError(message, ErrorDetails(code="PROTOCOL"))


class Members:
    """The members of a JSON object."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise protocol_error("The answer is not a JSON object.")
        self._members = cast("Mapping[str, Any]", value)

    @classmethod
    def parse(cls, body: bytes | str) -> Members:
        """Parse a body."""
        try:
            return cls(json.loads(body))
        except ValueError as error:
            raise protocol_error("The answer is not JSON.") from error

    def _get(self, name: str, kind: type | tuple[type, ...]) -> Any:
        value = self._members.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise protocol_error(f"The answer's {name} is missing or has an unexpected type.")
        return value

    def text(self, name: str) -> str:
        """Return a string."""
        return str(self._get(name, str))

    def optional_text(self, name: str) -> str | None:
        """Return a string; ``None`` if it is missing, ``null`` or empty."""
        return None if self._members.get(name) in (None, "") else self.text(name)

    def one_of(self, name: str, options: tuple[_T, ...]) -> _T:
        """Return a string that must be one of the options."""
        value = self.text(name)
        for option in options:
            if option == value:
                return option
        raise protocol_error(f"The answer's {name} is {value!r}, which this version does not know.")

    def number(self, name: str) -> float:
        """Return a number."""
        return float(self._get(name, (int, float)))

    def integer(self, name: str) -> int:
        """Return a whole number."""
        return int(self._get(name, int))

    def optional_integer(self, name: str) -> int | None:
        """Return a whole number, or ``None``."""
        return None if self._members.get(name) is None else self.integer(name)

    def flag(self, name: str) -> bool:
        """Return whether a member is ``true``."""
        return self._members.get(name) is True

    def object(self, name: str) -> Members:
        """Return an object."""
        return Members(self._members.get(name))

    def optional_object(self, name: str) -> Members | None:
        """Return an object, or ``None``."""
        return None if self._members.get(name) is None else self.object(name)

    def optional_texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings; empty if it is missing."""
        texts = self._members.get(name, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise protocol_error(f"The answer's {name} is not a list of strings.")
        return tuple(texts)

    def optional_objects(self, name: str) -> list[Members]:
        """Return a list of objects; empty if it is missing."""
        return self.objects(name) if name in self._members else []

    def objects(self, name: str) -> list[Members]:
        """Return a list of objects."""
        return [Members(value) for value in self._get(name, list)]
