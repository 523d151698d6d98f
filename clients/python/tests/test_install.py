"""Tests the packages that deploy/release/python.sh makes, and the commands of the README."""

import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from tests.server import PATIENCE, Server

CHECKOUT = Path(__file__).resolve().parents[3]
README = (CHECKOUT / "clients/python/README.md").read_text()
# What the packages are made from.
PARTS = ["CMakeLists.txt", "LICENSE", "clients/python", "deploy/grpc", "deploy/release", "docs/examples", "proto",
         "tests/tools"]
NAME = "arbiter_client-" + re.search(
    r'^version = "(.*)"$', (CHECKOUT / "clients/python/pyproject.toml").read_text(), re.M)[1]
WHEEL = f"{NAME}-py3-none-any.whl"
SDIST = f"{NAME}.tar.gz"

SCRIPT = """
import asyncio, sys, arbiter_client

async def count():
    async with arbiter_client.AsyncArbiter(sys.argv[1]) as arbiter:
        return len((await arbiter.list_variants()).variants)

with arbiter_client.Arbiter(sys.argv[1]) as arbiter:
    print(arbiter_client.__file__, len(arbiter.list_variants().variants), asyncio.run(count()))
"""


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.checkout = cls.folder / "checkout"
        for part in PARTS:
            (cls.checkout / part).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (CHECKOUT / part).is_dir() else shutil.copy
            copy(CHECKOUT / part, cls.checkout / part)
        before = cls._files()
        cls._run("deploy/release/python.sh build/dist")
        cls.dist = cls.checkout / "build/dist"
        cls.made = cls._files() - before
        install, = re.findall(r"```sh\n(.*?)```", README, re.S)
        release, apt, *commands = install.splitlines()
        if (release, apt.split()[0]) != ("./dev release python", "apt-get"):
            raise AssertionError(install)
        cls._run("\n".join(["set -e", *commands]))

    @classmethod
    def _files(cls):
        return {str(path.relative_to(cls.checkout)) for path in cls.checkout.rglob("*")
                if path.is_file()}

    @classmethod
    def _run(cls, command, path="/usr/bin:/bin", cwd=None):
        """Runs a command without a network, and returns its output."""
        env = {"PATH": path, "HOME": str(cls.folder), "PIP_NO_INDEX": "1",
               "PIP_DISABLE_PIP_VERSION_CHECK": "1", "SOURCE_DATE_EPOCH": "1700000000"}
        run = subprocess.run(command, shell=isinstance(command, str), cwd=cwd or cls.checkout, env=env,
                             text=True, capture_output=True, timeout=5 * PATIENCE)
        if run.returncode:
            raise AssertionError(f"{command}: {run.stdout}{run.stderr}")
        return run.stdout

    def _assert_works(self, venv):
        printed = self._run([venv / "bin/python3", "-I", "-c", SCRIPT, self.server.address])
        self.assertRegex(printed, rf"^{re.escape(str(venv))}/lib/.* 4 4\n$")

    def test_the_commands_of_the_readme_install_the_wheel_and_run_the_example(self):
        self._assert_works(self.checkout / "build/venv")
        command, expected = re.search(r"```console\n\$ (.*?)\n(.*?)```", README, re.S).groups()
        printed = self._run(f"{command} --server {self.server.address} || true")
        self.assertEqual(printed, expected)

    def test_the_source_distribution_installs_without_protoc_and_the_checkout(self):
        venv = self.folder / "venv"
        self._run(["python3", "-m", "venv", "--system-site-packages", "--without-pip", venv])
        # A pip of another environment saves the time to install one.
        self._run([self.checkout / "build/venv/bin/pip", "--python", venv / "bin/python3", "install",
                   "--no-build-isolation", self.dist / SDIST], path="", cwd=self.folder)
        self._assert_works(venv)

    def test_only_the_packages_are_made(self):
        self.assertEqual(self.made, {f"build/dist/{name}" for name in (WHEEL, SDIST)})

    def test_the_same_sources_in_another_folder_give_the_same_packages(self):
        self._run([CHECKOUT / "deploy/release/python.sh", "again"], cwd=self.folder)
        for name in (WHEEL, SDIST):
            self.assertEqual((self.folder / "again" / name).read_bytes(),
                             (self.dist / name).read_bytes(), name)

    def test_the_wheel_has_the_files_types_and_metadata_that_users_expect(self):
        with zipfile.ZipFile(self.dist / WHEEL) as wheel:
            names = set(wheel.namelist())
            metadata = wheel.read(f"{NAME}.dist-info/METADATA").decode()
        self.assertLessEqual({"arbiter_client/py.typed", "arbiter_client/service_config.json",
                              "arbiter_client/v1/game_pb2.pyi", "arbiter_client/_async_methods.py",
                              f"{NAME}.dist-info/LICENSE"}, names)
        for line in ("Name: arbiter-client", "Requires-Python: >=3.9",
                     "Classifier: Typing :: Typed", "Description-Content-Type: text/markdown"):
            self.assertIn(f"\n{line}\n", metadata)
        self.assertTrue(metadata.endswith(README))

    def test_setuptools_builds_the_same_modules_in_a_checkout(self):
        self._run(["/usr/bin/python3", "-B", "-c", "from setuptools import build_meta\n"
                   "build_meta.build_wheel('../../build')"], cwd=self.checkout / "clients/python")
        self.assertEqual(_modules(self.checkout / "build" / WHEEL), _modules(self.dist / WHEEL))


def _modules(path):
    with zipfile.ZipFile(path) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()
                if name.startswith("arbiter_client/")}


if __name__ == "__main__":
    unittest.main()
