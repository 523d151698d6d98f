"""Reads the positions that arbiter_generate writes, and turns them into features of networks."""

import glob
import gzip

import numpy

# For variants whose whole board is one zone.
ONE_ZONE = numpy.zeros((9, 9), int)
# By variant: the numbers of files that records have and that the network sees, of ranks and of kinds of pieces, the
# kinds that are royal, the zones of the own royal's square by rank and file from the own side (files mirrored to the
# left), the numbers of other features that each position has and that there are (core/variants/X/position.h and
# evaluate.h), and the value that stands for a winning chance of 73 %.
SHAPES = {
    "makruk": {"stored_files": 8, "files": 8, "ranks": 8, "kinds": 6, "royal": (0,),
               "zones": numpy.array([[0, 0, 0, 1]] * 2 + [[2] * 4] + [[3] * 4] * 5), "others": 0, "other_features": 0,
               "scale": 300},
    "chak": {"stored_files": 9, "files": 9, "ranks": 9, "kinds": 10, "royal": (0, 1),
             "zones": ONE_ZONE, "others": 0, "other_features": 0, "scale": 300},
    "chpok": {"stored_files": 10, "files": 8, "ranks": 8, "kinds": 7, "royal": (0,), "zones": ONE_ZONE,
              "others": 3, "other_features": 78, "scale": 350},
}


def read(variant, folders):
    """Returns all records in the folders (tests/tools/train/record.h)."""
    shape = SHAPES[variant]
    fields = []
    if shape["others"]:
        fields += [("added", "<i2"), ("others", "u1", (2, shape["others"]))]
    fields += [("cells", "u1", shape["stored_files"] * shape["ranks"]), ("turn", "u1"), ("result", "u1"),
               ("searched", "<i2"), ("positive_share", "u1"), ("negative_share", "u1")]
    record = numpy.dtype(fields)
    names = sorted(name for folder in folders for name in glob.glob(folder + "/*.bin.gz"))
    parts = []
    for name in names:
        with gzip.open(name) as file:
            parts.append(numpy.frombuffer(file.read(), record))
    return numpy.concatenate(parts)


def features(variant, records, random):
    """Returns the features of the side to move and those of the other side, one row for each position, filled
    up with the number of features, and the number of pieces. core/search/network_evaluator.h defines the
    features. Every other position is mirrored, which matters for royals on the middle file."""
    # In parts, because the intermediate arrays take several times as much memory as the result.
    parts = numpy.array_split(records, max(len(records) // 500_000, 1))
    pieces = numpy.concatenate([(part["cells"] > 0).sum(axis=1) for part in parts]).astype(numpy.int16)
    width = SHAPES[variant]["others"] + int(pieces.max())
    own, other = (numpy.empty((len(records), width), numpy.int16) for _ in range(2))
    end = 0
    for part in parts:
        begin, end = end, end + len(part)
        flip = random.random(len(part)) < 0.5
        for side, rows in ((0, own), (1, other)):
            rows[begin:end] = features_of_side(SHAPES[variant], part, flip, side, width)
    return own, other, pieces


def features_of_side(shape, records, flip, side, width):
    """Returns the features of the side to move (0) or of the other side (1)."""
    files, ranks, kinds = shape["files"], shape["ranks"], shape["kinds"]
    squares = files * ranks
    cells = records["cells"].reshape(-1, ranks, shape["stored_files"])[:, :, :files]
    cells = numpy.where(flip[:, None, None], cells[:, :, ::-1], cells)
    # Seen from the side to move.
    black = records["turn"] == 1
    cells = numpy.where(black[:, None, None], cells[:, ::-1, :], cells)
    is_own = ((cells >= 16) == black[:, None, None]) == (side == 0)
    present = cells > 0
    kind = (cells & 15).astype(numpy.int16) - 1
    royal = present & is_own & numpy.isin(kind, shape["royal"])
    royal_file = royal.any(axis=1).argmax(axis=1)
    royal_rank = royal.any(axis=2).argmax(axis=1)
    file = numpy.arange(files, dtype=numpy.int16)[None, None, :]
    mirrored = royal_file > (files - 1) // 2
    file = numpy.where(mirrored[:, None, None], files - 1 - file, file)
    rank = numpy.arange(ranks, dtype=numpy.int16)[None, :, None]
    if side == 1:
        rank = ranks - 1 - rank
        royal_rank = ranks - 1 - royal_rank
    zone = shape["zones"][royal_rank, numpy.minimum(royal_file, files - 1 - royal_file)]
    piece = zone[:, None, None] * 2 * kinds + numpy.where(is_own, 0, kinds) + kind
    row = piece * squares + rank * files + file
    others = (shape["zones"].max() + 1) * 2 * kinds * squares
    none = others + shape["other_features"]
    row = numpy.where(present, row, none).astype(numpy.int16).reshape(len(records), squares)
    row = numpy.sort(row, axis=1)[:, :width - shape["others"]]
    if shape["others"]:
        row = numpy.concatenate([records["others"][:, side].astype(numpy.int16) + others, row], axis=1)
    return row
