"""What the blocking and the asynchronous client have in common."""

from __future__ import annotations

from typing import Any, Callable, Generic, Optional, Sequence, Tuple, Type, TypeVar, Union

from arbiter_client import v1
from arbiter_client._arguments import Metadata, check_string, check_timeout, known_keywords
from arbiter_client._base_calls import BaseCalls
from arbiter_client._channels import Tls, open_channel
from arbiter_client._messages import describe_type
from arbiter_client._targets import parse_target
from arbiter_client.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from arbiter_client.v1.job_service_pb2_grpc import JobServiceStub
from arbiter_client.v1.rules_service_pb2_grpc import RulesServiceStub

AnySession = TypeVar("AnySession")


class BaseClient(Generic[AnySession]):
    """Opens the connection of a client."""

    _grpc: Any  # the module that opens channels
    _calls_type: Type[BaseCalls[Any]]
    _session_type: Callable[[Callable[[Any], Any], Callable[[Any], Any]], AnySession]

    @known_keywords
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
            target: `host:port` or `http://host:port` (`https://` with TLS), where the port is 50051
                and the host is this machine by default; a gRPC name such as
                `dns:///arbiter:50051`; or a list of IP addresses,
                `10.0.0.1:50051,10.0.0.2:50051`. Calls are balanced between all addresses.
            tls: True or the settings of TLS; False for plaintext.
            api_key: The API key or token of this client. Without TLS, it is sent only to this
                machine, unless `insecure` is set.
            timeout: The timeout of unary calls in seconds, including retries; None for no timeout.
                A stream without a timeout is retried until it has been failing for this time
                without receiving anything.
            locale: The language of texts and errors for requests without a locale: `en`, `zh-CN`
                or `th`.
            insecure: Allows sending `api_key` to another machine without TLS.
            user_agent: The name of the calling program, for logs: `my-site/1.0`.
            options: Channel arguments of gRPC, which override those of this class.

        Raises:
            TypeError: An argument is unknown or has the wrong type.
            ValueError: The target, the API key or the timeout is invalid, or the API key would be
                sent in the clear.
        """
        if not isinstance(tls, (bool, Tls)):
            raise TypeError("tls must be True, False or the settings of TLS, such as "
                            f"Tls(ca='ca.pem'), not {describe_type(tls)}")
        check_string("api_key", api_key or "")
        check_string("locale", locale)
        check_string("user_agent", user_agent)
        check_timeout(timeout)
        parsed = parse_target(target, uses_tls=bool(tls))
        if api_key and not tls and not insecure and not parsed.is_local:
            raise ValueError(f"the API key would be sent to {parsed.address} in the clear; use "
                             "tls, or set insecure=True to allow it")
        key = _authorization(api_key)
        channel = open_channel(self._grpc, parsed, tls, user_agent, options)
        self._calls: Any = self._calls_type(channel, parsed, key, timeout, locale)
        self._rules_service = RulesServiceStub(channel)
        self._analysis_service = AnalysisServiceStub(channel)
        self._job_service = JobServiceStub(channel)

    @known_keywords
    def session(self, *, timeout: Optional[float] = None, metadata: Metadata = ()) -> AnySession:
        """Starts a session, in which each request replaces the running search."""
        return self._session_type(
            lambda requests: self._calls.session(
                self._analysis_service.Session, requests, timeout, metadata),
            lambda fields: self._calls.request(v1.SessionRequest, None, fields))


def _authorization(api_key: Optional[str]) -> Metadata:
    """Returns the metadata for the key. Raises a ValueError if the key is invalid, because an error
    of gRPC would quote it."""
    key = (api_key or "").strip()
    if not all("!" <= character <= "~" for character in key):
        raise ValueError(
            "the API key has invalid characters; a key is printable ASCII without spaces")
    return (("authorization", f"Bearer {key}"),) if key else ()
