"""Tests the examples of the README."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from tests.server import PATIENCE, Server

README = Path(__file__).resolve().parents[1] / "README.md"


class Readme(unittest.TestCase):
    def test_the_examples_print_what_the_readme_says(self):
        examples = re.findall(r"```python\n(.*?)```(?:\n\nIt prints:\n\n```text\n(.*?)```)?",
                              README.read_text(), re.S)
        # The example of jobs needs a database; tests/docs/pasted.test.mjs runs it.
        examples = [example for example in examples if "submit_job" not in example[0]]
        self.assertEqual([bool(output) for _, output in examples], [True, False, True])
        with Server() as server:
            for program, output in examples:
                run = subprocess.run(
                    [sys.executable, "-B", "-c", program.replace("127.0.0.1:50051", server.address)],
                    capture_output=True, text=True, timeout=PATIENCE, env=os.environ)
                self.assertEqual((run.stdout, run.stderr), (output, ""))


if __name__ == "__main__":
    unittest.main()
