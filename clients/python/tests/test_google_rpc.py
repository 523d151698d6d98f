"""Tests of the package together with googleapis-common-protos, which defines the same messages."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.server import PATIENCE

PROTOS = Path(__file__).resolve().parents[3] / "proto"

SCRIPT = """
{first}
import arbiter_client
from arbiter_client._google_rpc import status_pb2
print(status_pb2.__name__)
error = arbiter_client.error_of(status_pb2.Status(code=3, message="bad"))
assert str(error) == "INVALID_ARGUMENT: bad", error
"""


class GoogleRpc(unittest.TestCase):
    def _run(self, folder, first=""):
        path = os.pathsep.join([*sys.path, folder])
        return subprocess.run(
            [sys.executable, "-B", "-c", SCRIPT.format(first=first)], check=True, text=True,
            stdout=subprocess.PIPE, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": path}).stdout

    def test_installed_messages_are_preferred_to_the_copy(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self._run(folder), "arbiter_client._google_rpc.status_pb2\n")
            subprocess.run(["protoc", f"-I{PROTOS}", f"--python_out={folder}",
                            "google/rpc/status.proto", "google/rpc/error_details.proto"],
                           check=True)
            self.assertEqual(self._run(folder), "google.rpc.status_pb2\n")
            self.assertEqual(self._run(folder, first="import google.rpc.status_pb2"),
                             "google.rpc.status_pb2\n")


if __name__ == "__main__":
    unittest.main()
