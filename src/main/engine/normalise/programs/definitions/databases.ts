// Clients of databases. The SQL in their arguments is code.
import type { Definition } from "../definition.ts";

const network = ["network"] as const;

const sql = { language: "sql", input: true } as const;

export const databases: readonly Definition[] = [
  {
    names: ["psql", "pgcli", "cockroach", "duckdb", "usql"],
    interprets: { ...sql, options: ["--command", "--execute"] },
    options: [
      "-c, --command <text>",
      "-e, --execute <text>",
      "-f, --file <path>",
      "-d, --dbname <text>",
      "-h, --host <text>",
      "-p, --port <text>",
      "-U, --username <text>",
      "-v, --set, --variable <text>",
      "-o, --output <write>",
      "-L, --log-file <write>",
      "-t, --tuples-only",
      "-A, --no-align",
      "-q, --quiet",
    ],
    operands: "path",
    effects: network,
    examples: [
      { run: "psql -f ./x.sql prod", options: ["--file"], reads: ["./x.sql"], effects: network },
      { run: "psql -tAc 'select 1'", options: ["--tuples-only", "--no-align", "--command"], effects: network },
    ],
  },
  {
    names: ["mysql", "mariadb", "mycli", "clickhouse-client", "clickhouse"],
    interprets: { ...sql, options: ["--execute", "--query"] },
    options: [
      "-e, --execute <text>",
      "-q, --query <text>",
      "-h, --host <text>",
      "-P, --port <text>",
      "-u, --user <text>",
      "-p, --password[=<text>]",
      "-D, --database <text>",
      "-S, --socket <path>",
      "--defaults-file <path>",
    ],
    operands: "path",
    effects: network,
    examples: [
      {
        run: "mysql -S ./x.sock -psecret shop",
        options: ["--socket", "--password"],
        reads: ["./x.sock"],
        effects: network,
      },
      { run: "mysql -e 'select 1'", options: ["--execute"], effects: network },
    ],
  },
  {
    names: ["mongo", "mongosh"],
    interprets: { language: "javascript", options: ["--eval"], input: true },
    options: [
      "--eval <text>",
      "-f, --file <path>",
      "--host <text>",
      "--port <text>",
      "-u, --username <text>",
      "-p, --password <text>",
    ],
    operands: "path",
    effects: network,
    examples: [
      { run: "mongosh --host x ./seed.js", options: ["--host"], reads: ["./seed.js"], effects: network },
      { run: "mongosh --eval 'db.stats()'", options: ["--eval"], effects: network },
    ],
  },
  {
    names: ["sqlite", "sqlite3", "sqlcipher"],
    style: "long",
    options: ["-cmd <text>", "-init <path>", "-separator <text>", "-readonly", "-json", "-csv", "-header"],
    operands: { first: "path" },
    interprets: { ...sql, options: ["-cmd"], operand: 1 },
    examples: [
      { run: "sqlite3 ./app.db .tables", reads: ["./app.db"] },
      { run: "sqlite3 -readonly ./app.db", options: ["-readonly"], reads: ["./app.db"] },
    ],
  },
  {
    names: ["sqlcmd", "isql"],
    options: ["-Q <text>", "-q <text>", "-S <text>", "-U <text>", "-P <text>", "-d <text>", "-i <path>", "-o <write>"],
    interprets: { ...sql, options: ["-Q", "-q"] },
    examples: [
      { run: "sqlcmd -S db -i ./x.sql", options: ["-S", "-i"], reads: ["./x.sql"] },
      { run: "sqlcmd -S db -Q 'select 1'", options: ["-S", "-Q"] },
    ],
  },
  {
    names: ["redis-cli", "valkey-cli", "keydb-cli"],
    options: [
      "-h <text>",
      "-p <text>",
      "-a <text>",
      "-n <text>",
      "-u <text>",
      "-r <text>",
      "-i <text>",
      "-s <path>",
      "--eval <path>",
      "--pattern <text>",
      "--scan",
    ],
    operands: "path",
    stopAfter: 1,
    describe({ program }, record) {
      if (program === "redis-cli") record.network();
    },
    examples: [
      { run: "redis-cli -n 1 --eval ./x.lua", options: ["-n", "--eval"], reads: ["./x.lua"], effects: network },
      { run: "redis-cli -h db get x", options: ["-h"], effects: network },
    ],
  },
  {
    names: ["dropdb", "dropuser"],
    options: [
      "-i, --interactive",
      "-f, --force",
      "--if-exists",
      "-h, --host <text>",
      "-p, --port <text>",
      "-U, --username <text>",
    ],
    effects: ["delete"],
    examples: [
      { run: "dropdb -h db prod", options: ["--host"] },
      { run: "dropdb -i prod", options: ["--interactive"] },
    ],
  },
  {
    names: ["pg_restore", "mongorestore"],
    options: ["-c, --clean", "--drop", "-d, --dbname, --db <text>", "-h, --host <text>", "-U, --username <text>"],
    operands: "path",
    examples: [
      { run: "pg_restore -c -d prod ./x.dump", options: ["--clean", "--db"], reads: ["./x.dump"] },
      { run: "mongorestore --drop ./dump", options: ["--drop"], reads: ["./dump"] },
    ],
  },
];
