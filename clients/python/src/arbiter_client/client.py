"""The client class."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Optional, Sequence, Tuple, Type, Union

import grpc

from arbiter_client._calls import Calls, Metadata
from arbiter_client._methods import AnalysisServiceMethods, RulesServiceMethods
from arbiter_client._targets import grpc_target, is_local
from arbiter_client.session import Session
from arbiter_client.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from arbiter_client.v1.rules_service_pb2_grpc import RulesServiceStub

_SERVICE_CONFIG = Path(__file__).with_name("service_config.json")
_USER_AGENT = "arbiter-client-python"


@dataclass(frozen=True)
class Tls:
    """Settings of TLS; all files are in PEM format."""

    ca: Union[str, Path, None] = None
    """The certificate authorities to trust; None for gRPC's default authorities."""
    cert: Union[str, Path, None] = None
    """The client's certificate, for mutual TLS."""
    key: Union[str, Path, None] = None
    """The key of the client's certificate."""
    server_name: Optional[str] = None
    """The name in the server's certificate, if it differs from the target's host name."""


class Arbiter(RulesServiceMethods, AnalysisServiceMethods):
    """A client of the service at `target`, which is `host:port`, a gRPC name such as
    `dns:///arbiter:50051`, or a list of addresses, `10.0.0.1:50051,10.0.0.2:50051`.

    Each method takes the fields of its request by name, or the whole request; messages can also be
    dicts, and enum values strings. It returns the response or raises an ArbiterError. Calls are
    balanced between all addresses. Because no method has side effects, a call that loses its server
    is retried, and so is a call that is refused because of overload or a quota, after the delay
    that the service requests.

    The client is thread-safe. Close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        target: str = "127.0.0.1:50051",
        *,
        tls: Union[bool, Tls] = False,
        api_key: Optional[str] = None,
        timeout: Optional[float] = 10.0,
        locale: str = "",
        insecure: bool = False,
        user_agent: str = "",
        options: Sequence[Tuple[str, Union[str, int]]] = (),
    ) -> None:
        """
        Args:
            tls: True or the settings of TLS; False for plaintext.
            api_key: The API key or token of this client. Without TLS, it is sent only to this
                machine, unless `insecure` is set.
            timeout: The timeout of unary calls in seconds, including retries; None for no timeout.
            locale: The language of texts and errors for requests without a locale: `en`, `zh-CN`
                or `th`.
            insecure: Allows sending `api_key` to another machine without TLS.
            user_agent: The name of the calling program, for logs: `my-site/1.0`.
            options: Channel arguments of gRPC, which override those of this class.
        """
        target = grpc_target(target)
        if api_key and not tls and not insecure and not is_local(target):
            raise ValueError(f"the API key would be sent to {target} in the clear; use tls, or set "
                             "insecure=True to allow it")
        metadata = _authorization(api_key)
        self._channel = _open(target, tls, user_agent, options)
        self._calls = Calls(self._channel, metadata, timeout, locale)
        self._rules_service = RulesServiceStub(self._channel)
        self._analysis_service = AnalysisServiceStub(self._channel)

    def session(self, *, timeout: Optional[float] = None, metadata: Metadata = ()) -> Session:
        """Starts a session, in which each request replaces the running search."""
        return Session(lambda requests: self._calls.bidi_stream(self._analysis_service.Session,
                                                                requests, timeout, metadata))

    def close(self) -> None:
        """Closes the connection and cancels all running calls."""
        self._channel.close()

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


def _authorization(api_key: Optional[str]) -> Metadata:
    """Returns the metadata for the key. Raises a ValueError if the key is invalid, because an error
    of gRPC would quote it."""
    key = (api_key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        raise ValueError(
            "the API key has invalid characters; a key is printable ASCII without spaces")
    return (("authorization", f"Bearer {key}"),) if key else ()


def _open(target: str, tls: Union[bool, Tls], user_agent: str,
          options: Sequence[Tuple[str, Union[str, int]]]) -> grpc.Channel:
    files = tls if isinstance(tls, Tls) else Tls()
    arguments = {
        # Rewritten because a channel argument must not contain line breaks.
        "grpc.service_config": json.dumps(json.loads(_SERVICE_CONFIG.read_text())),
        "grpc.primary_user_agent": f"{user_agent} {_USER_AGENT}".strip(),
        # The server limits the size of its answers.
        "grpc.max_receive_message_length": -1,
        # Lets streams notice a lost server.
        "grpc.keepalive_time_ms": 30_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 5_000,
    }
    if is_local(target):
        arguments["grpc.enable_http_proxy"] = 0
    if files.server_name:
        arguments["grpc.ssl_target_name_override"] = files.server_name
    arguments.update(options)
    if not tls:
        return grpc.insecure_channel(target, list(arguments.items()))
    credentials = grpc.ssl_channel_credentials(_read(files.ca), _read(files.key),
                                               _read(files.cert))
    return grpc.secure_channel(target, credentials, list(arguments.items()))


def _read(path: Union[str, Path, None]) -> Optional[bytes]:
    return None if path is None else Path(path).read_bytes()
