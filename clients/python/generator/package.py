"""Generates the modules of the package arbiter_client."""

import shutil
from pathlib import Path

from generator.methods import ASYNC, BLOCKING, methods_module
from generator.protos import compile_protos
from generator.reasons import error_classes_module, reasons_module

CHECKOUT = Path(__file__).resolve().parents[3]


def generate_into(package: Path) -> None:
    """Writes the modules of proto/, the methods and errors generated from them, and the service
    config into the folder `package`."""
    package.mkdir(parents=True, exist_ok=True)
    files = compile_protos(CHECKOUT / "proto", package)
    service_config = CHECKOUT / "deploy" / "grpc" / "service_config.json"
    (package / "_methods.py").write_text(methods_module(files, BLOCKING, service_config))
    (package / "_async_methods.py").write_text(methods_module(files, ASYNC, service_config))
    (package / "_reasons.py").write_text(reasons_module(files))
    (package / "_error_classes.py").write_text(error_classes_module(files))
    shutil.copy(service_config, package)
