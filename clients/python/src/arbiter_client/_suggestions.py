"""Helps with misspelt names."""

from __future__ import annotations

import difflib
from typing import Iterable


def suggest(name: str, known: Iterable[str]) -> str:
    """Returns, in parentheses, the known name that is meant, or all of them if none is similar."""
    names = {candidate.lower(): candidate for candidate in known}
    # Without the common prefix of enum values, `full` means `DETAIL_FULL`.
    suffixes = [full for full in names if full.endswith("_" + name.lower())]
    similar = suffixes or difflib.get_close_matches(name.lower(), names, n=1)
    if similar:
        return f"(did you mean '{names[similar[0]]}'?)"
    return f"(known: {', '.join(names.values())})"
