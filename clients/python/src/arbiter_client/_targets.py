"""The addresses of a service."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import List, Optional, Tuple, Union

_DEFAULT_PORT = 50051
_UNIX = re.compile(r"(unix|unix-abstract):(.*)", re.IGNORECASE)
# The beginning of a name that gRPC resolves. Addresses follow.
_RESOLVER = re.compile(r"(dns|ipv4|ipv6):(//[^/]*/)?", re.IGNORECASE)
_URL = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Target:
    """One or more addresses of a service."""

    name: str
    """The name that gRPC resolves."""
    address: str
    """The addresses for people: each one with its port, separated by commas."""
    is_local: bool
    """Whether all addresses belong to this machine."""
    uses_tls: bool


def parse_target(target: str, uses_tls: bool) -> Target:
    """Reads the target of a client. Raises a TypeError or a ValueError that says what is wrong."""
    if not isinstance(target, str):
        raise TypeError("the target must be a string such as 'host:50051', or a list of addresses "
                        f"in one string, '10.0.0.1:50051,10.0.0.2:50051'; it is {target!r}")
    target = target.strip()
    unix = _UNIX.fullmatch(target)
    if unix:
        return _parse_unix(unix[1].lower(), unix[2], target, uses_tls)
    resolver = _RESOLVER.match(target)
    if resolver:
        scheme, authority = resolver[1].lower(), resolver[2] or ""
        prefix = f"{scheme}:{authority}"
        entries = target[resolver.end():].split(",")
    else:
        prefix = ""
        entries = _without_url_scheme(target, uses_tls).split(",")
    hosts: List[str] = []
    addresses: List[str] = []
    for entry in entries:
        host, port = _parse_address(entry.strip(), target)
        hosts.append(host)
        addresses.append(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
    if len(addresses) > 1 or prefix.startswith("ipv"):
        versions = {ip.version if ip else None for ip in map(_ip_of, hosts)}
        if versions not in ({4}, {6}):
            raise ValueError(f"'{target}' is not a list of IPv4 addresses or of IPv6 addresses; "
                             "for several hosts, use one DNS name that resolves to all of them")
        prefix = f"ipv{versions.pop()}:"
    address = ",".join(addresses)
    return Target(prefix + address, address, all(map(_is_loopback, hosts)), uses_tls)


def _parse_unix(scheme: str, path: str, target: str, uses_tls: bool) -> Target:
    if not path.strip("/"):
        raise ValueError(f"the address '{target}' has no path; write for example "
                         f"{scheme}:{'/run/arbiter.sock' if scheme == 'unix' else 'arbiter'}")
    name = f"{scheme}:{path}"
    return Target(name, name, is_local=True, uses_tls=uses_tls)


def _without_url_scheme(target: str, uses_tls: bool) -> str:
    """Returns a target without `http://` or `https://`, and without the slash at its end."""
    url = _URL.fullmatch(target)
    if not url:
        return target
    scheme, rest = url[1].lower(), url[2]
    if scheme not in ("http", "https"):
        raise ValueError(f"the address '{target}' has the unknown scheme '{url[1]}'; an address is "
                         "host:port")
    if "," in rest:
        raise _scheme_in_list(target, url[1])
    if scheme == "https" and not uses_tls:
        raise ValueError(f"the address '{target}' needs TLS: set tls=True, or tls=Tls(...)")
    if scheme == "http" and uses_tls:
        raise ValueError(f"'{target}' means a connection without TLS, but tls is set; write "
                         "https://, or only host:port")
    return rest[:-1] if rest.endswith("/") else rest


def _scheme_in_list(target: str, scheme: str) -> ValueError:
    return ValueError(f"the address '{target}' contains '{scheme}://'; in a list and after a "
                      "resolver such as dns:, an address is only host:port")


def _parse_address(text: str, target: str) -> Tuple[str, int]:
    """Returns the host and the port of an address of a target."""
    url = _URL.fullmatch(text)
    if url:
        raise _scheme_in_list(target, url[1])
    if not text:
        raise ValueError(f"the address '{target}' "
                         f"{'has no host' if target else 'is empty'}; an address is host:port")
    if re.search(r"\s", text):
        raise ValueError(f"the address '{target}' contains a blank; an address is host:port")
    if re.search(r"[/?#]", text):
        raise ValueError(f"the address '{target}' has a path; an address is host:port")
    bracketed = re.fullmatch(r"\[(.*)\](?::(.*))?", text)
    if bracketed:
        host, port = bracketed.groups()
        if not _is_ipv6(host):
            raise ValueError(f"the address '{target}' is not an IPv6 address in brackets with a "
                             "port, for example [::1]:50051")
    elif text.count(":") > 1:
        if not _is_ipv6(text):
            raise ValueError(f"the address '{target}' has several colons and is not an IPv6 "
                             "address; write an IPv6 address with a port as [::1]:50051")
        host, port = text, None
    else:
        host, colon, port = text.partition(":")
        if not re.fullmatch(r"[\w.-]*", host):
            raise ValueError(f"the address '{target}' has the invalid host '{host}'; an address is "
                             "host:port")
        host, port = host or "localhost", port if colon else None
    return host, _DEFAULT_PORT if port is None else _parse_port(port, target)


def _parse_port(port: str, target: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise ValueError(f"the address '{target}' has the port '{port}'; a port is a number from 1 "
                         "to 65535")
    return int(port)


def _is_loopback(host: str) -> bool:
    ip = _ip_of(host)
    return ip.is_loopback if ip else host == "localhost"


def _is_ipv6(host: str) -> bool:
    return isinstance(_ip_of(host), ipaddress.IPv6Address)


def _ip_of(host: str) -> Optional[Union[ipaddress.IPv4Address, ipaddress.IPv6Address]]:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
