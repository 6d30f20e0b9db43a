// Writes small ONNX files: Gather the weight of each number, add them up, and a sigmoid where one is wanted.

type Field = readonly [number: number, value: number | string | Uint8Array];

/** Protocol buffers: a number is a varint, everything else has its length in front. */
function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
      const bytes = typeof value === "string" ? Buffer.from(value) : value;
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
    }),
  );
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

const types = { float: 1, int32: 6, int64: 7 } as const;

function constant(
  name: string,
  type: keyof typeof types,
  dimensions: readonly number[],
  data: ArrayBuffer,
): Uint8Array {
  return message(...dimensions.map((each): Field => [1, each]), [2, types[type]], [8, name], [9, new Uint8Array(data)]);
}

function node(
  kind: string,
  inputs: readonly string[],
  output: string,
  ...attributes: readonly Uint8Array[]
): Uint8Array {
  return message(
    ...inputs.map((each): Field => [1, each]),
    [2, output],
    [4, kind],
    ...attributes.map((each): Field => [5, each]),
  );
}

const integer = (name: string, value: number): Uint8Array => message([1, name], [3, value], [20, 2]);

function port(name: string, type: keyof typeof types, ...dimensions: readonly string[]): Uint8Array {
  const shape = message(...dimensions.map((each): Field => [1, message([2, each])]));
  return message([1, name], [2, message([1, message([1, types[type]], [2, shape])])]);
}

export interface SmallModel {
  /** The weight of each number; 0 is padding. */
  readonly weights: readonly number[];
  readonly bias: number;
  readonly input?: { readonly name: string; readonly type: "int32" | "int64" };
  readonly output?: string;
  /** Without it the sum itself comes out. */
  readonly sigmoid?: boolean;
}

export function onnxFile({ weights, bias, input, output = "score", sigmoid = true }: SmallModel): Uint8Array {
  const { name, type } = input ?? { name: "ids", type: "int32" as const };
  const table = Float32Array.from(weights).buffer;
  const sum = sigmoid ? "sum" : output;
  const graph = message(
    [1, node("Gather", ["table", name], "found", integer("axis", 0))],
    [1, node("ReduceSum", ["found", "axes"], "total", integer("keepdims", 0))],
    [1, node("Add", ["total", "bias"], sum)],
    ...(sigmoid ? [[1, node("Sigmoid", [sum], output)] satisfies Field] : []),
    [2, "small"],
    [5, constant("table", "float", [weights.length], table)],
    [5, constant("axes", "int64", [1], BigInt64Array.from([1n]).buffer)],
    [5, constant("bias", "float", [1], Float32Array.from([bias]).buffer)],
    [11, port(name, type, "rows", "width")],
    [12, port(output, "float", "rows")],
  );
  return message([1, 8], [2, "test"], [7, graph], [8, message([1, ""], [2, 13])]);
}
