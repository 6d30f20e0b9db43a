// What a durable verdict costs over the wire, beside the least it could cost: a bare server with one synchronous insert.
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { beside, milliseconds, quantiles } from "./support/figures.ts";
import { sequentialHttp, sequentialWebSocket, throughput } from "./support/load.ts";
import { type RunningServer, startEngine, startFloor, withoutModel } from "./support/servers.ts";

const rounds = 4;
const perRound = 500;

export async function run(print: (line: string) => void): Promise<void> {
  const floor = await startFloor();
  const engine = await startEngine(withoutModel);
  try {
    await sequential(floor, engine, print);
    await parallel(floor, engine, print);
    await idleSockets(engine, print);
  } finally {
    await Promise.all([floor.stop(), engine.stop()]);
  }
}

/** Rounds alternate, so that a slow moment of the disk meets both. */
async function sequential(floor: RunningServer, engine: RunningServer, print: (line: string) => void): Promise<void> {
  const samples = { floor: [] as number[], http: [] as number[], socket: [] as number[] };
  // Warm: the engine is much more code than the floor, and it is compiled as it is used.
  for (const { http } of [floor, engine]) await sequentialHttp(http, 3000);
  for (let round = 0; round < rounds; round += 1) {
    samples.floor.push(...(await sequentialHttp(floor.http, perRound)));
    samples.http.push(...(await sequentialHttp(engine.http, perRound)));
    samples.socket.push(...(await sequentialWebSocket(engine.ws, perRound)));
  }
  const base = quantiles(samples.floor);
  print(`floor, HTTP: p50 ${milliseconds(base.p50)}, p99 ${milliseconds(base.p99)}`);
  print(`a2g/intent, HTTP: ${beside(quantiles(samples.http), base)}  (bar: 2× and 1.5×)`);
  print(`a2g/intent, WebSocket: ${beside(quantiles(samples.socket), base)}  (bar: below HTTP)`);
}

async function parallel(floor: RunningServer, engine: RunningServer, print: (line: string) => void): Promise<void> {
  const [base, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2; round += 1) {
    base.push(await throughput(floor.http, 64, 3000));
    ours.push(await throughput(engine.http, 64, 3000));
  }
  const [floorRate, engineRate] = [Math.max(...base), Math.max(...ours)];
  print(
    `64 connections: floor ${floorRate.toFixed(0)}/s, a2g/intent ${engineRate.toFixed(0)}/s (${(engineRate / floorRate).toFixed(2)}×)  (bar: 3,000/s and 3×)`,
  );
}

async function idleSockets(engine: RunningServer, print: (line: string) => void): Promise<void> {
  const before = residentMegabytes(engine);
  if (before === undefined) return print("1,000 idle sockets: memory can only be read on Linux");
  const sockets = Array.from({ length: 1000 }, () => new WebSocket(engine.ws));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("open", resolve))));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = residentMegabytes(engine) ?? before;
  for (const socket of sockets) socket.terminate();
  print(`1,000 idle sockets: ${(after - before).toFixed(1)} MB  (bar: 100 MB)`);
}

function residentMegabytes(server: RunningServer): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
