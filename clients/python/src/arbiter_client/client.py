"""The client."""

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
    """Files in PEM."""

    ca: Union[str, Path, None] = None
    """Authorities that may have signed the server's certificate; None: the system's."""
    cert: Union[str, Path, None] = None
    """This client's certificate, for mutual TLS, …"""
    key: Union[str, Path, None] = None
    """… and its key."""
    server_name: Optional[str] = None
    """The name in the server's certificate, where it is not that of the target."""


class Arbiter(RulesServiceMethods, AnalysisServiceMethods):
    """A client of the service at `target`: `host:port`, a name of gRPC such as
    `dns:///arbiter:50051`, or several addresses, `10.0.0.1:50051,10.0.0.2:50051`.

    Each method takes the fields of its request by name, messages also as dicts and enum values also
    as texts, or the whole request; it answers the response or raises an ArbiterError. Calls are
    balanced over all addresses. As no method changes anything, a call whose server was lost is
    made again, and so is one that was refused for the load or a quota, when the service says.

    Safe to use from several threads. Close it, or use it in a `with` statement.
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
            tls: True, or files; False: plaintext.
            api_key: The key (or token) of this client. It is sent without TLS to this machine only,
                unless `insecure` says that it may travel in the clear.
            timeout: Seconds that a call may take which is not a stream, retries and all; None: for
                ever.
            locale: Language of texts and errors where a request names none: `en`, `zh-CN`, `th`.
            user_agent: The program that calls, for logs: `my-site/1.0`.
            options: Channel arguments of gRPC, stronger than those of this class.
        """
        target = grpc_target(target)
        if api_key and not tls and not insecure and not is_local(target):
            raise ValueError(f"the API key would travel to {target} in the clear: use tls, or say "
                             "insecure=True")
        metadata = _authorization(api_key)
        self._channel = _open(target, tls, user_agent, options)
        self._calls = Calls(self._channel, metadata, timeout, locale)
        self._rules_service = RulesServiceStub(self._channel)
        self._analysis_service = AnalysisServiceStub(self._channel)

    def session(self, *, timeout: Optional[float] = None, metadata: Metadata = ()) -> Session:
        """A conversation: each request replaces the running search."""
        return Session(lambda requests: self._calls.converse(self._analysis_service.Session,
                                                             requests, timeout, metadata))

    def close(self) -> None:
        """Ends all calls that are under way."""
        self._channel.close()

    def __enter__(self) -> Arbiter:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


def _authorization(api_key: Optional[str]) -> Metadata:
    """The errors of gRPC would show a key that it cannot send."""
    key = (api_key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        raise ValueError("api_key has characters that no key has")
    return (("authorization", f"Bearer {key}"),) if key else ()


def _open(target: str, tls: Union[bool, Tls], user_agent: str,
          options: Sequence[Tuple[str, Union[str, int]]]) -> grpc.Channel:
    files = tls if isinstance(tls, Tls) else Tls()
    every = {
        # Without blanks and line breaks, which a channel argument may not have.
        "grpc.service_config": json.dumps(json.loads(_SERVICE_CONFIG.read_text())),
        "grpc.primary_user_agent": f"{user_agent} {_USER_AGENT}".strip(),
        # The server limits its own answers.
        "grpc.max_receive_message_length": -1,
        # So that a stream notices a server that is gone.
        "grpc.keepalive_time_ms": 30_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 5_000,
    }
    if is_local(target):
        every["grpc.enable_http_proxy"] = 0
    if files.server_name:
        every["grpc.ssl_target_name_override"] = files.server_name
    every.update(options)
    if not tls:
        return grpc.insecure_channel(target, list(every.items()))
    credentials = grpc.ssl_channel_credentials(_read(files.ca), _read(files.key),
                                               _read(files.cert))
    return grpc.secure_channel(target, credentials, list(every.items()))


def _read(path: Union[str, Path, None]) -> Optional[bytes]:
    return None if path is None else Path(path).read_bytes()
