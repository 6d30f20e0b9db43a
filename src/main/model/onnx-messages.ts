// What the model's thread and its owner say to each other.

export interface OnnxFile {
  readonly path: string;
  /** Lower-case hex. A file with another hash is refused. */
  readonly sha256: string;
}

export interface OnnxData {
  readonly files: readonly OnnxFile[];
}

/** Rows of feature numbers for one of the files, padded with zeros to the same width. */
export interface ToOnnx {
  readonly type: "score";
  readonly batch: number;
  readonly file: number;
  readonly rows: number;
  readonly ids: Int32Array;
}

export type FromOnnx =
  | { readonly type: "ready" }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "scored"; readonly batch: number; readonly scores: Float32Array }
  | { readonly type: "failed"; readonly batch: number; readonly message: string };
