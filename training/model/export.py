# Export: the weights as an ONNX file. The graph looks the features up, adds their weights, and bends the sum into a score.
import hashlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from learn import exact
from measure import ASK


def export(path, model, calibration, buckets):
    weights, bias = model
    table = weights.astype(np.float32).reshape(buckets, 1)
    # Number 0 is padding and must say nothing.
    table[0] = 0
    scalar = lambda value, name: numpy_helper.from_array(np.array([value], dtype=np.float32), name)
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(np.array([1, 2], dtype=np.int64), "axes"),
        scalar(exact(bias - calibration["at"]), "shift"),
        scalar(calibration["above"], "above"),
        scalar(calibration["below"], "below"),
        scalar(ASK, "ask"),
    ]
    nodes = [
        helper.make_node("Gather", ["table", "ids"], ["found"], axis=0),
        helper.make_node("ReduceSum", ["found", "axes"], ["sum"], keepdims=0),
        helper.make_node("Add", ["sum", "shift"], ["over"]),
        helper.make_node("Relu", ["over"], ["high"]),
        helper.make_node("Sub", ["over", "high"], ["low"]),
        helper.make_node("Mul", ["high", "above"], ["bent_high"]),
        helper.make_node("Mul", ["low", "below"], ["bent_low"]),
        helper.make_node("Add", ["bent_high", "bent_low"], ["bent"]),
        helper.make_node("Add", ["bent", "ask"], ["logit"]),
        helper.make_node("Sigmoid", ["logit"], ["score"]),
    ]
    graph = helper.make_graph(
        nodes,
        "risk",
        [helper.make_tensor_value_info("ids", TensorProto.INT32, ["rows", "features"])],
        [helper.make_tensor_value_info("score", TensorProto.FLOAT, ["rows"])],
        constants,
    )
    built = helper.make_model(graph, producer_name="gatehouse", opset_imports=[helper.make_opsetid("", 13)])
    built.ir_version = 8
    onnx.checker.check_model(built)
    content = built.SerializeToString(deterministic=True)
    with open(path, "wb") as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()
