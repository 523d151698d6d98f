"""Checks the types of the package, and of programs that use it, with mypy."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import arbiter_client
from tests.server import PATIENCE

PROJECT = Path(__file__).resolve().parents[1]

# Mypy reports exactly the lines that are marked. To distinguish messages of different types, it would
# need types-protobuf, which Debian 12 does not have.
PROGRAM = '''
from typing import AsyncIterator

from arbiter_client import Arbiter, AsyncArbiter, error_of, v1


def blocking(arbiter: Arbiter) -> None:
    position = v1.Position(variant="chak")
    moves: v1.LegalMovesResponse = arbiter.legal_moves(position=position)
    arbiter.legal_moves(position={"variant": "chak"}, detail="DETAIL_FULL", from_="e3")
    arbiter.legal_moves(positon=position)  # error
    arbiter.legal_moves(position="chak")  # error
    arbiter.perft(position=position, depth="2")  # error
    arbiter.legal_move(position=position)  # error
    arbiter.legal_moves(position=position, timeout="1")  # error
    v1.Position(colour="white")  # error
    for update in arbiter.analyze(position=position):
        best: v1.AnalyzeResponse = update
    for answer in arbiter.batch([v1.BatchRequest(id="1")]):
        error_of(answer.status)
    with arbiter.session() as session:
        session.analyze("1", v1.AnalyzeRequest(position=position))
    Arbiter(api_ky="arb_key")  # error
    Arbiter(timeout="10")  # error


async def asynchronous(arbiter: AsyncArbiter) -> None:
    async def requests() -> AsyncIterator[v1.BatchRequest]:
        yield v1.BatchRequest(id="1")

    position = v1.Position(variant="chak")
    moves: v1.LegalMovesResponse = await arbiter.legal_moves(position=position)
    arbiter.legal_moves(position=position).texts  # error
    await arbiter.legal_moves(positon=position)  # error
    await arbiter.perft(position=position, depth="2")  # error
    async for update in arbiter.analyze(position=position):
        best: v1.AnalyzeResponse = update
    for update in arbiter.analyze(position=position):  # error
        pass
    async for answer in arbiter.batch(requests()):
        error_of(answer.status)
    arbiter.batch([v1.BatchRequest(id="1")])
    async with arbiter.session() as session:
        session.analyze("1", v1.AnalyzeRequest(position=position))
    with arbiter.session() as session:  # error
        pass
    await AsyncArbiter(timeout=None).close()
    AsyncArbiter(api_ky="arb_key")  # error
'''


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def _check(self, *files):
        """Returns the output of mypy, without its last line."""
        run = subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--hide-error-context",
             "--cache-dir", str(self.folder / "cache"), *map(str, files)], cwd=PROJECT, text=True,
            capture_output=True, timeout=PATIENCE,
            env={**os.environ, "MYPYPATH": str(Path(arbiter_client.__file__).parents[1])})
        self.assertEqual(run.stderr, "")
        return run.stdout.splitlines()[:-1]

    def test_the_package_its_generator_and_its_examples_are_strictly_typed(self):
        examples = []
        readme = (PROJECT / "README.md").read_text()
        for number, text in enumerate(re.findall(r"```python\n(.*?)```", readme, re.S)):
            examples.append(self.folder / f"example_{number}.py")
            examples[-1].write_text(text)
        self.assertEqual(self._check(Path(arbiter_client.__file__).parent, "generator", "build.py",
                                     "examples/validate_pgn.py", *examples), [])

    def test_wrong_calls_are_errors(self):
        path = self.folder / "program.py"
        path.write_text(PROGRAM)
        lines = PROGRAM.splitlines()
        expected = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
        reported = [re.match(rf"{re.escape(str(path))}:(\d+): error: (.*)", line)
                    for line in self._check(path)]
        found = {int(match[1]): match[2] for match in reported if match}
        self.assertEqual({number: lines[number - 1] for number in sorted(expected - found.keys())},
                         {}, "these lines were not reported")
        self.assertEqual({lines[number - 1]: found[number]
                          for number in sorted(found.keys() - expected)}, {})


if __name__ == "__main__":
    unittest.main()
