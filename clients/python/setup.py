"""Adds the modules generated from proto/ to the package; everything else is in pyproject.toml.

Only a checkout needs this file: a source distribution contains these modules.
"""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
from generator.package import generate_into  # noqa: E402


class BuildWithStubs(build_py):
    def run(self):
        super().run()
        generate_into(Path(self.build_lib) / "arbiter_client")


setup(cmdclass={"build_py": BuildWithStubs})
