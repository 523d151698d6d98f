"""The addresses of a service."""

from __future__ import annotations

import ipaddress
from typing import Optional, Union

_UNIX = ("unix:", "unix-abstract:")
_SCHEMES = ("dns:///", "dns:", "ipv4:", "ipv6:")


def grpc_target(target: str) -> str:
    """Converts a target to the name that gRPC resolves: a list of IP addresses gets a scheme.
    Raises a ValueError unless all addresses of a list are IPv4 or all are IPv6."""
    if not target.strip():
        raise ValueError("the target is empty")
    addresses = [address.strip() for address in target.split(",")]
    if len(addresses) == 1 or target.startswith((*_UNIX, *_SCHEMES)):
        return target
    versions = {ip.version if ip else None for ip in map(_ip_of, addresses)}
    if versions not in ({4}, {6}):
        raise ValueError(f"'{target}' is not a list of IPv4 addresses or of bracketed IPv6 "
                         "addresses, each with a port; for several hosts, use one DNS name that "
                         "resolves to all of them")
    return f"ipv{versions.pop()}:{','.join(addresses)}"


def is_local(target: str) -> bool:
    """Returns whether all addresses of the target belong to this machine."""
    if target.startswith(_UNIX):
        return True
    for scheme in _SCHEMES:
        if target.startswith(scheme):
            target = target[len(scheme):]
            break
    return all(_is_loopback(address) for address in target.split(","))


def _is_loopback(address: str) -> bool:
    ip = _ip_of(address)
    return ip.is_loopback if ip else address.rpartition(":")[0] == "localhost"


def _ip_of(address: str) -> Optional[Union[ipaddress.IPv4Address, ipaddress.IPv6Address]]:
    try:
        return ipaddress.ip_address(address.rpartition(":")[0].strip("[]"))
    except ValueError:
        return None
