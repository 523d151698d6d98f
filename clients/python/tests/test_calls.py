"""Tests of requests, answers and their types."""

import unittest

from arbiter_client import Arbiter, v1
from arbiter_client.v1 import analysis_service_pb2, rules_service_pb2
from tests.server import Server


class Calls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)
        cls.arbiter = Arbiter(cls.server.address)
        cls.addClassCleanup(cls.arbiter.close)

    def test_each_method_of_the_services_has_a_documented_method(self):
        for module in (rules_service_pb2, analysis_service_pb2):
            for service in module.DESCRIPTOR.services_by_name.values():
                for method in service.methods:
                    name = "".join("_" + c.lower() if c.isupper() else c for c in method.name)
                    self.assertTrue(getattr(Arbiter, name[1:]).__doc__, name)

    def test_a_game_from_its_start_to_its_result_in_each_variant(self):
        for variant in self.arbiter.list_variants().variants:
            with self.subTest(variant.id):
                options = {"chpok": {"skip_bidding": True}} if variant.id == "chpok" else None
                state = self.arbiter.start_game(variant=variant.id, options=options).state
                position = v1.Position(variant=variant.id, snapshot=state.snapshot)
                move = self.arbiter.legal_moves(position=position).texts[0]
                answer = self.arbiter.apply_moves(
                    position=position, actions=[move, "resign"], randomness={"seed": bytes(32)})
                self.assertEqual(answer.applied[1].text, "resign")
                self.assertEqual(answer.state.adjudication.result, v1.RESULT_WHITE_WINS)

    def test_a_turn_of_a_site_is_one_call_with_the_actor_the_time_and_views(self):
        answer = self.arbiter.apply_moves(
            position={"variant": "chak",
                      "options": {"clock": {"base_seconds": 300, "bonus_seconds": 3}}},
            actions=["e3e4"], actor="COLOR_WHITE", elapsed_ms=[2500],
            views=[{"viewer": "VIEWER_WHITE"}, {"viewer": "VIEWER_BLACK", "moves": "DETAIL_FULL"}])
        white, black = answer.views
        self.assertEqual(answer.state.clocks.first_ms, 300_500)
        self.assertEqual(len(black.moves.moves), 33)
        self.assertFalse(white.HasField("moves"))

    def test_messages_can_be_dicts_and_enum_values_strings(self):
        as_dict = self.arbiter.legal_moves(position={"variant": "makruk"}, detail="DETAIL_FULL")
        as_messages = self.arbiter.legal_moves(
            position=v1.Position(variant="makruk"), detail=v1.DETAIL_FULL)
        whole = self.arbiter.legal_moves(v1.LegalMovesRequest(
            position=v1.Position(variant="makruk"), detail=v1.DETAIL_FULL))
        self.assertEqual(len(as_dict.moves), 23)
        self.assertEqual(as_dict, as_messages)
        self.assertEqual(as_dict, whole)

    def test_the_field_from_is_the_keyword_from_(self):
        answer = self.arbiter.legal_moves(position={"variant": "makruk"}, from_="e3")
        self.assertEqual(list(answer.texts), ["e3e4"])
        line = self.arbiter.convert_moves(
            position={"variant": "makruk"}, texts=["e4"], from_="NOTATION_SAN",
            to="NOTATION_ACTION")
        self.assertEqual(list(line.texts), ["e3e4"])

    def test_the_locale_of_the_client_applies_to_requests_without_one(self):
        with Arbiter(self.server.address, locale="th") as thai:
            self.assertEqual(_name(thai.list_variants(), "makruk"), "หมากรุก")
            self.assertEqual(_name(thai.list_variants(locale="en"), "makruk"), "Makruk")
            request = v1.ListVariantsRequest()
            self.assertEqual(_name(thai.list_variants(request), "makruk"), "หมากรุก")
            self.assertEqual(request, v1.ListVariantsRequest())


def _name(answer, variant):
    return next(found.name for found in answer.variants if found.id == variant)


if __name__ == "__main__":
    unittest.main()
