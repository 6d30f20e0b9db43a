// What the model's thread and its owner say to each other.

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
  readonly type: "score";
  readonly batch: number;
  readonly file: number;
  readonly rows: number;
  readonly ids: Int32Array;
}

/** After "close" the thread ends by itself: stopped from outside, the native library could take the process with it. */
export type ToOnnx = ScoreRows | { readonly type: "close" };

export type FromOnnx =
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "scored"; readonly batch: number; readonly scores: Float32Array }
  | { readonly type: "failed"; readonly batch: number; readonly message: string };
