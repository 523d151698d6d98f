"""Converts the comments of proto files to docstrings."""

import textwrap
from typing import Sequence

from google.protobuf.descriptor_pb2 import FileDescriptorProto as File


def comment(file: File, path: Sequence[int]) -> str:
    """Returns the comment above an element of a proto file as one paragraph, or an empty string."""
    for location in file.source_code_info.location:
        if list(location.path) == list(path):
            return " ".join(location.leading_comments.split())
    return ""


def wrap(text: str, indent: int, hanging: int = 0) -> str:
    """Wraps a text at 100 columns."""
    return textwrap.fill(text, 100, initial_indent=" " * indent,
                         subsequent_indent=" " * (indent + hanging), break_long_words=False,
                         break_on_hyphens=False)
