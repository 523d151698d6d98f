"""Generates the enum Reason, and an exception class for each of its values."""

from typing import Dict, Iterator, Tuple

from google.protobuf.descriptor_pb2 import FileDescriptorProto as File

from generator.comments import comment, wrap

ERRORS = "arbiter/v1/errors.proto"
PREFIX = "ERROR_REASON_"
ENUM, VALUE = 5, 2  # field numbers in a descriptor's path


def reasons_module(files: Dict[str, File]) -> str:
    lines = ['"""Generated from errors.proto at build time."""', "", "import enum", "", "",
             "class Reason(str, enum.Enum):",
             '    """The reason why a call was refused."""', ""]
    for name, text in _reasons(files[ERRORS]):
        lines += [wrap(text, 4).replace("    ", "    # ", 1).replace("\n    ", "\n    # "),
                  f'    {name} = "{name}"']
    return "\n".join(lines) + "\n"


def error_classes_module(files: Dict[str, File]) -> str:
    lines = ['"""Generated from errors.proto at build time."""', "",
             "from typing import Dict, Type", "",
             "from arbiter_client._reasons import Reason",
             "from arbiter_client.errors import ArbiterError", ""]
    classes = []
    for name, text in _reasons(files[ERRORS]):
        class_name = "".join(word.capitalize() for word in name.split("_")) + "Error"
        classes.append((name, class_name))
        lines += ["", f"class {class_name}(ArbiterError):", wrap(f'"""{text}"""', 4), ""]
    lines += ["", "ERROR_CLASSES: Dict[Reason, Type[ArbiterError]] = {",
              *(f"    Reason.{name}: {class_name}," for name, class_name in classes), "}", "",
              "__all__ = [", '    "ERROR_CLASSES",',
              *(f'    "{class_name}",' for _, class_name in classes), "]"]
    return "\n".join(lines) + "\n"


def _reasons(file: File) -> Iterator[Tuple[str, str]]:
    for index, value in enumerate(file.enum_type[0].value):
        if value.number != 0:
            yield value.name[len(PREFIX):], comment(file, [ENUM, 0, VALUE, index])
