// What the model's thread is asked.
import { fields, nothing, type Protocol, trusted } from "../../workers/protocol.ts";

export interface OnnxInput {
  readonly name: string;
  readonly type: "int32" | "int64";
  /** Numbers in a row; undefined: as many as the longest row of a batch has. */
  readonly width?: number;
  /** A second input: 1 for each number, 0 for padding. */
  readonly mask?: string;
}

export interface OnnxOutput {
  readonly name: string;
  readonly kind: "score" | "logit" | "two-logits";
}

export interface OnnxFile {
  readonly path: string;
  /** Lower-case hex. A file with another hash is refused. */
  readonly sha256: string;
  /** Without these it is one of the files Gatehouse ships. */
  readonly otherHash?: string;
  readonly input?: OnnxInput;
  readonly output?: OnnxOutput;
}

export interface OnnxData {
  readonly files: readonly OnnxFile[];
}

/** Rows of feature numbers for one of the files, padded with zeros to the same width. */
export interface ScoreRows {
  readonly file: number;
  readonly rows: number;
  readonly ids: Int32Array<ArrayBuffer>;
}

export interface OnnxTypes {
  readonly data: OnnxData;
  readonly questions: {
    /** Answered when every file is loaded. */
    readonly load: { readonly argument: undefined; readonly answer: undefined };
    readonly score: { readonly argument: ScoreRows; readonly answer: Float32Array };
  };
  readonly command: undefined;
  readonly event: undefined;
}

export const onnxProtocol: Protocol<OnnxTypes> = {
  worker: "risk-model",
  data: fields<OnnxData>({ files: "object" }),
  questions: {
    load: { argument: nothing, answer: trusted() },
    score: { argument: fields<ScoreRows>({ file: "number", rows: "number", ids: "object" }), answer: trusted() },
  },
  command: nothing,
  event: nothing,
};
