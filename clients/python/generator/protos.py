"""Runs protoc and moves its output into the package."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, List

from google.protobuf.descriptor_pb2 import FileDescriptorProto as File
from google.protobuf.descriptor_pb2 import FileDescriptorSet

# The modules that protoc writes, and where they go in the package. They are moved because a package
# should not define top-level modules with general names.
MODULES = {"arbiter.v1": "arbiter_client.v1", "google.rpc": "arbiter_client._google_rpc"}

# googleapis-common-protos registers the same messages, and two copies of them cannot be loaded.
GOOGLE_RPC = '''"""The messages of google.rpc: the installed ones, or else a copy of them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbiter_client._google_rpc import error_details_pb2, status_pb2
else:
    try:
        from google.rpc import error_details_pb2, status_pb2
    except ImportError:
        from arbiter_client._google_rpc import error_details_pb2, status_pb2

__all__ = ["error_details_pb2", "status_pb2"]
'''


def compile_protos(protos: Path, package: Path) -> Dict[str, File]:
    """Writes the modules of arbiter.v1 and google.rpc. Returns their descriptors with comments."""
    names = [
        str(path.relative_to(protos))
        for folder in MODULES
        for path in sorted((protos / folder.replace(".", "/")).glob("*.proto"))
    ]
    if not names:
        raise SystemExit(f"there are no proto files in {protos}; build from a checkout of Arbiter")
    with tempfile.TemporaryDirectory() as folder:
        files = _run_protoc(protos, names, Path(folder))
        for source, target in MODULES.items():
            _move(Path(folder) / source.replace(".", "/"),
                  package.parent / target.replace(".", "/"))
    (package / "_google_rpc" / "__init__.py").write_text(GOOGLE_RPC)
    (package / "v1" / "__init__.py").write_text(
        _exports({name: file for name, file in files.items() if name.startswith("arbiter/v1/")}))
    return files


def _run_protoc(protos: Path, names: List[str], out: Path) -> Dict[str, File]:
    plugin = shutil.which("grpc_python_plugin")
    if shutil.which("protoc") is None or plugin is None:
        raise SystemExit("protoc or grpc_python_plugin is missing; run "
                         "apt-get install protobuf-compiler protobuf-compiler-grpc")
    descriptors = out / "descriptors"
    subprocess.run(
        ["protoc", f"-I{protos}", f"--python_out={out}", f"--pyi_out={out}",
         f"--plugin=protoc-gen-grpc={plugin}", f"--grpc_out={out}",
         f"--descriptor_set_out={descriptors}", "--include_source_info", *names],
        check=True)
    file_set = FileDescriptorSet.FromString(descriptors.read_bytes())
    return {file.name: file for file in file_set.file}


def _move(source: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for path in source.iterdir():
        text = path.read_text()
        if path.name.endswith("_grpc.py") and "class " not in text:
            continue  # an empty module, for a file without services
        for old, new in MODULES.items():
            text = re.sub(rf"^from {re.escape(old)} import", f"from {new} import", text, flags=re.M)
        (target / path.name).write_text(text)


def _exports(files: Dict[str, File]) -> str:
    lines = ['"""Every message, enum and enum value of arbiter.v1."""', ""]
    every: List[str] = []
    for name, file in sorted(files.items()):
        if file.extension:
            continue  # the options of fields
        module = Path(name).stem + "_pb2"
        names = sorted([message.name for message in file.message_type]
                       + [enum.name for enum in file.enum_type]
                       + [value.name for enum in file.enum_type for value in enum.value])
        if names:
            lines.append(f"from arbiter_client.v1.{module} import (")
            lines += [f"    {exported}," for exported in names]
            lines.append(")")
            every += names
    lines += ["", "__all__ = [", *(f'    "{exported}",' for exported in sorted(every)), "]", ""]
    return "\n".join(lines)
