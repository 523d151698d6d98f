import assert from "node:assert/strict";
import { test } from "node:test";

import type { Placement } from "../../src/web/board/position.js";
import { squareAt } from "../../src/web/board/squares.js";
import { parsePlacement } from "../../src/web/inferred/placement.js";
import { FENS } from "./fens.js";

const IMMOBILISED: Record<string, string> = { P: "S", R: "U", N: "O", B: "C", Q: "T", K: "L" };

function letterAt(placement: Placement, square: string): string | undefined {
  const piece = placement.pieces.get(square);
  if (!piece) return placement.unknown.has(square) ? "?" : placement.objects.get(square);
  const capital = piece.hidden ? "I" : piece.immobilised ? IMMOBILISED[piece.letter] : piece.letter;
  return piece.side === "white" ? capital : capital?.toLowerCase();
}

/** The other way round, so that nothing is lost in reading. */
function written(placement: Placement): string {
  const rows: string[] = [];
  for (let rank = placement.ranks - 1; rank >= 0; --rank) {
    let row = "";
    let empty = 0;
    const flush = () => {
      if (empty > 0) row += empty;
      empty = 0;
    };
    for (let file = 0; file < placement.files; ++file) {
      const letter = letterAt(placement, squareAt(file, rank));
      if (letter === undefined) {
        ++empty;
        continue;
      }
      flush();
      row += letter;
    }
    flush();
    rows.push(row);
  }
  return rows.join("/");
}

for (const [variant, fens] of Object.entries(FENS)) {
  test(`every FEN of ${variant} is read without loss`, () => {
    for (const fen of fens) {
      assert.equal(written(parsePlacement(variant, fen)), fen.split(" ")[0]);
    }
  });
}

test("boards of 6 to 10 files have their size", () => {
  const widths = (FENS["chpok"] ?? []).map((fen) => parsePlacement("chpok", fen));
  assert.deepEqual([...new Set(widths.map(({ files }) => files))], [6, 7, 8, 9, 10]);
  assert.ok(widths.every(({ ranks }) => ranks === 8));
  const chak = parsePlacement("chak", FENS["chak"]?.[0] ?? "");
  assert.deepEqual([chak.files, chak.ranks], [9, 9]);
});

test("an empty row of 10 files is one number (P26)", () => {
  const placement = parsePlacement("chpok", "10/10/10/9k/10/10/10/K9 w");
  assert.deepEqual([...placement.pieces.keys()], ["j5", "a1"]);
});

test("promoted pieces are read in the other styles too", () => {
  const chak = parsePlacement("chak", "9/4+K4/9/9/9/3+p5/9/9/9 w");
  assert.deepEqual(chak.pieces.get("e8"), piece("D", "white"));
  assert.deepEqual(chak.pieces.get("d4"), piece("W", "black"));
  const makruk = parsePlacement("makruk", "8/8/3M~4/8/8/8/8/8 w");
  assert.deepEqual(makruk.pieces.get("d6"), piece("M~", "white"));
});

test("Chakart's objects, immobilised pieces, hidden queens and ? (H23)", () => {
  const placement = parsePlacement("chakart", "l6i/8/m1d1w1e1/8/3?4/8/S7/7I w");
  assert.deepEqual(placement.pieces.get("a8"), { ...piece("K", "black"), immobilised: true });
  assert.deepEqual(placement.pieces.get("a2"), { ...piece("P", "white"), immobilised: true });
  assert.deepEqual(placement.pieces.get("h8"), { ...piece("Q", "black"), hidden: true });
  assert.deepEqual(placement.pieces.get("h1"), { ...piece("Q", "white"), hidden: true });
  assert.deepEqual(
    [...placement.objects],
    [
      ["a6", "m"],
      ["c6", "d"],
      ["e6", "w"],
      ["g6", "e"],
    ],
  );
  assert.deepEqual([...placement.unknown], ["d4"]);
});

test("the same letters are pieces where there are no objects", () => {
  assert.equal(parsePlacement("chak", "k1d6/9/9 w").objects.size, 0);
  assert.equal(parsePlacement("chpok", "dk6/8 b").pieces.get("a2")?.letter, "D");
});

test("what is no board is refused with its rank", () => {
  assert.throws(() => parsePlacement("chpok", "8/7/8 w"), /rank 2 of the FEN has 7 files/);
  assert.throws(
    () => parsePlacement("chpok", "8/8/p!6 w"),
    /rank 1 of the FEN cannot be read: p!6/,
  );
  assert.throws(() => parsePlacement("chpok", ""), /rank 1/);
});

function piece(letter: string, side: "white" | "black") {
  return { letter, side, immobilised: false, hidden: false };
}
