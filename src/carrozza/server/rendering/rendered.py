"""Something that was rendered: compressed once, with the tag by which clients know it again."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

GZIP: Final = 31
"""For zlib: gzip's header and checksum."""
LEVEL: Final = 5
A_CHUNK: Final = 1 << 16


@dataclass(frozen=True)
class Rendered:
    packed: bytes = field(repr=False)
    """Compressed by gzip."""
    tag: str
    """An ETag."""
    size: int
    """Uncompressed."""

    def packed_chunks(self) -> Iterator[bytes]:
        for first in range(0, len(self.packed), A_CHUNK):
            yield self.packed[first : first + A_CHUNK]

    def chunks(self) -> Iterator[bytes]:
        """Unpacked, never more than a chunk at a time."""
        unpacking, rest = zlib.decompressobj(GZIP), self.packed
        while chunk := unpacking.decompress(rest, A_CHUNK):
            rest = unpacking.unconsumed_tail
            yield chunk


def packed(pieces: Iterable[bytes]) -> Rendered:
    """Compress piece by piece: the whole is never in memory.

    >>> b"".join(packed([b"one ", b"two"]).chunks())
    b'one two'
    """
    packing, digest, size, made = zlib.compressobj(LEVEL, wbits=GZIP), hashlib.sha256(), 0, bytearray()
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
        made += packing.compress(piece)
    made += packing.flush()
    return Rendered(bytes(made), f'"{digest.hexdigest()[:16]}"', size)
