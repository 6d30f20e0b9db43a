# The network: a table of numbers for each feature, summed over the features of one part, and a small layer on top.
# The wide column is a plain weight for each feature; the deep columns let features speak together.
import numpy as np
import torch
from torch import nn

BUCKETS = 32768


class Net(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.wide = nn.EmbeddingBag(BUCKETS, 1, mode="sum")
        self.deep = nn.EmbeddingBag(BUCKETS, width, mode="sum")
        self.inner = nn.Linear(width, hidden)
        self.outer = nn.Linear(hidden, 1)
        # A feature nobody has seen must say nothing.
        nn.init.zeros_(self.wide.weight)
        nn.init.normal_(self.deep.weight, std=0.01)
        nn.init.normal_(self.outer.weight, std=0.1)
        nn.init.zeros_(self.outer.bias)

    def forward(self, ids, offsets, counts):
        wide = self.wide(ids, offsets)[:, 0]
        deep = self.deep(ids, offsets) / counts.clamp(min=1).sqrt()[:, None]
        return wide + self.outer(torch.relu(self.inner(deep)))[:, 0]


class Parts:
    """All parts of all rows, flat: part p of row r has the ids from starts[p] to starts[p + 1]."""

    def __init__(self, rows):
        self.ids = np.array([i for row in rows for part in row["parts"] for i in part], dtype=np.int64)
        self.starts = np.cumsum([0] + [len(part) for row in rows for part in row["parts"]])
        self.first = np.cumsum([0] + [max(1, len(row["parts"])) for row in rows])
        if any(len(row["parts"]) == 0 for row in rows):
            raise ValueError("a row without parts")

    def batch(self, chosen, generator=None, drop=0.0):
        parts = np.concatenate([np.arange(self.first[r], self.first[r + 1]) for r in chosen])
        owner = np.repeat(np.arange(len(chosen)), [self.first[r + 1] - self.first[r] for r in chosen])
        pieces = [self.ids[self.starts[p] : self.starts[p + 1]] for p in parts]
        if drop > 0:
            pieces = [piece[generator.random(len(piece)) >= drop] for piece in pieces]
        counts = np.array([len(piece) for piece in pieces])
        offsets = np.concatenate([[0], np.cumsum(counts)[:-1]])
        ids = np.concatenate(pieces) if counts.sum() else np.zeros(0, dtype=np.int64)
        return (
            torch.from_numpy(ids),
            torch.from_numpy(offsets),
            torch.from_numpy(counts.astype(np.float32)),
            torch.from_numpy(owner),
        )


def worst_part(logits, owner, count):
    """The highest logit of each row's parts."""
    worst = torch.full((count,), -1e9)
    return worst.scatter_reduce(0, owner, logits, reduce="amax", include_self=True)


def fit(rows, weights, options, seed, say):
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    net = Net(options["width"], options["hidden"])
    parts = Parts(rows)
    labels = torch.tensor([float(row["label"]) for row in rows])
    # Attacks are meant to be found with certainty, honest rows to be passed; neither is sure to be what its source says.
    soft = labels * (1 - 2 * options["smooth"]) + options["smooth"]
    weights = torch.tensor(weights, dtype=torch.float32)
    optimiser = torch.optim.Adam(
        [
            {"params": [net.wide.weight], "lr": options["rate"]},
            {"params": [net.deep.weight, *net.inner.parameters(), *net.outer.parameters()], "lr": options["rate"] / 4},
        ]
    )
    size = options["batch"]
    steps = options["epochs"] * (len(rows) // size)
    probability = weights.numpy() / weights.numpy().sum()
    for step in range(steps):
        for group in optimiser.param_groups:
            group.setdefault("start", group["lr"])
            group["lr"] = group["start"] * (1 - step / steps)
        chosen = generator.choice(len(rows), size=size, p=probability)
        ids, offsets, counts, owner = parts.batch(chosen, generator, options["drop"])
        logits = worst_part(net(ids, offsets, counts), owner, size)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, soft[chosen])
        used = torch.unique(ids)
        loss = loss + options["decay"] * net.wide(used, torch.arange(len(used))).pow(2).sum() / 100
        loss = loss + options["decay"] * net.deep(used, torch.arange(len(used))).pow(2).sum() / 100
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 200 == 199:
            say(f"step {step + 1} of {steps}, loss {loss.item():.4f}")
    return net


def logits_of(net, rows):
    parts = Parts(rows)
    out = []
    with torch.no_grad():
        for start in range(0, len(rows), 2048):
            chosen = np.arange(start, min(len(rows), start + 2048))
            ids, offsets, counts, owner = parts.batch(chosen)
            out.append(worst_part(net(ids, offsets, counts), owner, len(chosen)).numpy())
    return np.concatenate(out)
