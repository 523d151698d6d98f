"""Starts arbiterd for tests."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator

ARBITERD = os.environ.get("ARBITERD", "arbiterd")

# How long a test waits for something that must happen, in seconds. It only keeps a test from hanging,
# so it is far longer than anything takes, also on a busy or slow machine.
PATIENCE = 120


class Server:
    """A service on the loopback interface, on a free port unless `listen` says otherwise."""

    def __init__(self, *flags: str, listen: str = "127.0.0.1:0") -> None:
        self._log = tempfile.NamedTemporaryFile(prefix="arbiterd-", suffix=".log")
        self._process = subprocess.Popen(
            [ARBITERD, "--listen", listen, "--metrics-listen", "127.0.0.1:0", "--log-sample", "1",
             *flags],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        started = self._wait_until_serving()
        self.address = str(started["listen"])
        self.metrics_address = str(started["metrics"])

    def _wait_until_serving(self) -> Dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            for line in self.log():
                if line.get("msg") == "serving":
                    return line
            time.sleep(0.01)
        log = Path(self._log.name).read_text()
        self.close()
        raise RuntimeError(f"arbiterd did not start: {log}")

    def log(self) -> Iterator[Dict[str, Any]]:
        """Yields the complete log lines so far."""
        for line in Path(self._log.name).read_text().split("\n")[:-1]:
            if line.startswith("{"):
                yield json.loads(line)

    def wait_for_call(self, request_id: str) -> Dict[str, Any]:
        """Waits until a call has ended, and returns its log line."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for line in self.log():
                if line.get("request_id") == request_id:
                    return line
            time.sleep(0.01)
        raise AssertionError(f"call {request_id} has not ended")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._log.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
