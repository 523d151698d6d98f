"""Cuts PGN texts between their games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterator, List

# The end of a game, followed by the tag with which nearly every game begins. The service begins a new
# game at each of these places.
_NEXT_GAME = re.compile(
    r'(?:1-0|0-1|1/2-1/2|\*)[^\S\r\n]*\r?\n(?:[^\S\n]*\n)+(?=\[Event ")')
# The maximum length of such a place that is found if it is divided between two pieces.
_MAX_GAP = 256
# Shorter pieces, such as lines, are joined before they are searched.
_PIECE_LENGTH = 1 << 16


@dataclass
class PartLimits:
    """The limits of the parts of what is sent in several calls. They can be changed in between."""

    max_length: int  # in bytes of messages or characters of a text
    max_items: int


class PgnParts:
    """Cuts a text, which comes in any pieces, into parts with a limited number of characters and of
    games. A part is longer only if there is no place in it between two games."""

    def __init__(self, limits: PartLimits) -> None:
        self._limits = limits
        self._pieces: List[str] = []
        self._waiting = 0  # characters of these pieces
        self._text = ""
        self._start = 0  # of the part that comes next
        self._end = 0  # of the last complete game
        self._games = 0  # complete ones between these places

    def add(self, piece: str) -> Iterator[str]:
        """Adds a piece, and iterates over the parts that it completes. Raises a ValueError if the
        games cannot be told from each other."""
        self._pieces.append(piece)
        self._waiting += len(piece)
        if self._waiting >= min(self._limits.max_length, _PIECE_LENGTH):
            yield from self._search()

    def finish(self) -> Iterator[str]:
        """Iterates over the remaining parts."""
        yield from self._search()
        if self._is_full(len(self._text)):
            yield self._take()
        rest = self._text[self._start:]
        if rest.strip():
            yield rest

    def _search(self) -> Iterator[str]:
        rest = self._text[self._start:]
        self._end -= self._start
        self._start = 0
        start = max(self._end, len(rest) - _MAX_GAP)
        self._text = "".join([rest, *self._pieces])
        self._pieces = []
        self._waiting = 0
        while match := _NEXT_GAME.search(self._text, start):
            start = match.end()
            if self._is_full(start):
                yield self._take()
            self._end = start
            self._games += 1
        if len(self._text) - self._end > 4 * self._limits.max_length:
            raise ValueError("the PGN has a game that is too long, or games that do not begin with "
                             "the tag Event after an empty line")

    def _is_full(self, end: int) -> bool:
        """Whether the complete games are a part because what follows them up to `end` is too much."""
        return self._games > 0 and (end - self._start > self._limits.max_length
                                    or self._games >= self._limits.max_items)

    def _take(self) -> str:
        """Removes the complete games, and returns them."""
        part = self._text[self._start:self._end]
        self._start = self._end
        self._games = 0
        return part
