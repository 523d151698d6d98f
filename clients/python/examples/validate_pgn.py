#!/usr/bin/env python3
"""Checks with Arbiter whether the games of PGN files are legal and have the right results.

Reads games of Chak, Makruk, Chakart and Chpok, which the tag Variant tells apart. Prints one line
per game. A result that the rules do not decide, for example after a resignation that is not written
down, is accepted; a result that contradicts the rules is not.

Exit status: 0 if all games are valid, 1 if one is not, 2 if a file or the service cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from typing import Iterable, Iterator, List, NamedTuple, Optional

from arbiter_client import Arbiter, ArbiterError, Tls, error_of, v1

PART_SIZE = 1 << 20  # after this many characters, the file is cut before the next game

RESULTS = {v1.RESULT_ONGOING: "*", v1.RESULT_WHITE_WINS: "1-0", v1.RESULT_BLACK_WINS: "0-1",
           v1.RESULT_DRAW: "1/2-1/2"}


class Part(NamedTuple):
    """One or more complete games of a file."""

    line: int  # the number of lines before the part
    text: str


class Verdict(NamedTuple):
    ok: bool
    text: str


def main() -> int:
    arguments = parse_arguments()
    bad = count = 0
    try:
        with Arbiter(arguments.server, tls=Tls(ca=arguments.tls_ca) if arguments.tls_ca else False,
                     api_key=read_key(arguments.api_key_file)) as arbiter:
            for name in arguments.files:
                with open(0 if name == "-" else name, encoding="utf-8-sig", newline="") as file:
                    for verdict in check_file(arbiter, name, file, arguments.variant):
                        print(verdict.text, flush=True)
                        count += 1
                        bad += not verdict.ok
    except (OSError, ValueError, ArbiterError) as error:
        print(f"validate_pgn: {error}", file=sys.stderr)
        return 2
    print(f"{count_of(count, 'game')}, {bad} invalid")
    return 1 if bad else 0


def parse_arguments() -> argparse.Namespace:
    first, *rest = (__doc__ or "").split("\n\n")
    parser = argparse.ArgumentParser(description=first, epilog="\n\n".join(rest),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help="a PGN file, or - for standard input")
    parser.add_argument("--server", default="127.0.0.1:50051", metavar="HOST:PORT")
    parser.add_argument("--variant", default="",
                        help="the variant of games without the tag Variant")
    parser.add_argument("--api-key-file", metavar="FILE",
                        help="the API key, if the server requires one")
    parser.add_argument("--tls-ca", metavar="FILE",
                        help="certificate authorities in PEM format; enables TLS")
    return parser.parse_args()


def read_key(path: Optional[str]) -> Optional[str]:
    if path is None:
        return None
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def check_file(arbiter: Arbiter, name: str, lines: Iterable[str],
               variant: str) -> Iterator[Verdict]:
    for part in split(lines):
        games = arbiter.read_pgn(pgn=part.text, variant=variant).games
        answers = {answer.id: answer for answer in arbiter.batch(
            v1.BatchRequest(id=str(index), validate_game=make_request(read.game))
            for index, read in enumerate(games) if not read.HasField("fault"))}
        for index, read in enumerate(games):
            place = f"{name}:{part.line + read.line}: {title(read.game)}"
            if read.HasField("fault"):
                yield Verdict(False, f"{place}: {describe_fault(read.fault, part.line)}")
            else:
                verdict = judge(read.game, answers[str(index)])
                yield Verdict(verdict.ok, f"{place}: {verdict.text}")


def split(lines: Iterable[str]) -> Iterator[Part]:
    """Cuts a file between games, into parts that are not much longer than PART_SIZE."""
    part: List[str] = []
    size = start = 0
    in_moves = in_comment = False
    for number, line in enumerate(lines):
        # As in the service, the tag Event ends a comment that was not closed.
        is_tag = line.startswith('[Event "') or (line.startswith("[") and not in_comment)
        if is_tag and in_moves and size >= PART_SIZE:
            yield Part(start, "".join(part))
            part, size, start = [], 0, number
        if is_tag:
            in_comment = in_moves = False
        elif line.strip():
            opened, closed = line.rfind("{"), line.rfind("}")
            in_comment = opened > closed or (in_comment and closed < 0)
            in_moves = True
        part.append(line)
        size += len(line)
    if part:
        yield Part(start, "".join(part))


def make_request(game: v1.PgnGame) -> v1.ValidateGameRequest:
    return v1.ValidateGameRequest(variant=game.variant, options=game.options, record=game.record)


def judge(game: v1.PgnGame, answer: v1.BatchResponse) -> Verdict:
    if answer.HasField("status"):
        return Verdict(False, str(error_of(answer.status)))
    checks = answer.validate_game
    if checks.verdict == v1.ValidateGameResponse.VERDICT_ILLEGAL:
        illegal = checks.first_illegal
        return Verdict(False, f"action {illegal.index + 1}: {illegal.message}")
    draws = (f", {count_of(checks.draws_checked, 'random draw')} checked"
             if checks.draws_checked else "")
    adjudication = checks.adjudication
    if adjudication.result == v1.RESULT_ONGOING:
        return Verdict(True, f"legal{draws}, {result_of(game)}; the rules do not decide the result")
    return Verdict(True, f"legal{draws}. {adjudication.message} ({adjudication.rule})")


def result_of(game: v1.PgnGame) -> str:
    return RESULTS.get(game.result) or v1.Result.Name(game.result)


def describe_fault(fault: v1.PgnFault, offset: int) -> str:
    return f"line {offset + fault.line}, column {fault.column}: {fault.message}"


def title(game: v1.PgnGame) -> str:
    tags = {tag.name: tag.value for tag in game.tags}
    players = f"{tags.get('White', '?')} – {tags.get('Black', '?')}"
    actions = count_of(len(game.record.actions), "action")
    return f"{players}, {game.variant or 'no variant'}, {actions}"


def count_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


if __name__ == "__main__":
    sys.exit(main())
