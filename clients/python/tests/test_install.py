"""Tests the installation of the README in an empty folder."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.server import PATIENCE, Server

CHECKOUT = Path(__file__).resolve().parents[3]
PARTS = ["clients/python", "proto", "deploy/grpc"]

SCRIPT = """
import sys, arbiter_client
with arbiter_client.Arbiter(sys.argv[1]) as arbiter:
    print(arbiter_client.__file__, len(arbiter.list_variants().variants))
"""


class Install(unittest.TestCase):
    def test_the_package_installs_with_debians_grpc_and_without_a_network(self):
        readme = (CHECKOUT / "clients/python/README.md").read_text()
        block = re.search(r"```sh\n(apt-get .*?)```", readme, re.S).group(1)
        commands = block.replace("\\\n", "").splitlines()
        self.assertEqual([command.split()[0] for command in commands],
                         ["apt-get", "python3", "venv/bin/pip"])
        with tempfile.TemporaryDirectory() as name, Server() as server:
            folder = Path(name)
            for part in PARTS:
                shutil.copytree(CHECKOUT / part, folder / part)
            offline = {"PATH": "/usr/bin:/bin", "HOME": name, "PIP_NO_INDEX": "1",
                       "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
            for command in commands[1:]:
                subprocess.run(command, shell=True, cwd=folder, env=offline, check=True,
                               capture_output=True, timeout=5 * PATIENCE)
            python = [str(folder / "venv/bin/python3"), "-I"]
            printed = subprocess.run([*python, "-c", SCRIPT, server.address], check=True,
                                     capture_output=True, text=True, timeout=PATIENCE).stdout
            self.assertRegex(printed, rf"^{re.escape(name)}/venv/lib/.* 4\n$")
            example = re.search(r"^(venv/bin/python3 \S+validate_pgn\.py) games\.pgn$", readme, re.M)
            (folder / "games.pgn").write_text('[Variant "Chak"]\n\n1. e4 *\n')
            checked = subprocess.run(
                [*example.group(1).split(), "--server", server.address, "games.pgn"], cwd=folder,
                check=True, capture_output=True, text=True, timeout=PATIENCE).stdout
            self.assertIn("1 game, 0 invalid", checked)
            files = {path.name for path in (folder / "venv").rglob("arbiter_client/**/*")}
            self.assertLessEqual({"py.typed", "service_config.json", "game_pb2.pyi"}, files)


if __name__ == "__main__":
    unittest.main()
