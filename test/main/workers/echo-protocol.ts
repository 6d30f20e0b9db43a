// What the thread of the worker client's tests is asked.
import { z } from "zod";
import { fields, nothing, type Protocol, tagged, trusted } from "../../../src/main/workers/protocol.ts";

export interface EchoTypes {
  readonly data: { readonly prefix: string };
  readonly questions: {
    readonly echo: { readonly argument: string; readonly answer: string };
    readonly fail: { readonly argument: string; readonly answer: never };
    readonly wrong: { readonly argument: undefined; readonly answer: string };
    readonly late: { readonly argument: number; readonly answer: string };
    readonly count: { readonly argument: number; readonly answer: string; readonly progress: number };
    readonly sum: { readonly argument: Int32Array; readonly answer: number };
    readonly exit: { readonly argument: undefined; readonly answer: never };
    readonly crash: { readonly argument: undefined; readonly answer: void };
  };
  readonly command: { readonly type: "hear"; readonly text: string };
  readonly event: { readonly type: "heard"; readonly text: string };
}

export const echoProtocol: Protocol<EchoTypes> = {
  // Every client of the tests names another file.
  worker: "wasm-tool",
  data: fields<EchoTypes["data"]>({ prefix: "string" }),
  questions: {
    echo: { argument: z.string(), answer: z.string() },
    fail: { argument: z.string(), answer: trusted() },
    wrong: { argument: nothing, answer: z.string() },
    late: { argument: z.number(), answer: z.string() },
    count: { argument: z.number(), answer: z.string(), progress: z.number() },
    sum: { argument: z.instanceof(Int32Array), answer: z.number() },
    exit: { argument: nothing, answer: trusted() },
    crash: { argument: nothing, answer: trusted() },
  },
  command: tagged<EchoTypes["command"]>({ hear: true }),
  event: tagged<EchoTypes["event"]>({ heard: true }),
};
