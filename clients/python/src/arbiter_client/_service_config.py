"""The service config of gRPC that the package contains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

SERVICE_CONFIG: Dict[str, Any] = json.loads(
    Path(__file__).with_name("service_config.json").read_text())
