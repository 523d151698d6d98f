"""A service that fails as tests need it."""

import itertools
import time
from concurrent import futures
from unittest import mock

import grpc
from google.protobuf import duration_pb2

from arbiter_client import v1
from arbiter_client._google_rpc import error_details_pb2, status_pb2
from arbiter_client.v1.analysis_service_pb2_grpc import (
    AnalysisServiceServicer,
    add_AnalysisServiceServicer_to_server,
)
from arbiter_client.v1.rules_service_pb2_grpc import (
    RulesServiceServicer,
    add_RulesServiceServicer_to_server,
)

# While it is active, no call is retried.
without_retries = mock.patch("arbiter_client._retries.Budget.take", return_value=False)


def short_delays():
    """While the result is active, calls wait only shortly for a retry unless the service says when
    to retry."""
    return mock.patch.multiple("arbiter_client._retries", _INITIAL_DELAY=0.001, _MAX_DELAY=0.01)


class Failing(RulesServiceServicer, AnalysisServiceServicer):
    """Answers after a number of failures."""

    def __init__(self, failures, code, retry_ms=None, answers=0):
        """`answers` is the number of answers that a stream has before it fails."""
        self.failures = failures
        self.code = code
        self.retry_ms = retry_ms
        self.answers = answers
        self.times = []  # of the calls, in seconds
        self.metadata = {}

    @property
    def calls(self):
        """The number of calls so far."""
        return len(self.times)

    def ListVariants(self, request, context):
        self._fail(context)
        return v1.ListVariantsResponse()

    def Batch(self, requests, context):
        self._fail(context)
        yield v1.BatchResponse()

    def Session(self, requests, context):
        self._fail(context)
        yield v1.SessionResponse()

    def Analyze(self, request, context):
        for _ in range(self.answers):
            yield v1.AnalyzeResponse()
        self._fail(context)
        yield v1.AnalyzeResponse()

    def _fail(self, context):
        self.times.append(time.monotonic())
        self.metadata = dict(context.invocation_metadata())
        if self.calls > self.failures:
            return
        if self.retry_ms is not None:
            status = refusal(self.code, self.retry_ms)
            context.set_trailing_metadata(
                [("grpc-status-details-bin", status.SerializeToString())])
        context.abort(self.code, "not now")


class RefusingItems(RulesServiceServicer):
    """Refuses the items of the first batches, and answers those of the others."""

    def __init__(self, batches, delays_ms):
        """Waits for as many items as there are delays, and then refuses each with its delay."""
        self.batches = batches
        self.delays_ms = delays_ms
        self.times = []  # of the batches, in seconds

    def Batch(self, requests, context):
        self.times.append(time.monotonic())
        is_refused = len(self.times) <= self.batches
        while items := list(itertools.islice(requests, len(self.delays_ms))):
            for item, delay_ms in zip(items, self.delays_ms):
                yield v1.BatchResponse(id=item.id, status=refusal(
                    grpc.StatusCode.RESOURCE_EXHAUSTED, delay_ms) if is_refused else None)


def refusal(code, retry_ms=None, reason=None, field=None):
    """Returns the status of a service that refuses a call."""
    details = []
    if retry_ms is not None:
        details.append(error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(
            seconds=retry_ms // 1000, nanos=retry_ms % 1000 * 1_000_000)))
    if reason is not None:
        details.append(error_details_pb2.ErrorInfo(reason=reason, domain="arbiter.v1"))
    if field is not None:
        details.append(error_details_pb2.BadRequest(
            field_violations=[error_details_pb2.BadRequest.FieldViolation(field=field)]))
    status = status_pb2.Status(code=code.value[0], message="later")
    for detail in details:
        status.details.add().Pack(detail)
    return status


def serve(service):
    """Serves the methods of a servicer. Returns the address, and a function that ends the service."""
    server = grpc.server(futures.ThreadPoolExecutor(1))
    add_RulesServiceServicer_to_server(service, server)
    if isinstance(service, AnalysisServiceServicer):
        add_AnalysisServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return f"127.0.0.1:{port}", lambda: server.stop(None).wait()
