"""Tests of reading messages from JSON."""

import json
import unittest

from arbiter_client import from_json, v1
from google.protobuf import json_format

HEX = bytes(range(32)).hex()
GAME = {
    "variant": "chakart",
    "record": {"actions": ["e2e4"], "seed": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="},
}
EITHER = ": hexadecimal digits could also be base64 of other bytes; write the bytes in base64"


class FromJson(unittest.TestCase):
    def test_a_text_and_a_dict_are_read(self):
        expected = v1.GameFile(
            variant="chakart", record={"actions": ["e2e4"], "seed": bytes(range(32))})
        for given in (GAME, json.dumps(GAME), json.dumps(GAME).encode()):
            with self.subTest(type(given)):
                self.assertEqual(from_json(v1.GameFile, given), expected)
        self.assertEqual(from_json(v1.GameFile, {"record": {"seed": None}}).record.seed, b"")

    def test_r3_a_seed_that_could_be_hexadecimal_or_base64_is_refused(self):
        refused = [
            (v1.GameFile, {"record": {"seed": HEX}}, "record.seed"),
            (v1.GameFile, {"record": {"seed": HEX.upper()}}, "record.seed"),
            (v1.GameFile, {"record": {"seed": f"{HEX}\n"}}, "record.seed"),
            (v1.GameFile, {"record": {"seed": HEX[:-4]}}, "record.seed"),
            (v1.GameFile, {"commitment": HEX}, "commitment"),
            (v1.StartGameRequest, {"randomness": {"seed": HEX}}, "randomness.seed"),
        ]
        for kind, given, path in refused:
            for form in (given, json.dumps(given)):
                with self.subTest(form), self.assertRaises(ValueError) as caught:
                    from_json(kind, form)
                self.assertEqual(str(caught.exception), path + EITHER)

    def test_r3_texts_too_short_for_a_seed_are_base64(self):
        self.assertEqual(from_json(v1.Randomness, {"seed": "cafe"}).seed, b"q\xa7\xde")

    def test_other_errors_are_those_of_protobuf(self):
        for wrong in ("{", {"variant": 1}, {"variantt": "chak"}):
            with self.subTest(wrong), self.assertRaises(json_format.ParseError):
                from_json(v1.GameFile, wrong)


if __name__ == "__main__":
    unittest.main()
