"""The shape of what the rendering process does: values, which make some bytes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic_core import to_json


class RenderJob(ABC):
    """A pure function of its values: the same job gives the same bytes. Subclasses are frozen dataclasses."""

    kind: ClassVar[str]
    keeps: ClassVar[bool]

    def __init_subclass__(cls, kind: str = "", keeps: bool = False) -> None:
        cls.kind, cls.keeps = kind, keeps

    @property
    def kept(self) -> bool:
        """Whether what it made is kept for the next one who asks."""
        return self.keeps

    @abstractmethod
    def pieces(self) -> Iterable[bytes]: ...


class JsonJob(RenderJob):
    """One that makes JSON."""

    @abstractmethod
    def answer(self) -> Any: ...

    def pieces(self) -> Iterable[bytes]:
        yield to_json(self.answer())
