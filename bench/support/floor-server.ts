// The floor: the least a durable answer over HTTP can cost. Parses JSON, makes one synchronous-FULL insert, answers.
import { createServer } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";

const directory = process.argv[2] ?? ".";
const database = new Database(join(directory, "floor.sqlite"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
const insert = database.prepare("INSERT INTO entries (body) VALUES (?)");

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString("utf8");
    const { id } = JSON.parse(body) as { id: unknown };
    insert.run(body);
    const answer = JSON.stringify({ jsonrpc: "2.0", result: { verdict: "APPROVED" }, id });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  console.log(JSON.stringify({ event: "ready", http: `http://127.0.0.1:${port}`, ws: "" }));
});
process.on("SIGTERM", () => process.exit(0));
