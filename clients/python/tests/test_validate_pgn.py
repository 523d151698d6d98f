"""Tests of examples/validate_pgn.py."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from arbiter_client.v1.rules_service_pb2_grpc import RulesServiceServicer
from tests.failing import serve
from tests.server import PATIENCE, Server

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "validate_pgn.py"


def game(variant, moves, **tags):
    lines = [f'[{name} "{value}"]' for name, value in
             {"White": "Anna", "Black": "Boris", "Variant": variant, **tags}.items()]
    return "\n".join([*lines, "", moves, "", ""])


MAKRUK = game("Makruk", "1. e4 e5 2. d4 exd4 1-0", Result="1-0")
CHAK = game("Chak", "1. e4 *", Result="*")
CHAKART = game("Chakart", "1. e4 b8c6 {[%draw put=b8]} *")
ILLEGAL = game("Makruk", "1. e4 Nf6 2. d4 *")
ALTAR_MATE = game("Chak", "1. De8# 1-0", FEN="k8/9/4D4/9/9/9/9/4O4/9 w - - 0 1", SetUp="1")


class ValidatePgn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def run_example(self, *arguments, pgn="", server=None):
        return subprocess.run(
            [sys.executable, "-B", str(EXAMPLE), "--server", server or self.server.address,
             *arguments], input=pgn, capture_output=True, text=True, timeout=PATIENCE, env=os.environ)

    def test_valid_games_have_one_line_each_and_exit_status_0(self):
        run = self.run_example("-", pgn=MAKRUK + CHAK)
        self.assertEqual(run.stderr, "")
        self.assertEqual(run.stdout.splitlines(), [
            "-:1: Anna – Boris, makruk, 4 actions: legal, 1-0; the rules do not decide the result",
            "-:8: Anna – Boris, chak, 1 action: legal, *; the rules do not decide the result",
            "2 games, 0 invalid"])
        self.assertEqual(run.returncode, 0)

    def test_an_illegal_move_is_reported_with_its_place_and_exit_status_1(self):
        with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
            file.write(MAKRUK + ILLEGAL + CHAK)
            file.flush()
            run = self.run_example(file.name)
        self.assertEqual(run.returncode, 1, run.stderr)
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), 4)
        self.assertRegex(lines[1], rf"^{file.name}:8: .*: line 12, column 7: .*Nf6")
        self.assertEqual(lines[3], "3 games, 1 invalid")

    def test_a_result_that_contradicts_the_rules_is_invalid(self):
        self.assertIn("legal. White wins by altar mate. (K13)",
                      self.run_example("-", pgn=ALTAR_MATE).stdout)
        run = self.run_example("-", pgn=ALTAR_MATE.replace("1-0", "0-1"))
        self.assertIn("0-1", run.stdout)
        self.assertIn("White wins by altar mate.", run.stdout)
        self.assertEqual(run.returncode, 1)

    def test_games_without_the_tag_have_the_variant_of_the_option(self):
        untagged = MAKRUK.replace('[Variant "Makruk"]\n', "")
        self.assertEqual(self.run_example("-", pgn=untagged).returncode, 1)
        self.assertEqual(self.run_example("-", "--variant", "makruk", pgn=untagged).returncode, 0)

    def test_a_file_longer_than_a_message_is_sent_in_parts(self):
        # The file must not be cut at a comment that looks like a tag.
        padding = ("x" * 79 + "\n") * 2000
        commented = game("Makruk", f'1. e4 {{a comment\n[Site "x"]\n{padding}ends}} e5 *')
        count = 5 * 1024 * 1024 // len(commented) + 1
        run = self.run_example("-", pgn=commented * count + ILLEGAL)
        self.assertEqual(run.returncode, 1, run.stderr)
        lines = run.stdout.splitlines()
        self.assertEqual(lines[-1], f"{count + 1} games, 1 invalid")
        per_game = commented.count("\n")
        self.assertTrue(lines[count - 1].startswith(f"-:{(count - 1) * per_game + 1}: "))
        self.assertIn(f"line {count * per_game + 5}, column 7", lines[count])

    def test_an_unclosed_comment_affects_only_its_own_game(self):
        unclosed = game("Makruk", "1. e4 {a comment *")
        after = '[Event "next"]\n' + MAKRUK
        count = 1_500_000 // len(after)
        run = self.run_example("-", pgn=unclosed + after * count)
        self.assertEqual(run.stdout.splitlines()[-1], f"{count + 1} games, 1 invalid")

    def test_the_random_draws_of_a_game_with_a_seed_are_checked(self):
        drawn = game("Chakart", "1. Nc3 e5 2. Nb1 {[%draw egg=daisy]} *",
                     Seed=bytes(range(32)).hex())
        run = self.run_example("-", pgn=drawn)
        self.assertIn("legal, 1 random draw checked, *", run.stdout)
        run = self.run_example("-", pgn=drawn.replace("daisy", "koopa"))
        self.assertIn("the seed draws {egg=daisy}", run.stdout)
        self.assertEqual(run.returncode, 1)

    def test_an_unusable_file_server_or_key_is_an_error_with_exit_status_2(self):
        run = self.run_example("/no/such.pgn")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("/no/such.pgn", run.stderr)
        run = self.run_example("-", pgn=MAKRUK, server="127.0.0.1:1")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertTrue(run.stderr.startswith("validate_pgn: UNAVAILABLE: "), run.stderr)
        self.assertEqual(self.run_example().returncode, 2)
        with tempfile.NamedTemporaryFile("w") as key:
            key.write("two words")
            key.flush()
            run = self.run_example("--api-key-file", key.name, "-", pgn=MAKRUK)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, "validate_pgn: the API key has invalid characters; "
                         "a key is printable ASCII without spaces\n")

    def test_a_service_without_pgn_support_is_an_error(self):
        older, stop = serve(RulesServiceServicer())
        self.addCleanup(stop)
        run = self.run_example("-", pgn=MAKRUK, server=older)
        self.assertEqual(run.returncode, 2)
        self.assertTrue(run.stderr.startswith("validate_pgn: UNIMPLEMENTED"), run.stderr)


if __name__ == "__main__":
    unittest.main()
