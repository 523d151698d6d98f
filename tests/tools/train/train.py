#!/usr/bin/python3
"""Trains a network on positions of self-play and writes it as a network file. `./dev train` runs it;
docs/engine.md describes the method."""

import argparse
import os
import struct
import sys
import time

import numpy
import torch

from positions import SHAPES, features, read

MAX_ACTIVATION = 255
OUTPUT_UNIT = 64
BUCKETS = 8
PIECES_PER_BUCKET = 4
# The beginning of a network file: its magic number, and the numbers of features, neurons and buckets, and the scale.
HEADER = struct.Struct("<8sIIII")
HEADER_BYTES = 64
# The rate of learning of the rows that features do not share, as a part of that of all other weights.
OWN_ROWS_RATE = 0.1
# The largest weights that the quantised network can hold.
MAX_WEIGHT = 127 / OUTPUT_UNIT


class Network(torch.nn.Module):
    """The network in floating-point numbers. While it is trained, the weights of a feature are the sum of its
    own row and of rows that it shares with the features of the same piece, of the same piece and rank, of the
    same piece and file, and of the same piece and square in all zones. What a piece does on one square is thus
    learned from others, too."""

    def __init__(self, shape, neurons):
        super().__init__()
        files, ranks, pieces = shape["files"], shape["ranks"], 2 * shape["kinds"]
        self.zones = int(shape["zones"].max()) + 1
        feature = torch.arange(pieces * files * ranks).repeat(self.zones)
        piece, square = feature // (files * ranks), feature % (files * ranks)
        self.shared = (
            piece,
            pieces + piece * ranks + square // files,
            pieces * (1 + ranks) + piece * files + square % files,
            pieces * (1 + ranks + files) + feature,
        )
        self.own_rows = torch.nn.Parameter(torch.zeros(len(feature), neurons))
        self.other_rows = torch.nn.Parameter(torch.zeros(shape["other_features"], neurons))
        self.shared_rows = torch.nn.Parameter(
            torch.empty(pieces * (1 + ranks + files + files * ranks), neurons).uniform_(-0.05, 0.05)
        )
        self.biases = torch.nn.Parameter(torch.full((neurons,), 0.25))
        self.outputs = torch.nn.Linear(2 * neurons, BUCKETS)
        torch.nn.init.uniform_(self.outputs.weight, -0.05, 0.05)
        torch.nn.init.zeros_(self.outputs.bias)

    def rows(self):
        pieces = self.own_rows + sum(self.shared_rows[chosen] for chosen in self.shared)
        return torch.cat([pieces, self.other_rows]).clamp(-MAX_WEIGHT, MAX_WEIGHT)

    def groups(self, rate):
        """Returns the parameters in groups for an optimizer. Rows that are not shared learn slowly, because they
        learn from the fewest positions: this is what keeps a network with zones from learning single games."""
        others = [each for name, each in self.named_parameters() if name != "own_rows"]
        return [{"params": others}, {"params": [self.own_rows], "lr": rate * OWN_ROWS_RATE}]

    def forward(self, own, other, bucket):
        rows = self.rows()
        rows = torch.cat([rows, torch.zeros(1, rows.shape[1])])
        sums = [torch.nn.functional.embedding_bag(side, rows, mode="sum",
                                                  padding_idx=len(rows) - 1) + self.biases
                for side in (own, other)]
        activations = torch.cat(sums, 1).clamp(0, 1).square()
        return self.outputs(activations).gather(1, bucket[:, None])[:, 0]

    def start_with(self, path):
        """Sets the weights to those of a network file with the same features, or with those of a single zone, which
        all zones then begin with. If the file has fewer neurons, the other neurons begin with random rows and
        without an effect on the value."""
        with open(path, "rb") as file:
            _, features, stored, buckets, _ = HEADER.unpack(file.read(HEADER.size))
        (pieces, neurons), others = self.own_rows.shape, len(self.other_rows)
        zones = 1 if features - others == pieces else self.zones
        if (features - others) * zones != pieces or stored > neurons or buckets != BUCKETS:
            raise ValueError(f"{path} has {features} features, {stored} neurons and {buckets} buckets")
        numbers = numpy.fromfile(path, "<i2", offset=HEADER_BYTES)
        count = stored * (1 + features + 2 * BUCKETS)
        weights = torch.from_numpy(numbers[:count].astype(numpy.float32)).reshape(-1, stored)
        output_biases = torch.from_numpy(numbers[count:].view("<i4").astype(numpy.float32))
        biases, rows, other_rows, outputs = weights.split([1, features - others, others, 2 * BUCKETS])
        with torch.no_grad():
            self.biases[:stored] = biases[0] / MAX_ACTIVATION
            self.own_rows[:, :stored] = rows.repeat(zones, 1) / MAX_ACTIVATION
            self.other_rows[:, :stored] = other_rows / MAX_ACTIVATION
            self.shared_rows[:, :stored] = 0
            self.outputs.weight.zero_()
            self.outputs.weight.reshape(BUCKETS, 2, neurons)[:, :, :stored] = (
                outputs.reshape(BUCKETS, 2, stored) / OUTPUT_UNIT)
            self.outputs.bias.copy_(output_biases / (MAX_ACTIVATION * OUTPUT_UNIT))

    def clip(self):
        with torch.no_grad():
            self.outputs.weight.clamp_(-MAX_WEIGHT, MAX_WEIGHT)


