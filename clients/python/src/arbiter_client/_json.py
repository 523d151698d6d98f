"""Reads messages from proto JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping as MappingType
from typing import Any, Mapping, Type, TypeVar, Union

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor

AnyMessage = TypeVar("AnyMessage", bound=Any)

# Hexadecimal digits alone, which are nearly always valid base64 as well, but of other bytes. A
# shorter text is no seed, which has at least 16 bytes, in either spelling. The base64 of a random
# seed has this form with a probability of less than one in ten billion, (22/64)^22.
_HEX_TEXT = re.compile(r"[0-9A-Fa-f]{22,}")


def from_json(kind: Type[AnyMessage], text: Union[str, bytes, Mapping[str, Any]]) -> AnyMessage:
    """Reads a message from proto JSON, such as a game file, like `google.protobuf.json_format`.

    Args:
        kind: The type of the message, for example `v1.GameFile`.
        text: The JSON, or what `json.loads` makes of it.

    Raises:
        ValueError: The text of a field of bytes could be hexadecimal or base64. The message does
            not contain the text.
        google.protobuf.json_format.ParseError: It is not the JSON of such a message.
    """
    if isinstance(text, MappingType):
        message: AnyMessage = json_format.ParseDict(text, kind())
        _check_bytes(kind.DESCRIPTOR, text, "")
    else:
        message = json_format.Parse(text, kind())
        _check_bytes(kind.DESCRIPTOR, json.loads(text), "")
    return message


def _check_bytes(kind: Descriptor, fields: Any, path: str) -> None:
    """Checks the bytes in the JSON of a message. `path` is empty or ends with a dot."""
    if not isinstance(fields, MappingType):
        return
    for field in kind.fields:
        for name in {field.json_name, field.name} & fields.keys():
            value = fields[name]
            if isinstance(value, list):
                for index, item in enumerate(value):
                    _check_value(field, item, f"{path}{name}[{index}]")
            else:
                _check_value(field, value, path + name)


def _check_value(field: FieldDescriptor, value: Any, path: str) -> None:
    if field.message_type:
        _check_bytes(field.message_type, value, f"{path}.")
    elif field.type == FieldDescriptor.TYPE_BYTES and _is_hex_text(value or ""):
        raise ValueError(f"{path}: hexadecimal digits could also be base64 of other bytes; write "
                         "the bytes in base64")


def _is_hex_text(text: str) -> bool:
    # The decoder of protobuf ignores white space.
    return _HEX_TEXT.fullmatch("".join(text.split())) is not None
