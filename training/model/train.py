# Train: reads rows of feature numbers, learns both heads, measures them against a bag of words, writes ONNX and figures.
import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from export import export
from learn import Rows, fit, logits_of, regression, row_weights
from measure import area, calibrate, scores_of, table

features, folder, buckets = sys.argv[1], sys.argv[2], int(sys.argv[3])
started = time.time()

HEADS = {
    "calls": {
        "file": "risk.onnx",
        "strength": [0.1, 0.1],
        "rounds": 1,
        "shy": 0.001,
        "honest": ["mini_swe_agent_gemini3", "tldr_pages", "nl2bash", "intercode_bash_actions", "dcg_fixtures", "package_scripts"],
        "ask": 0.002,
        "deny": 0.002,
        "held_out": ["atomic_red_team", "caldera_stockpile", "dcg_fixtures", "own_examples", "tldr_pages", "mini_swe_agent_gemini3"],
    },
    "texts": {
        "file": "text.onnx",
        "strength": [0.25, 0.1],
        "rounds": 4,
        "shy": 0.003,
        "honest": ["mini_swe_agent_observations", "derived_nl_request", "bipia_test", "notinject", "package_documents"],
        "ask": 0.005,
        "deny": 0.0025,
        "held_out": ["bipia_train", "made_jailbreaks", "made_documents", "package_documents", "derived_nl_request"],
    },
}


# Rows made of a source's own rows, or of the same sentences: left out with it.
RELATED = {
    "atomic_red_team": "derived_write_risky",
    "mini_swe_agent_gemini3": "derived_write_benign",
    "made_documents": "made_documents_with_requests",
}


def say(text):
    print(f"[{time.time() - started:6.1f} s] {text}", flush=True)


def usable(row):
    """Rows whose label is a guess are not learned from: weak attacks, honest rows that the heuristics ask about."""
    if row["flagged"] or row["source"].startswith("asb_"):
        return False
    return not row["weak"] if row["label"] == 1 else row["heuristic"] < 0.7


def groups_of(rows):
    groups = {}
    for source in sorted(set(rows.source)):
        groups[source] = rows.source == source
    weak = np.array([row["weak"] for row in rows.rows])
    posix = np.array([row["posix"] for row in rows.rows])
    for source in ("atomic_red_team", "caldera_stockpile"):
        groups[f"{source}: POSIX, not weak"] = (rows.source == source) & posix & ~weak
        groups[f"{source}: PowerShell and cmd, not weak"] = (rows.source == source) & ~posix & ~weak
    groups["gtfobins: not weak"] = (rows.source == "gtfobins") & ~weak
    return {name: chosen for name, chosen in groups.items() if chosen.any()}


def areas_of(rows, scores, baseline):
    strong = np.array([not row["weak"] for row in rows.rows])
    posix = np.array([row["posix"] for row in rows.rows])
    named = {"model": scores, "bag of words": baseline, "heuristics": rows.heuristic, "both": np.maximum(scores, rows.heuristic)}
    return {
        kind: {name: area(rows.label[chosen], score[chosen]) for name, score in named.items()}
        for kind, chosen in (("not weak", strong), ("not weak, POSIX", strong & posix), ("all", strong | True))
    }


def bag_of_words(train, dev):
    """The plain model this one has to beat: which words occur, learned from the same rows."""
    words = CountVectorizer(token_pattern=r"\w+", min_df=2, binary=True)
    matrix = words.fit_transform(row["words"] for row in train.rows)
    model = regression(1.0).fit(matrix, train.label, sample_weight=row_weights(train))
    return model.decision_function(words.transform(row["words"] for row in dev.rows))


def hold_out(name, source, train, dev, head):
    """Learned and calibrated without a source, measured on it: in the training rows and the development rows."""
    made_of_others = source in ("tldr_pages", "mini_swe_agent_gemini3")
    related = RELATED.get(source, source)
    rest = [
        row
        for row in train.rows
        if row["source"].rstrip("+") not in (source, related) and not (made_of_others and row["source"].endswith("+"))
    ]
    left = Rows(rest, buckets)
    model = fit(left, {**head, "rounds": min(2, head["rounds"])}, lambda text: None)
    twin = "bipia_test" if source == "bipia_train" else source
    calibration = calibrate(dev, logits_of(model, dev), [each for each in head["honest"] if each != twin], head["ask"], head["deny"])
    held = Rows([row for row in train.rows if row["source"] == source] + [row for row in dev.rows if row["source"] == twin], buckets)
    say(f"{name}: without {source}")
    return table(held, scores_of(logits_of(model, held), calibration), {source: np.ones(len(held.rows), dtype=bool)})[source]


def golden(name, rows, model, calibration):
    """Scores of rows that a test scores again by the shipped file."""
    chosen = Rows([row for row in rows if row["split"] == "golden"], buckets)
    scores = scores_of(logits_of(model, chosen), calibration)
    return [{"parts": row["parts"], "score": float(score)} for row, score in zip(chosen.rows, scores)]


def main():
    say("reading features")
    with open(features, encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["parts"]]
    counts = {}
    for row in (row for row in rows if row["split"] != "golden"):
        split = counts.setdefault(row["split"], {}).setdefault(row["source"], [0, 0])
        split[row["label"]] += 1
    results = {"counts": counts, "heads": {}}
    for name, head in HEADS.items():
        of_kind = [row for row in rows if row["kind"] == ("call" if name == "calls" else "text")]
        train = Rows([row for row in of_kind if row["split"] == "train" and usable(row)], buckets)
        dev = Rows([row for row in of_kind if row["split"] == "dev" and not row["flagged"]], buckets)
        say(f"{name}: learning from {len(train.rows)} rows")
        model = fit(train, head, lambda text: say(f"{name}: {text}"))
        logits = logits_of(model, dev)
        asked = (train.source == "own_examples") & (train.label == 1) & (train.heuristic >= 0.7) & (train.heuristic < 0.8)
        calibration = calibrate(dev, logits, head["honest"], head["ask"], head["deny"], logits_of(model, train)[asked])
        scores = scores_of(logits, calibration)
        say(f"{name}: the bag of words to beat")
        baseline = bag_of_words(train, dev)
        held = {} if "--quick" in sys.argv else {source: hold_out(name, source, train, dev, head) for source in head["held_out"]}
        results["heads"][name] = {
            "file": head["file"],
            "sha256": export(f"{folder}/{head['file']}", model, calibration, buckets),
            "rows": len(train.rows),
            "calibration": calibration,
            "areas": areas_of(dev, scores, baseline),
            "groups": table(dev, scores, groups_of(dev)),
            "bag_of_words": table(dev, scores_of(baseline, calibrate(dev, baseline, head["honest"], head["ask"], head["deny"])), groups_of(dev)),
            "held_out": held,
            "golden": golden(name, of_kind, model, calibration),
        }
    with open(f"{folder}/metrics.json", "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1, sort_keys=True)
    say("done")


main()
