// What a durable verdict costs over the wire, beside the least it could cost: a bare server with one synchronous insert.
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { cpuTime, type CpuTime, describeCpu } from "./support/cpu-time.ts";
import { beside, milliseconds, quantiles } from "./support/figures.ts";
import { type Load, sequentialFetch, sequentialHttp, sequentialWebSocket, throughput } from "./support/load.ts";
import { type RunningServer, startEngine, startFloor, withoutModel } from "./support/servers.ts";

const rounds = 12;
const perRound = 300;
const connections = 64;
const parallelRounds = 4;
const parallelMilliseconds = 4000;

export async function run(print: (line: string) => void): Promise<void> {
  const floor = await startFloor();
  const grouping = await startFloor("group");
  const engine = await startEngine(withoutModel);
  try {
    await sequential(floor, engine, print);
    await parallel({ floor, grouping, engine }, print);
    await idleSockets(engine, print);
  } finally {
    await Promise.all([floor.stop(), grouping.stop(), engine.stop()]);
  }
}

/** Rounds alternate, so that a slow moment of the disk meets all. */
async function sequential(floor: RunningServer, engine: RunningServer, print: (line: string) => void): Promise<void> {
  const samples = { floor: newSamples(), fresh: newSamples(), repeated: newSamples() };
  const socket: number[] = [];
  for (const server of [floor, engine]) await warm(server, print);
  for (let round = 0; round < rounds; round += 1) {
    samples.floor.lean.push(...(await sequentialHttp(floor.http, perRound)));
    samples.fresh.lean.push(...(await sequentialHttp(engine.http, perRound)));
    samples.repeated.lean.push(...(await sequentialHttp(engine.http, perRound, { load: "repeated" })));
    socket.push(...(await sequentialWebSocket(engine.ws, perRound)));
    samples.floor.fetch.push(...(await sequentialFetch(floor.http, perRound)));
    samples.fresh.fetch.push(...(await sequentialFetch(engine.http, perRound)));
    samples.repeated.fetch.push(...(await sequentialFetch(engine.http, perRound, "repeated")));
  }
  for (const client of ["fetch", "lean"] as const) {
    const base = quantiles(samples.floor[client]);
    print(`HTTP by ${client === "fetch" ? "fetch" : "the bench's lean client"}:`);
    print(`  floor: p50 ${milliseconds(base.p50)}, p99 ${milliseconds(base.p99)}`);
    print(`  a2g/intent: ${beside(quantiles(samples.fresh[client]), base)}  (bar: 2× and 1.5×)`);
    print(`  a2g/intent, calls seen before: ${beside(quantiles(samples.repeated[client]), base)}`);
  }
  print(`WebSocket beside HTTP, both lean: ${beside(quantiles(socket), quantiles(samples.fresh.lean))}  (bar: below)`);
}

interface Samples {
  readonly lean: number[];
  readonly fetch: number[];
}

const newSamples = (): Samples => ({ lean: [], fetch: [] });

/** The engine is much more code than the floor: so many calls pass until V8 has compiled what is worth it. */
const warmCalls = 20_000;

async function warm({ http }: RunningServer, print: (line: string) => void): Promise<void> {
  print(`${warmCalls} calls to warm ${http} …`);
  await sequentialHttp(http, warmCalls / 2);
  await sequentialHttp(http, warmCalls / 4, { load: "repeated" });
  await sequentialFetch(http, warmCalls / 4);
}

interface Servers {
  readonly floor: RunningServer;
  readonly grouping: RunningServer;
  readonly engine: RunningServer;
}

async function parallel({ floor, grouping, engine }: Servers, print: (line: string) => void): Promise<void> {
  const tallies = { floor: newTally(), grouping: newTally(), fresh: newTally(), repeated: newTally() };
  for (const { http } of [floor, grouping, engine]) await throughput(http, connections, parallelMilliseconds);
  for (let round = 0; round < parallelRounds; round += 1) {
    await load(floor, tallies.floor);
    await load(grouping, tallies.grouping);
    await load(engine, tallies.fresh);
    await load(engine, tallies.repeated, "repeated");
  }
  const base = quantiles(tallies.floor.rates).p50;
  print(`${connections} connections:`);
  for (const [name, { rates, cpu }, bar] of [
    ["floor", tallies.floor, ""],
    ["one commit for all that arrived, nothing decided", tallies.grouping, "  (the most there is to be had)"],
    ["a2g/intent", tallies.fresh, "  (bar: 3,000/s and 3×)"],
    ["a2g/intent, calls seen before", tallies.repeated, ""],
  ] as const) {
    const rate = quantiles(rates).p50;
    print(`  ${name}: ${rate.toFixed(0)}/s (${(rate / base).toFixed(2)}×)${bar}`);
    if (cpu.length > 0) print(`    processor time for each answer, last round: ${cpu.at(-1)}`);
  }
}

interface Tally {
  readonly rates: number[];
  readonly cpu: string[];
}

const newTally = (): Tally => ({ rates: [], cpu: [] });

async function load(server: RunningServer, tally: Tally, kind?: Load): Promise<void> {
  const before: CpuTime = cpuTime(server.child.pid);
  const own = process.cpuUsage();
  const { answers, perSecond } = await throughput(server.http, connections, parallelMilliseconds, kind);
  tally.rates.push(perSecond);
  const { user, system } = process.cpuUsage(own);
  const described = describeCpu(before, cpuTime(server.child.pid), answers);
  if (described !== "") tally.cpu.push(`${described}, client ${((user + system) / answers).toFixed(0)} µs`);
}

async function idleSockets(engine: RunningServer, print: (line: string) => void): Promise<void> {
  const before = residentMegabytes(engine);
  if (before === undefined) return print("250 idle sockets: memory can only be read on Linux");
  const sockets = Array.from({ length: 250 }, () => new WebSocket(engine.ws));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("open", resolve))));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = residentMegabytes(engine) ?? before;
  for (const socket of sockets) socket.terminate();
  print(`250 idle sockets, the most of one process: ${(after - before).toFixed(1)} MB  (bar: 25 MB)`);
}

function residentMegabytes(server: RunningServer): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
