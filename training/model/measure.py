# Measuring: thresholds from honest rows of several sources, rates with intervals, areas under the curve.
import numpy as np
from scipy.stats import rankdata

Z = 1.959963984540054
ASK = float(np.log(0.7 / 0.3))


def rate(hits, of):
    """A share with Wilson's 95 % interval."""
    if of == 0:
        return None
    share = hits / of
    scale = 1 + Z * Z / of
    centre = (share + Z * Z / (2 * of)) / scale
    half = Z / scale * np.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return {"hits": int(hits), "of": int(of), "rate": share, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def area(label, score):
    """The area under the curve with Hanley and McNeil's 95 % interval."""
    risky, honest = int((label == 1).sum()), int((label == 0).sum())
    if risky == 0 or honest == 0:
        return None
    value = (rankdata(score)[label == 1].sum() - risky * (risky + 1) / 2) / (risky * honest)
    first, second = value / (2 - value), 2 * value * value / (1 + value)
    variance = value * (1 - value) + (risky - 1) * (first - value**2) + (honest - 1) * (second - value**2)
    half = Z * np.sqrt(max(0.0, variance / (risky * honest)))
    return {"rate": value, "low": max(0.0, value - half), "high": min(1.0, value + half)}


def threshold(rows, logits, sources, share, at):
    """The lowest logit that may mean `at`: no source has more than this share of honest rows which only the model lifts so high."""
    found = -np.inf
    for source in sources:
        chosen = (rows.source == source) & (rows.label == 0)
        if not chosen.any():
            continue
        quiet = np.sort(np.where(rows.heuristic[chosen] >= at, -50.0, logits[chosen]))[::-1]
        allowed = int(np.floor(share * len(quiet)))
        found = max(found, quiet[min(allowed, len(quiet) - 1)] + 1e-6)
    return float(found)


def calibrate(rows, logits, sources, ask, deny, asked=()):
    """
    Where 0.7 and 0.8 lie: `ask` and `deny` of the honest rows of a source at most come so far by the model alone. `asked` are the
    logits of what a heuristic asks a human about: 0.8 denies without asking, so nearly none of them may come so far.
    """
    low = threshold(rows, logits, sources, ask, 0.7)
    high = max(threshold(rows, logits, sources, deny, 0.8), low + 0.25)
    if len(asked) > 0:
        high = max(high, float(np.quantile(asked, 0.99)))
    return {"at": low, "below": 1.0, "above": float((np.log(0.8 / 0.2) - ASK) / (high - low))}


def scores_of(logits, calibration):
    over = logits - calibration["at"]
    bent = ASK + calibration["below"] * np.minimum(over, 0) + calibration["above"] * np.maximum(over, 0)
    return 1 / (1 + np.exp(-bent))


def table(rows, scores, groups):
    """For each group recall and false alarms at 0.7 and 0.8, of the model, the heuristics and both."""
    both = np.maximum(scores, rows.heuristic)
    lines = {}
    for name, chosen in groups.items():
        line = {}
        for label, kind in ((1, "recall"), (0, "false_alarms")):
            own = chosen & (rows.label == label)
            if own.any():
                line[kind] = {
                    by: {str(at): rate((score[own] >= at).sum(), own.sum()) for at in (0.7, 0.8)}
                    for by, score in (("model", scores), ("heuristics", rows.heuristic), ("both", both))
                }
        lines[name] = line
    return lines
