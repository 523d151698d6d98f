"""Cuts PGN texts between their games."""

from __future__ import annotations

import re
from typing import List

# The end of a game, followed by the tag with which nearly every game begins. The service begins a new
# game at each of these places.
_NEXT_GAME = re.compile(
    r'(?:1-0|0-1|1/2-1/2|\*)[^\S\r\n]*\r?\n(?:[^\S\n]*\n)+(?=\[Event ")')
# The maximum length of such a place that is found if it is divided between two pieces.
_MAX_GAP = 256
# Shorter pieces, such as lines, are joined before they are searched.
_PIECE_LENGTH = 1 << 16


class PgnParts:
    """Cuts a text, which comes in any pieces, into parts with a limited number of characters and of
    games. A part is longer only if there is no place in it between two games."""

    def __init__(self, max_length: int, max_games: int) -> None:
        self._max_length = max_length
        self._max_games = max_games
        self._pieces: List[str] = []
        self._waiting = 0  # characters of these pieces
        self._text = ""
        self._games = 0  # complete ones
        self._end = 0  # of the last of them

    def add(self, piece: str) -> List[str]:
        """Adds a piece, and returns the parts that it completes. Raises a ValueError if the games
        cannot be told from each other."""
        self._pieces.append(piece)
        self._waiting += len(piece)
        if self._waiting < min(self._max_length, _PIECE_LENGTH):
            return []
        return self._search()

    def finish(self) -> List[str]:
        """Returns the remaining parts."""
        parts = self._search()
        if self._end and (len(self._text) > self._max_length or self._games == self._max_games):
            parts.append(self._take())
        if self._text.strip():
            parts.append(self._text)
        return parts

    def _search(self) -> List[str]:
        parts = []
        start = max(self._end, len(self._text) - _MAX_GAP)
        self._text += "".join(self._pieces)
        self._pieces = []
        self._waiting = 0
        while match := _NEXT_GAME.search(self._text, start):
            start = match.end()
            if self._end and (start > self._max_length or self._games == self._max_games):
                start -= self._end
                parts.append(self._take())
            self._end = start
            self._games += 1
        if len(self._text) - self._end > 4 * self._max_length:
            raise ValueError("the PGN has a game that is too long, or games that do not begin with "
                             "the tag Event after an empty line")
        return parts

    def _take(self) -> str:
        """Removes the complete games, and returns them."""
        part = self._text[:self._end]
        self._text = self._text[self._end:]
        self._end = 0
        self._games = 0
        return part