def sigmoid(values):
    return 1 / (1 + numpy.exp(-values))


def fit_scale(records):
    """Returns the scale of a sigmoid that predicts results from values of searches best."""
    searched = records["searched"].astype(float)
    result = records["result"] / 2
    scales = numpy.arange(60, 1500, 20)
    errors = [numpy.square(sigmoid(searched / scale) - result).mean() for scale in scales]
    return int(scales[numpy.argmin(errors)])


def write_network(network, scale, path):
    """Writes the network in whole numbers, in the format that core/search/network.cc reads."""
    with torch.no_grad():
        rows = (network.rows() * MAX_ACTIVATION).round().numpy()
        biases = (network.biases * MAX_ACTIVATION).round().numpy()
        outputs = (network.outputs.weight * OUTPUT_UNIT).round().numpy()
        output_biases = (network.outputs.bias * MAX_ACTIVATION * OUTPUT_UNIT).round().numpy()
    header = HEADER.pack(b"arbnet01", rows.shape[0], rows.shape[1], BUCKETS, scale).ljust(HEADER_BYTES, b"\0")
    with open(path + ".part", "wb") as file:
        file.write(header)
        for numbers in (biases, rows, outputs):
            file.write(numbers.astype("<i2").tobytes())
        file.write(output_biases.astype("<i4").tobytes())
    os.replace(path + ".part", path)


