"""Generates the typed methods of the client, one for each method of the services."""

import keyword
import re
from typing import Dict, List

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, MethodDescriptorProto

from generator.comments import comment, wrap
from generator.protos import File

MESSAGE, FIELD = 4, 2  # field numbers in a descriptor's path
SERVICE, METHOD = 6, 2

SCALARS = {
    FieldDescriptorProto.TYPE_STRING: "str",
    FieldDescriptorProto.TYPE_BYTES: "bytes",
    FieldDescriptorProto.TYPE_BOOL: "bool",
    FieldDescriptorProto.TYPE_DOUBLE: "float",
}

HEADER = '''"""Generated from the services at build time."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Optional, Union

from arbiter_client import v1
from arbiter_client._calls import Calls, Metadata, Stream
from arbiter_client.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from arbiter_client.v1.rules_service_pb2_grpc import RulesServiceStub
'''

CLASS = '''

class {service}Methods:
    """{doc}"""

    _calls: Calls
    _{attribute}: {service}Stub
'''

# Methods that are implemented by hand (arbiter_client.session).
HANDWRITTEN = {"Session"}

STREAM_IN = '''
    def {name}(
        self,
        requests: Iterable[v1.{request}],
        *,
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> Stream[v1.{response}]:
        """{doc}"""
        return self._calls.bidi_stream(self._{attribute}.{method}, requests, timeout, metadata)
'''

CALL = '''
    def {name}(
        self,
        request: Optional[v1.{request}] = None,
        *,
{parameters}
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> {answer}:
        """{doc}"""
        return self._calls.{how}(
            self._{attribute}.{method},
            self._calls.request(
                v1.{request},
                request,
                {{
{arguments}
                }},
            ),
            timeout,
            metadata,
        )
'''


def methods_module(files: Dict[str, File]) -> str:
    text = HEADER
    for name in ("arbiter/v1/rules_service.proto", "arbiter/v1/analysis_service.proto"):
        file = files[name]
        service = file.service[0]
        attribute = _snake(service.name)
        text += CLASS.format(service=service.name, attribute=attribute,
                             doc=wrap(comment(file, [SERVICE, 0]), 4).strip())
        for index, method in enumerate(service.method):
            if method.name not in HANDWRITTEN:
                doc = comment(file, [SERVICE, 0, METHOD, index])
                text += _method(file, method, attribute, doc)
    return text


def _method(file: File, method: MethodDescriptorProto, attribute: str, doc: str) -> str:
    request, response = (_short(name) for name in (method.input_type, method.output_type))
    values = {"name": _snake(method.name), "method": method.name, "request": request,
              "response": response, "attribute": attribute}
    if method.client_streaming:
        return STREAM_IN.format(doc=wrap(doc, 8).strip(), **values)
    index, message = next((index, message) for index, message in enumerate(file.message_type)
                          if message.name == request)
    fields = [(field, _parameter(field.name)) for field in message.field]
    arguments = [(field, name, comment(file, [MESSAGE, index, FIELD, i]))
                 for i, (field, name) in enumerate(fields)]
    return CALL.format(
        how="stream" if method.server_streaming else "unary",
        answer=f"Stream[v1.{response}]" if method.server_streaming else f"v1.{response}",
        doc=_doc(doc, arguments),
        parameters="\n".join(f"        {name}: Optional[{_type(field)}] = None,"
                             for field, name in fields),
        arguments="\n".join(f'                    "{field.name}": {name},'
                            for field, name in fields),
        **values)


def _doc(doc: str, arguments: List) -> str:
    lines = [wrap(doc, 8).strip()]
    described = [(name, text) for _, name, text in arguments if text]
    if described:
        lines += ["", "        Args:",
                  *(wrap(f"{name}: {text}", 12, hanging=4) for name, text in described),
                  "        "]
    return "\n".join(lines)


def _type(field: FieldDescriptorProto) -> str:
    if field.type == FieldDescriptorProto.TYPE_MESSAGE:
        name = f"Union[v1.{_short(field.type_name)}, Mapping[str, Any]]"
    elif field.type == FieldDescriptorProto.TYPE_ENUM:
        name = f"Union[v1.{_short(field.type_name)}, str]"
    else:
        name = SCALARS.get(field.type, "int")
    return f"Iterable[{name}]" if field.label == FieldDescriptorProto.LABEL_REPEATED else name


def _parameter(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def _short(name: str) -> str:
    return name.rsplit(".", 1)[1]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
