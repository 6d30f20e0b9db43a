// A user's own ONNX model as a scorer, run on the same thread code as the built-in one.
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ModelQuestion } from "../../engine/ports.ts";
import { byteRow } from "../features/bytes.ts";
import { featureRows } from "../features/rows.ts";
import type { OnnxFile } from "./messages.ts";
import { startOnnxThread } from "./thread.ts";
import { type OwnFile, pathOf, type ReadManifest, readManifest } from "./own-manifest.ts";
import type { Scorer } from "../scorer.ts";

export async function openOwn(path: string): Promise<Result<Scorer, string>> {
  const read = await readManifest(path);
  if (!read.ok) return read;
  const { name, version, calls, texts } = read.value.manifest;
  const parts = [
    ...(calls === undefined ? [] : [{ kind: "call" as const, file: calls }]),
    ...(texts === undefined ? [] : [{ kind: "text" as const, file: texts }]),
  ];
  const files = parts.map(({ file }) => onnxFile(read.value, file));
  const thread = startOnnxThread({ files });
  try {
    await thread.ready();
  } catch (error) {
    await thread.close();
    return fail(error instanceof Error ? error.message : String(error));
  }
  const origin = `own-onnx ${name} ${version}`;

  async function score(question: ModelQuestion) {
    const place = parts.findIndex(({ kind }) => kind === question.kind);
    const part = parts[place];
    if (part === undefined) throw new Error(`${name} does not judge this.`);
    const scores = await thread.score(place, rowsOf(question, part.file));
    const worst = scores.reduce((highest, each) => Math.max(highest, each), 0);
    if (!(worst >= 0 && worst <= 1)) throw new Error(`${name} gives ${worst}, which is no score from 0 to 1.`);
    return { score: worst, threats: [], origin };
  }

  return ok({
    origin,
    remote: false,
    judges: parts.map(({ kind }) => kind),
    score,
    scoreMany: (questions) => Promise.all(questions.map(score)),
    close: thread.close,
  });
}

function rowsOf(question: ModelQuestion, { features, input: { width } }: OwnFile): readonly Int32Array[] {
  const rows = features === "bytes" ? [byteRow(question, width)] : featureRows(question);
  return width === undefined ? rows : rows.map((row) => row.subarray(0, width));
}

function onnxFile(read: ReadManifest, file: OwnFile): OnnxFile {
  const { name, type, width, mask } = file.input;
  return {
    path: pathOf(read, file),
    sha256: file.sha256,
    otherHash: "has another SHA-256 than its manifest says. If you have changed it, change the manifest too.",
    input: {
      name,
      type,
      ...(width === undefined ? {} : { width }),
      ...(mask === undefined ? {} : { mask }),
    },
    output: file.output,
  };
}
