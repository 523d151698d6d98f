"""Tests the examples of the README."""

import contextlib
import io
import re
import unittest
from pathlib import Path

from tests.server import Server

README = Path(__file__).resolve().parents[1] / "README.md"


class Readme(unittest.TestCase):
    def test_the_examples_run(self):
        examples = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
        self.assertEqual(len(examples), 2)
        printed = io.StringIO()
        with Server() as server, contextlib.redirect_stdout(printed):
            self.assertIn('"127.0.0.1:50051"', examples[0])
            for example in examples:
                local = example.replace("127.0.0.1:50051", server.address).replace(
                    'tls=Tls(ca="ca.pem")', "tls=True")
                exec(compile(local, str(README), "exec"), {"__name__": "readme"})
        lines = printed.getvalue().splitlines()
        self.assertEqual(lines[0], "e4 rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1")
        self.assertTrue(lines[2].startswith("exd5 "), lines[2])
        self.assertTrue(lines[3].startswith("actions[1] "), lines[3])
        self.assertTrue(lines[4].startswith("best: "), lines[4])
        self.assertEqual(lines[5], "RESULT_WHITE_WINS White wins: Black resigned.")


if __name__ == "__main__":
    unittest.main()
