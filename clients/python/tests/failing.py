"""A service that fails as tests need it."""

from concurrent import futures

import grpc
from google.protobuf import any_pb2, duration_pb2

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


class Failing(RulesServiceServicer, AnalysisServiceServicer):
    """Answers after a number of failures."""

    def __init__(self, failures, code, retry_ms=None):
        self.failures = failures
        self.code = code
        self.retry_ms = retry_ms
        self.calls = 0
        self.metadata = {}

    def ListVariants(self, request, context):
        self._fail(context)
        return v1.ListVariantsResponse()

    def Batch(self, requests, context):
        self._fail(context)
        yield v1.BatchResponse()

    def Analyze(self, request, context):
        self._fail(context)
        yield v1.AnalyzeResponse()

    def _fail(self, context):
        self.calls += 1
        self.metadata = dict(context.invocation_metadata())
        if self.calls > self.failures:
            return
        if self.retry_ms is not None:
            detail = any_pb2.Any()
            detail.Pack(error_details_pb2.RetryInfo(
                retry_delay=duration_pb2.Duration(seconds=self.retry_ms // 1000,
                                                  nanos=self.retry_ms % 1000 * 1_000_000)))
            status = status_pb2.Status(code=self.code.value[0], message="later", details=[detail])
            context.set_trailing_metadata(
                [("grpc-status-details-bin", status.SerializeToString())])
        context.abort(self.code, "not now")


def serve(service):
    """Serves the methods of a servicer. Returns the address, and a function that ends the service."""
    server = grpc.server(futures.ThreadPoolExecutor(1))
    add_RulesServiceServicer_to_server(service, server)
    if isinstance(service, AnalysisServiceServicer):
        add_AnalysisServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return f"127.0.0.1:{port}", lambda: server.stop(None).wait()
