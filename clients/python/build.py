#!/usr/bin/env python3
"""usage: build.py FOLDER

Builds the package arbiter_client in FOLDER, from where it can be imported with PYTHONPATH=FOLDER.
Requires protoc, grpc_python_plugin (Debian: protobuf-compiler-grpc) and python3-protobuf.
"""

import shutil
import sys
from pathlib import Path

from generator.package import generate_into


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    package = Path(sys.argv[1]) / "arbiter_client"
    shutil.rmtree(package, ignore_errors=True)
    source = Path(__file__).resolve().parent / "src" / "arbiter_client"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    generate_into(package)
    return 0


if __name__ == "__main__":
    sys.exit(main())