def write_curve(losses, path):
    """Draws the losses of training and of the held-out positions, by epoch."""
    values = [value for pair in losses for value in pair]
    low, high = min(values), max(values)
    step = 560 / max(len(losses) - 1, 1)

    def line(index, color):
        points = " ".join(
            f"{50 + step * i:.1f},{270 - 240 * (pair[index] - low) / (high - low or 1):.1f}"
            for i, pair in enumerate(losses)
        )
        return f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{points}"/>'

    with open(path, "w", encoding="utf-8") as file:
        file.write(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" '
            'font-family="sans-serif" font-size="12"><rect width="640" height="300" fill="#fff"/>'
            f'<text x="4" y="34">{high:.5f}</text><text x="4" y="274">{low:.5f}</text>'
            f'<text x="50" y="294">epoch 1</text><text x="570" y="294">{len(losses)}</text>'
            '<text x="400" y="20" fill="#0a58ca">training</text>'
            '<text x="480" y="20" fill="#c2410c">held out</text>'
            + line(0, "#0a58ca") + line(1, "#c2410c") + "</svg>\n"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=sorted(SHAPES))
    parser.add_argument("folders", nargs="+", help="folders with positions")
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--start", help="a network file whose weights to begin with")
    parser.add_argument("--neurons", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--result-percent", type=int, default=10,
                        help="the weight of a game's result; the rest is that of the search's value")
    parser.add_argument("--scale", type=int,
                        help="the value that stands for a winning chance of 73 %%; 0 fits it to the results")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    random = numpy.random.default_rng(arguments.seed)

    records = read(arguments.variant, arguments.folders)
    # The last games are held out, because the positions of one game are alike.
    held_out = max(len(records) // 50, 1)
    scale = SHAPES[arguments.variant]["scale"] if arguments.scale is None else arguments.scale
    scale = scale or fit_scale(records[:: max(len(records) // 1_000_000, 1)])
    own, other, pieces = (torch.from_numpy(part)
                          for part in features(arguments.variant, records, random))
    bucket = ((pieces - 1) // PIECES_PER_BUCKET).clamp(0, BUCKETS - 1).long()
    share = arguments.result_percent / 100
    target = torch.from_numpy((share * (records["result"] / 2)
                               + (1 - share) * sigmoid(records["searched"].astype(float) / scale)
                               ).astype(numpy.float32))
    # The shares of positive and negative values that the variant keeps, as in the search.
    positive, negative = (torch.from_numpy(records[name].astype(numpy.float32) / 255)
                          for name in ("positive_share", "negative_share"))
    if SHAPES[arguments.variant]["others"]:
        added = torch.from_numpy(records["added"].astype(numpy.float32) / scale)
    else:
        added = torch.zeros(len(records))
    train_count = len(records) - held_out
    print(f"{train_count} positions, {held_out} held out, scale {scale}", flush=True)

    shape = SHAPES[arguments.variant]
    network = Network(shape, arguments.neurons)
    if arguments.start:
        network.start_with(arguments.start)
    optimizer = torch.optim.Adam(network.groups(arguments.rate), lr=arguments.rate)
    batches = (train_count + arguments.batch - 1) // arguments.batch
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(
        optimizer, arguments.epochs * batches, arguments.rate / 100
    )

    def loss_of(chosen):
        value = network(own[chosen].int(), other[chosen].int(), bucket[chosen])
        value = value * torch.where(value > 0, positive[chosen], negative[chosen])
        return torch.nn.functional.mse_loss(torch.sigmoid(value + added[chosen]), target[chosen])

    # A checkpoint of other positions or settings does not apply.
    settings = {name: value for name, value in vars(arguments).items()
                if name not in ("folders", "out", "threads")}
    settings |= {"positions": len(records), "scale": scale}
    checkpoint = arguments.out + ".checkpoint"
    losses = []
    saved = torch.load(checkpoint) if os.path.exists(checkpoint) else {}
    if saved.get("settings") == settings:
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
        losses = saved["losses"]
    for epoch in range(len(losses), arguments.epochs):
        start = time.time()
        order = torch.randperm(train_count, generator=torch.Generator().manual_seed(
            arguments.seed + epoch))
        total = 0.0
        for batch in range(batches):
            loss = loss_of(order[batch * arguments.batch:(batch + 1) * arguments.batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            network.clip()
            total += loss.item()
            if sys.stderr.isatty():
                print(f"\repoch {epoch + 1}/{arguments.epochs}, batch {batch + 1}/{batches}",
                      end="", file=sys.stderr)
        with torch.no_grad():
            chunks = torch.arange(train_count, len(records)).split(arguments.batch)
            held = sum(loss_of(chunk).item() * len(chunk) for chunk in chunks) / held_out
        losses.append((total / batches, held))
        print(f"epoch {epoch + 1}: loss {losses[-1][0]:.6f}, held out {held:.6f}, "
              f"{time.time() - start:.0f} s", flush=True)
        torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(),
                    "schedule": schedule.state_dict(), "losses": losses,
                    "settings": settings}, checkpoint)
        write_network(network, scale, arguments.out)
        write_curve(losses, os.path.splitext(arguments.out)[0] + ".svg")


if __name__ == "__main__":
    main()
