"""Parts of requests."""

from arbiter_client import v1

MAKRUK = v1.Position(variant="makruk")
INFINITE = v1.AnalysisLimits(infinite=True)


def named(name):
    """Returns metadata that gives a request this id in the server's log."""
    return [("x-request-id", name)]
