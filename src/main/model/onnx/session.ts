// One loaded ONNX file: rows of numbers in, a score for each row out, whatever the file calls them.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { InferenceSession, Tensor, TensorConstructor } from "onnxruntime-node";
import type { OnnxFile, OnnxInput, OnnxOutput } from "./messages.ts";
import { mayLoadRuntime, telemetryRefusal } from "../telemetry-off.ts";

/** One thread, one order of sums: the same input gives the same score. */
const options: InferenceSession.SessionOptions = {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: 4,
};

export type Scoring = (rows: number, ids: Int32Array) => Promise<Float32Array>;

/** As the files are that Gatehouse ships. */
const shipped = {
  otherHash: "is not the model this version was built with. Install Gatehouse again, or run npm run train.",
  input: { name: "ids", type: "int32" },
  output: { name: "score", kind: "score" },
} as const;

export async function openSession(file: OnnxFile): Promise<Scoring> {
  const { path, sha256, otherHash, input, output }: Required<OnnxFile> = { ...shipped, ...file };
  const bytes = await readFile(path);
  if (hash("sha256", bytes, "hex") !== sha256) throw new Error(`${path} ${otherHash}`);
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(bytes, options);
  const missing = [input.name, ...(input.mask === undefined ? [] : [input.mask])].find(
    (name) => !session.inputNames.includes(name),
  );
  if (missing !== undefined)
    throw new Error(`${path} has no input ${missing}: it has ${session.inputNames.join(", ")}.`);
  if (!session.outputNames.includes(output.name)) {
    throw new Error(`${path} has no output ${output.name}: it has ${session.outputNames.join(", ")}.`);
  }
  return async (rows, ids) => {
    const result = await session.run(feedsOf(Tensor, rows, ids, input), [output.name], { logSeverityLevel: 4 });
    return scoresOf(result[output.name]?.data, rows, output);
  };
}

/** Imported only here and only now: loading the library is what starts its telemetry. */
async function loadRuntime() {
  if (!mayLoadRuntime()) throw new Error(telemetryRefusal);
  return import("onnxruntime-node");
}

function feedsOf(
  Tensor: TensorConstructor,
  rows: number,
  ids: Int32Array,
  { name, type, width, mask }: OnnxInput,
): Record<string, Tensor> {
  const given = ids.length / rows;
  const wanted = width ?? given;
  const shape = [rows, wanted];
  const numbers = wanted === given ? ids : widened(ids, rows, given, wanted);
  const tensor = (values: Int32Array): Tensor =>
    type === "int32"
      ? new Tensor("int32", values, shape)
      : new Tensor("int64", BigInt64Array.from(values, BigInt), shape);
  return {
    [name]: tensor(numbers),
    ...(mask === undefined ? {} : { [mask]: tensor(numbers.map((number) => (number === 0 ? 0 : 1))) }),
  };
}

function widened(ids: Int32Array, rows: number, given: number, wanted: number): Int32Array {
  const wide = new Int32Array(rows * wanted);
  for (let row = 0; row < rows; row += 1) {
    wide.set(ids.subarray(row * given, row * given + Math.min(given, wanted)), row * wanted);
  }
  return wide;
}

function scoresOf(data: unknown, rows: number, { name, kind }: OnnxOutput): Float32Array {
  const each = kind === "two-logits" ? 2 : 1;
  if (!(data instanceof Float32Array) || data.length !== rows * each) {
    throw new Error(
      `The model's output ${name} is not ${each === 1 ? "one number" : "two numbers"} of type float a row.`,
    );
  }
  if (kind === "score") return data;
  if (kind === "logit") return data.map((logit) => 1 / (1 + Math.exp(-logit)));
  return Float32Array.from(
    { length: rows },
    (_, row) => 1 / (1 + Math.exp((data[2 * row] ?? 0) - (data[2 * row + 1] ?? 0))),
  );
}
