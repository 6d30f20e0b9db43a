# Learning: one weight for each feature, found by logistic regression. Deeper nets were tried: they learn how a source writes.
import numpy as np
import scipy.sparse as sparse
from sklearn.linear_model import LogisticRegression


class Rows:
    """Rows with their parts as one sparse matrix: part p belongs to row owner[p]."""

    def __init__(self, rows, buckets):
        self.rows = rows
        self.buckets = buckets
        self.label = np.array([row["label"] for row in rows])
        self.source = np.array([row["source"] for row in rows])
        self.heuristic = np.array([row["heuristic"] for row in rows])
        ids, starts, owner = [], [0], []
        for index, row in enumerate(rows):
            for part in row["parts"]:
                ids.extend(sorted(set(part)))
                starts.append(len(ids))
                owner.append(index)
        self.owner = np.array(owner, dtype=np.int64)
        ones = np.ones(len(ids), dtype=np.float64)
        self.matrix = sparse.csr_matrix((ones, np.array(ids), np.array(starts)), shape=(len(owner), buckets))
        self.parts = np.bincount(self.owner, minlength=len(rows)).clip(1)
        # The first feature of a part is its kind.
        self.kind = np.array([part[0] for row in rows for part in row["parts"]], dtype=np.int64)

    def of_kind(self, kind):
        """The same rows, each with its parts of one kind only."""
        return Rows([{**row, "parts": [part for part in row["parts"] if part[0] == kind]} for row in self.rows], self.buckets)

    def worst(self, logits):
        worst = np.full(len(self.rows), -50.0)
        np.maximum.at(worst, self.owner, logits)
        return worst


def row_weights(rows):
    """Half the weight for attacks, half for honest rows; within each, a source counts by the root of its size."""
    weights = np.zeros(len(rows.rows))
    for label in (0, 1):
        of_label = rows.label == label
        for source in np.unique(rows.source[of_label]):
            chosen = of_label & (rows.source == source)
            weights[chosen] = np.sqrt(chosen.sum()) / chosen.sum()
        weights[of_label] /= weights[of_label].sum()
    return weights * len(rows.rows) / 2


def regression(strength):
    return LogisticRegression(C=strength, solver="lbfgs", max_iter=400, tol=1e-5)


def fit(rows, options, say):
    """Each kind of part is learned for itself, and then shifted so that all of them are equally shy of honest rows."""
    weights = np.zeros(rows.buckets)
    # A text begins with its sentences; windows and the whole come after them.
    for place, kind in enumerate(dict.fromkeys(rows.kind)):
        part = rows.of_kind(kind)
        learned, bias = fit_kind(part, options["strength"][min(place, 1)], options["rounds"], say)
        honest = np.sort(part.worst(part.matrix @ learned + bias)[part.label == 0])[::-1]
        learned[kind] += bias - honest[int(len(honest) * options["shy"])]
        weights += learned
    return exact(weights), 0.0


def exact(weights):
    """On a grid so coarse that 32-bit sums are exact: the order of adding, and so the batch, cannot change a score."""
    return np.round(weights * 65536) / 65536


def fit_kind(rows, strength, rounds, say):
    """Of an attack with many parts only those that look worst are kept from the second round on: the rest is its carrier."""
    weights = row_weights(rows)
    attack = rows.label[rows.owner] == 1
    kept = np.ones(len(rows.owner), dtype=bool)
    part_weights = weights[rows.owner] / rows.parts[rows.owner]
    model = None
    for turn in range(rounds):
        if model is not None:
            logits = model.decision_function(rows.matrix)
            kept = ~attack | (logits >= rows.worst(logits)[rows.owner] - 1.0)
            count = np.bincount(rows.owner[kept], minlength=len(rows.rows)).clip(1)
            share = np.where(attack, count[rows.owner], np.minimum(rows.parts[rows.owner], 4))
            part_weights = weights[rows.owner] / share
        model = regression(strength)
        model.fit(rows.matrix[kept], rows.label[rows.owner][kept], sample_weight=part_weights[kept])
        say(f"round {turn + 1} of {rounds}: {kept.sum()} parts")
    return model.coef_[0].copy(), float(model.intercept_[0])


def logits_of(model, rows):
    weights, bias = model
    return rows.worst(rows.matrix @ weights + bias)
