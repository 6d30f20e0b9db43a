// What a durable verdict costs over the wire, beside a bare server with one synchronous insert.
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { cpuTime, type CpuTime, describeCpu } from "./support/cpu-time.ts";
import { beside, milliseconds, quantiles, ratios } from "./support/figures.ts";
import { type Load, sequentialHttp, sequentialWebSocket, throughput } from "./support/load.ts";
import { type RunningServer, startEngine, startFloor, withoutModel } from "./support/servers.ts";

const rounds = 12;
const perRound = 300;
const connections = 64;
const parallelRounds = 4;
const parallelMilliseconds = 4000;

export async function run(print: (line: string) => void): Promise<void> {
  const servers: Servers = {
    rollback: await startFloor("rollback"),
    writeAhead: await startFloor("write-ahead"),
    grouping: await startFloor("group"),
    engine: await startEngine(withoutModel),
  };
  try {
    await sequential(servers, print);
    await parallel(servers, print);
    await idleSockets(servers.engine, print);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

interface Servers {
  /** The floor: SQLite as it comes. */
  readonly rollback: RunningServer;
  /** A harder one: the journal that the engine uses too. */
  readonly writeAhead: RunningServer;
  readonly grouping: RunningServer;
  readonly engine: RunningServer;
}

/** Rounds alternate, so that a slow moment of the disk meets all. */
async function sequential({ rollback, writeAhead, engine }: Servers, print: (line: string) => void): Promise<void> {
  const samples = {
    rollback: newList(),
    writeAhead: newList(),
    http: newList(),
    repeated: newList(),
    socket: newList(),
  };
  // Warm: the engine is much more code than the floor, and it is compiled as it is used.
  for (const { http } of [rollback, writeAhead, engine]) await sequentialHttp(http, 3000);
  for (let round = 0; round < rounds; round += 1) {
    samples.rollback.push(...(await sequentialHttp(rollback.http, perRound)));
    samples.writeAhead.push(...(await sequentialHttp(writeAhead.http, perRound)));
    samples.http.push(...(await sequentialHttp(engine.http, perRound)));
    samples.repeated.push(...(await sequentialHttp(engine.http, perRound, { load: "repeated" })));
    samples.socket.push(...(await sequentialWebSocket(engine.ws, perRound)));
  }
  const floor = quantiles(samples.rollback);
  const harder = quantiles(samples.writeAhead);
  print(`floor, HTTP: p50 ${milliseconds(floor.p50)}, p99 ${milliseconds(floor.p99)}`);
  print(`floor, HTTP, with a write-ahead log: ${beside(harder, floor)}`);
  const besideBoth = (list: readonly number[]): string =>
    `${beside(quantiles(list), floor)}; of the floor with a write-ahead log ${ratios(quantiles(list), harder)}`;
  print(`a2g/intent, HTTP: ${besideBoth(samples.http)}  (bar: 2× and 1.5×)`);
  print(`a2g/intent, HTTP, calls seen before: ${besideBoth(samples.repeated)}`);
  const overHttp = quantiles(samples.http);
  print(`a2g/intent, WebSocket: ${beside(quantiles(samples.socket), overHttp)} of HTTP  (bar: below HTTP)`);
}

const newList = (): number[] => [];

async function parallel(servers: Servers, print: (line: string) => void): Promise<void> {
  const { rollback, writeAhead, grouping, engine } = servers;
  const tallies = {
    rollback: newTally(),
    writeAhead: newTally(),
    grouping: newTally(),
    fresh: newTally(),
    repeated: newTally(),
  };
  for (const { http } of Object.values(servers)) await throughput(http, connections, parallelMilliseconds);
  for (let round = 0; round < parallelRounds; round += 1) {
    await load(rollback, tallies.rollback);
    await load(writeAhead, tallies.writeAhead);
    await load(grouping, tallies.grouping);
    await load(engine, tallies.fresh);
    await load(engine, tallies.repeated, "repeated");
  }
  const floor = quantiles(tallies.rollback.rates).p50;
  const harder = quantiles(tallies.writeAhead.rates).p50;
  print(`${connections} connections, beside the floor and beside the floor with a write-ahead log:`);
  for (const [name, { rates, cpu }, bar] of [
    ["floor", tallies.rollback, ""],
    ["floor, with a write-ahead log", tallies.writeAhead, ""],
    ["one commit for all that arrived, nothing decided", tallies.grouping, "  (the most there is to be had)"],
    ["a2g/intent", tallies.fresh, "  (bar: 3,000/s and 3×)"],
    ["a2g/intent, calls seen before", tallies.repeated, ""],
  ] as const) {
    const rate = quantiles(rates).p50;
    print(`  ${name}: ${rate.toFixed(0)}/s (${(rate / floor).toFixed(2)}×, ${(rate / harder).toFixed(2)}×)${bar}`);
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
