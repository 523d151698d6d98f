"""Reads the positions that arbiter_generate writes, and turns them into features of networks."""

import glob

import numpy

# By variant: the numbers of files that records have and that the network sees, of ranks and of kinds of pieces, the
# kinds that are royal, the numbers of other features that each position has and that there are
# (core/variants/X/position.h and evaluate.h), and the value that stands for a winning chance of 73 %.
SHAPES = {
    "makruk": {"stored_files": 8, "files": 8, "ranks": 8, "kinds": 6, "royal": (0,), "others": 0,
               "other_features": 0, "scale": 300},
    "chak": {"stored_files": 9, "files": 9, "ranks": 9, "kinds": 10, "royal": (0, 1), "others": 0,
             "other_features": 0, "scale": 300},
    "chpok": {"stored_files": 10, "files": 8, "ranks": 8, "kinds": 7, "royal": (0,), "others": 3,
              "other_features": 78, "scale": 350},
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
    names = sorted(name for folder in folders for name in glob.glob(folder + "/*.bin"))
    return numpy.concatenate([numpy.fromfile(name, record) for name in names])


def features(variant, records, random):
    """Returns the features of the side to move and those of the other side, one row for each position, filled
    up with the number of features, and the number of pieces. core/search/network_evaluator.h defines the
    features. Every other position is mirrored, which matters for royals on the middle file."""
    shape = SHAPES[variant]
    files, ranks, kinds = shape["files"], shape["ranks"], shape["kinds"]
    squares = files * ranks
    cells = records["cells"].reshape(-1, ranks, shape["stored_files"])[:, :, :files]
    flip = random.random(len(records)) < 0.5
    cells = numpy.where(flip[:, None, None], cells[:, :, ::-1], cells)
    # Seen from the side to move.
    black = records["turn"] == 1
    cells = numpy.where(black[:, None, None], cells[:, ::-1, :], cells)
    own = (cells >= 16) == black[:, None, None]
    present = cells > 0
    kind = (cells & 15).astype(numpy.int16) - 1
    pieces = present.sum(axis=(1, 2))
    most = int(pieces.max())
    sides = []
    none = 2 * kinds * squares + shape["other_features"]
    for side, is_own, upside_down in ((0, own, False), (1, ~own, True)):
        royal = present & is_own & numpy.isin(kind, shape["royal"])
        royal_file = royal.any(axis=1).argmax(axis=1)
        file = numpy.arange(files, dtype=numpy.int16)[None, None, :]
        mirrored = royal_file > (files - 1) // 2
        file = numpy.where(mirrored[:, None, None], files - 1 - file, file)
        rank = numpy.arange(ranks, dtype=numpy.int16)[None, :, None]
        if upside_down:
            rank = ranks - 1 - rank
        row = (numpy.where(is_own, 0, kinds) + kind) * squares + rank * files + file
        row = numpy.where(present, row, none).astype(numpy.int16)
        row = numpy.sort(row.reshape(len(records), squares), axis=1)[:, :most]
        if shape["others"]:
            others = records["others"][:, side].astype(numpy.int16) + 2 * kinds * squares
            row = numpy.concatenate([others, row], axis=1)
        sides.append(row)
    return sides[0], sides[1], pieces.astype(numpy.int16)
