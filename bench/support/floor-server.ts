// The floor: the least a durable answer over HTTP can cost. Parses JSON, makes a synchronous-FULL insert, answers.
//
// `node floor-server.ts DIRECTORY one` commits for each request; `… group` once for all that have arrived, deciding nothing
// either: the most that group commit can give any server on this machine.
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";

const [directory = ".", commits = "one"] = process.argv.slice(2);
const database = new Database(join(directory, "floor.sqlite"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
const insert = database.prepare("INSERT INTO entries (body) VALUES (?)");

interface Asked {
  readonly body: string;
  readonly id: unknown;
  readonly response: ServerResponse;
}

function reply({ id, response }: Asked): void {
  const answer = JSON.stringify({ jsonrpc: "2.0", result: { verdict: "APPROVED" }, id });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
  response.end(answer);
}

function one(asked: Asked): void {
  insert.run(asked.body);
  reply(asked);
}

let waiting: Asked[] = [];
const insertAll = database.transaction((all: readonly Asked[]) => {
  for (const { body } of all) insert.run(body);
});

function together(asked: Asked): void {
  waiting.push(asked);
  if (waiting.length > 1) return;
  setImmediate(() => {
    const all = waiting;
    waiting = [];
    insertAll.immediate(all);
    for (const each of all) reply(each);
  });
}

const take = commits === "group" ? together : one;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString("utf8");
    const { id } = JSON.parse(body) as { id: unknown };
    take({ body, id, response });
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  console.log(JSON.stringify({ event: "ready", http: `http://127.0.0.1:${port}`, ws: "" }));
});
process.on("SIGTERM", () => process.exit(0));
