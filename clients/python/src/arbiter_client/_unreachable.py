"""Says why a call did not reach the service."""

from __future__ import annotations

# Parts of the messages of gRPC, in lower case, and what they mean. The first match wins.
_CAUSES = (
    (("dns resolution failed", "name resolution failed", "domain name not found"),
     "the host is unknown"),
    (("certificate verify failed", "certificate_verify_failed", "peer certificate",
      "hostname verification"), "its certificate is not trusted"),
    (("handshake failed", "handshake read failed", "ssl_error"), "the TLS handshake failed"),
    (("http1.x server", "failed parsing http/2", "http/2 framing", "settings frame expected"),
     "what listens there does not speak gRPC"),
    (("connection refused", "no such file or directory"), "nothing listens there"),
    (("timed out", "tcp handshaker shutdown", "unreachable", "no route to host"),
     "it does not answer"),
)

# How a message begins if there was no connection over which the call could be sent.
_NEVER_CONNECTED = ("failed to connect to all addresses", "connections to all backends failing")


def describe_unreachable(details: str, address: str, uses_tls: bool) -> str:
    """Returns a sentence for a call that failed with UNAVAILABLE without an answer of the service.

    Args:
        details: The message of gRPC.
        address: The address of the service.
        uses_tls: Whether the client uses TLS.
    """
    text = details.lower()
    for parts, cause in _CAUSES:
        if any(part in text for part in parts):
            return _cannot_reach(address, cause)
    if not text.startswith(_NEVER_CONNECTED):
        return f"the connection to the server at {address} was lost"
    # The server closed the connection before its first HTTP/2 frame. With TLS, this is how it
    # refuses a client without a certificate.
    return _cannot_reach(address, "the TLS handshake failed" if uses_tls else
                         "what listens there does not speak gRPC, or expects TLS")


def _cannot_reach(address: str, cause: str) -> str:
    return f"cannot reach the server at {address}: {cause}"
