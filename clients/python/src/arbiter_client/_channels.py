"""Opens channels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Sequence, Tuple, Union

import grpc

from arbiter_client._service_config import SERVICE_CONFIG
from arbiter_client._targets import Target

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


def open_channel(module: Any, target: Target, tls: Union[bool, Tls], user_agent: str,
                 options: Sequence[Tuple[str, Union[str, int]]]) -> Any:
    """Opens a channel with `module`, which is grpc or grpc.aio."""
    files = tls if isinstance(tls, Tls) else Tls()
    arguments = {
        "grpc.service_config": json.dumps(SERVICE_CONFIG),
        # gRPC would stop after a few retries, long before the deadline.
        "grpc.enable_retries": 0,
        "grpc.primary_user_agent": f"{user_agent} {_USER_AGENT}".strip(),
        # The server limits the size of its answers.
        "grpc.max_receive_message_length": -1,
        # Lets streams notice a lost server.
        "grpc.keepalive_time_ms": 30_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 1_000,
    }
    if target.is_local:
        arguments["grpc.enable_http_proxy"] = 0
    if files.server_name:
        arguments["grpc.ssl_target_name_override"] = files.server_name
    arguments.update(options)
    if not tls:
        return module.insecure_channel(target.name, list(arguments.items()))
    credentials = grpc.ssl_channel_credentials(_read(files.ca), _read(files.key),
                                               _read(files.cert))
    return module.secure_channel(target.name, credentials, list(arguments.items()))


def _read(path: Union[str, Path, None]) -> Optional[bytes]:
    return None if path is None else Path(path).read_bytes()
