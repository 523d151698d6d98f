"""Makes messages of Python values, and says what is wrong with them."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable as IterableType
from collections.abc import Mapping as MappingType
from typing import Any, Callable, Dict, Mapping, Type, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from arbiter_client._suggestions import suggest

AnyMessage = TypeVar("AnyMessage", bound=Any)

_INTEGERS = {
    FieldDescriptor.CPPTYPE_INT32: (-1 << 31, (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-1 << 63, (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}


def make_message(kind: Type[AnyMessage], fields: Mapping[str, Any]) -> AnyMessage:
    """Makes a message with these fields; None means that a field is not set.

    Raises:
        TypeError: A value has a wrong type.
        ValueError: There is no such field or enum value, a number is out of its range, or two
            fields exclude each other.
    """
    message: AnyMessage = kind(**_convert_fields(kind.DESCRIPTOR, fields, ""))
    return message


def describe_type(value: object) -> str:
    """Returns the name of a value's type with its article."""
    if value is None:
        return "None"
    if isinstance(value, bytes):
        return "bytes"
    return _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _convert_fields(kind: Descriptor, fields: Mapping[str, Any], path: str) -> Dict[str, Any]:
    """Returns the arguments of the constructor of a message. `path` is empty or ends with a dot."""
    converted: Dict[str, Any] = {}
    groups: Dict[str, str] = {}
    for name, value in fields.items():
        field = kind.fields_by_name.get(name)
        if field is None:
            raise ValueError(f"{path}{name} is not a field of {kind.name} "
                             f"{suggest(str(name), kind.fields_by_name)}")
        if value is None:
            continue
        if field.containing_oneof:
            other = groups.setdefault(field.containing_oneof.name, name)
            if other != name:
                names = ", ".join(member.name for member in field.containing_oneof.fields)
                raise ValueError(f"{path}{other} and {path}{name} exclude each other; set one of "
                                 f"{names}")
        convert = _convert_list if field.label == FieldDescriptor.LABEL_REPEATED else _convert
        converted[name] = convert(field, value, path + name)
    return converted


def _convert_list(field: FieldDescriptor, values: Any, path: str) -> Any:
    if isinstance(values, (str, bytes, MappingType)) or not isinstance(values, IterableType):
        raise TypeError(f"{path} must be a list, not {describe_type(values)}; "
                        f"write [{reprlib.repr(values)}]")
    return [_convert(field, value, f"{path}[{index}]") for index, value in enumerate(values)]


def _convert(field: FieldDescriptor, value: Any, path: str) -> Any:
    return _CONVERTERS[field.cpp_type](field, value, path)


def _convert_message(field: FieldDescriptor, value: Any, path: str) -> Any:
    kind = field.message_type
    if isinstance(value, MappingType):
        return _convert_fields(kind, value, f"{path}.")
    if not isinstance(value, Message) or value.DESCRIPTOR.full_name != kind.full_name:
        expected = f"{_with_article(kind.name)} message or a dict of its fields"
        raise _wrong_type(path, expected, value)
    return value


def _convert_enum(field: FieldDescriptor, value: Any, path: str) -> Any:
    labels = field.enum_type.values_by_name
    if isinstance(value, str):
        if value not in labels:
            raise ValueError(f"unknown {path} '{value}' {suggest(value, labels)}")
        return value
    return _to_integer(value, path, f"a value of {field.enum_type.name}",
                       FieldDescriptor.CPPTYPE_INT32)


def _convert_integer(field: FieldDescriptor, value: Any, path: str) -> int:
    return _to_integer(value, path, "an int", field.cpp_type)


def _to_integer(value: Any, path: str, expected: str, cpp_type: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise _wrong_type(path, expected, value)
    number = operator.index(value)
    low, high = _INTEGERS[cpp_type]
    if not low <= number <= high:
        raise ValueError(f"{path} must be from {low} to {high}, not {number}")
    return number


def _convert_float(field: FieldDescriptor, value: Any, path: str) -> float:
    if isinstance(value, (str, bytes, bool)) or not hasattr(value, "__float__"):
        raise _wrong_type(path, "a number", value)
    return float(value)


def _convert_bool(field: FieldDescriptor, value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong_type(path, "True or False", value)
    return value


def _convert_string(field: FieldDescriptor, value: Any, path: str) -> Any:
    if field.type == FieldDescriptor.TYPE_BYTES:
        if isinstance(value, str):
            raise TypeError(f"{path} must be bytes, not a str; write bytes.fromhex(...) if it is "
                            "hexadecimal, base64.b64decode(...) if it is base64")
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise _wrong_type(path, "bytes", value)
        return bytes(value)
    if not isinstance(value, str):
        raise _wrong_type(path, "a str", value)
    return value


def _wrong_type(path: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{path} must be {expected}, not {describe_type(value)}")


_CONVERTERS: Dict[int, Callable[[FieldDescriptor, Any, str], Any]] = {
    FieldDescriptor.CPPTYPE_MESSAGE: _convert_message,
    FieldDescriptor.CPPTYPE_ENUM: _convert_enum,
    FieldDescriptor.CPPTYPE_BOOL: _convert_bool,
    FieldDescriptor.CPPTYPE_DOUBLE: _convert_float,
    FieldDescriptor.CPPTYPE_FLOAT: _convert_float,
    FieldDescriptor.CPPTYPE_STRING: _convert_string,
    **dict.fromkeys(_INTEGERS, _convert_integer),
}
