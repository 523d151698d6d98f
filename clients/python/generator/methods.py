"""Generates the typed methods of the client, one for each method of the services."""

import json
import keyword
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Tuple

from google.protobuf.descriptor_pb2 import FieldDescriptorProto
from google.protobuf.descriptor_pb2 import FileDescriptorProto as File
from google.protobuf.descriptor_pb2 import MethodDescriptorProto

from generator.comments import comment, wrap

MESSAGE, FIELD = 4, 2  # field numbers in a descriptor's path
SERVICE, METHOD = 6, 2

SCALARS = {
    FieldDescriptorProto.TYPE_STRING: "str",
    FieldDescriptorProto.TYPE_BYTES: "bytes",
    FieldDescriptorProto.TYPE_BOOL: "bool",
    FieldDescriptorProto.TYPE_DOUBLE: "float",
}


@dataclass(frozen=True)
class Style:
    """How a client makes calls."""

    prefix: str  # of the names of classes
    imports: str
    define: str
    answer: str
    requests: str


BLOCKING = Style(prefix="", imports="from arbiter_client._calls import Calls, Stream",
                 define="def", answer="return", requests="Iterable")
ASYNC = Style(prefix="Async",
              imports="from arbiter_client._async_calls import AsyncCalls, AsyncStream\n"
                      "from arbiter_client._batches import AnyIterable",
              define="async def", answer="return await", requests="AnyIterable")

HEADER = '''"""Generated from the services at build time."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Optional, Union

from arbiter_client import v1
from arbiter_client._arguments import Metadata, known_keywords
{imports}
from arbiter_client.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from arbiter_client.v1.job_service_pb2_grpc import JobServiceStub
from arbiter_client.v1.rules_service_pb2_grpc import RulesServiceStub
'''

CLASS = '''

class {prefix}{service}Methods:
    """{doc}"""

    _calls: {prefix}Calls
    _{attribute}: {service}Stub
'''

# Methods that are implemented by hand (arbiter_client.session).
HANDWRITTEN = {"Session"}

STREAM_IN = '''
    @known_keywords
    def {name}(
        self,
        requests: {requests}[v1.{request}],
        *,
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> {prefix}Stream[v1.{response}]:
        """{doc}"""
        return self._calls.batch(self._{attribute}.{method}, requests, timeout, metadata)
'''

CALL = '''
    @known_keywords
    {define} {name}(
        self,
        request: Optional[v1.{request}] = None,
        *,
{parameters}
        timeout: Optional[float] = None,
        metadata: Metadata = (),
    ) -> {answer}:
        """{doc}"""
        {how}(
            self._{attribute}.{method},
            self._calls.request(
                v1.{request},
                request,
                {{
{arguments}
                }},
            ),
            timeout,
            metadata,{options}
        )
'''


def methods_module(files: Dict[str, File], style: Style, service_config: Path) -> str:
    text = HEADER.format(imports=style.imports)
    config = json.loads(service_config.read_text())
    for name in ("arbiter/v1/rules_service.proto", "arbiter/v1/analysis_service.proto",
                 "arbiter/v1/job_service.proto"):
        file = files[name]
        service = file.service[0]
        attribute = _snake(service.name)
        text += CLASS.format(prefix=style.prefix, service=service.name, attribute=attribute,
                             doc=wrap(comment(file, [SERVICE, 0]), 4).strip())
        for index, method in enumerate(service.method):
            if method.name not in HANDWRITTEN:
                doc = comment(file, [SERVICE, 0, METHOD, index])
                can_retry = _can_retry(config, f"{file.package}.{service.name}", method.name)
                text += _method(file, method, attribute, doc, style, can_retry)
    return text


def _can_retry(config: Dict[str, Any], service: str, method: str) -> bool:
    """Whether the service config retries the method."""
    names = [name for entry in config["methodConfig"] for name in entry["name"]]
    return {"service": service} in names or {"service": service, "method": method} in names


def _method(file: File, method: MethodDescriptorProto, attribute: str, doc: str,
            style: Style, can_retry: bool) -> str:
    request, response = (_short(name) for name in (method.input_type, method.output_type))
    values = {"name": _snake(method.name), "method": method.name, "request": request,
              "response": response, "attribute": attribute}
    if method.client_streaming:
        return STREAM_IN.format(doc=wrap(doc, 8).strip(), prefix=style.prefix,
                                requests=style.requests, **values)
    index, message = next((index, message) for index, message in enumerate(file.message_type)
                          if message.name == request)
    fields = [(field, _parameter(field.name)) for field in message.field]
    arguments = [(name, comment(file, [MESSAGE, index, FIELD, i]))
                 for i, (_, name) in enumerate(fields)]
    if method.server_streaming:
        how = {"define": "def", "answer": f"{style.prefix}Stream[v1.{response}]",
               "how": "return self._calls.stream"}
    else:
        how = {"define": style.define, "answer": f"v1.{response}",
               "how": f"{style.answer} self._calls.unary"}
    return CALL.format(
        doc=_doc(doc, arguments),
        parameters="\n".join(f"        {name}: Optional[{_type(field)}] = None,"
                             for field, name in fields),
        arguments="\n".join(f'                    "{field.name}": {name},'
                            for field, name in fields),
        options="" if can_retry else "\n            can_retry=False,",
        **how, **values)


def _doc(doc: str, arguments: List[Tuple[str, str]]) -> str:
    lines = [wrap(doc, 8).strip()]
    described = [(name, text) for name, text in arguments if text]
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
