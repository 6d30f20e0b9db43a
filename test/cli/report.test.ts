// gatehouse doctor --report: secrets in settings, environment, log, paths and the token file do not get into the report.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLedger } from "../../src/main/store/ledger.ts";
import { logFilesIn } from "../../src/main/machine/log.ts";
import { runCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { handClock, samplePair } from "../main/store/samples.ts";

const planted = {
  github: `ghp_${"a1B2".repeat(9)}`,
  inPath: `glpat-${"x9Y8".repeat(5)}`,
  environment: "correct horse battery",
  collector: "s3cr3tPathPart",
  login: "hunter2hunter2",
  query: "qparamsecret99",
  token: "f00dfeed".repeat(8),
  header: "Zm9vYmFyYmF6cXV4",
  person: "Ada Lovelace the person",
};

test("holds versions, checks, settings, ledger and log, and none of the secrets", async () => {
  const directory = join(temporaryDirectory(), `work-${planted.inPath}`);
  mkdirSync(directory, { mode: 0o700 });
  const ledger = await openLedger({ directory, clock: handClock() });
  await ledger.append(samplePair(0));
  await ledger.close();
  writeFileSync(join(directory, "token"), planted.token, { mode: 0o600 });
  const settings = {
    high_band: "deny",
    open_telemetry_endpoint: `https://collector.example/v1/${planted.collector}`,
    api_key: planted.header,
    observe: { by: `<${planted.person}>`, since: 1 },
  };
  writeFileSync(join(directory, "settings.json"), JSON.stringify(settings));
  const { folder, file } = logFilesIn(directory);
  mkdirSync(folder);
  // As if a line had been written without being redacted.
  const lines = [
    `refused ${planted.github}`,
    `asked https://user:${planted.login}@example.com/x?key=${planted.query}`,
    `read ${directory}/token ${planted.token} in ${homedir()}/project on ${hostname()}`,
    `said ${planted.environment}`,
  ];
  const entries = lines.map((message) => JSON.stringify({ at: 5, level: "error", where: "planted", message }));
  writeFileSync(file, `${entries.join("\n")}\n`);

  const report = join(directory, "..", "report.json");
  const environment = { MY_SERVICE_TOKEN: planted.environment, DATABASE_PASSWORD: planted.login };
  const { stdout } = await runCommand(["doctor", "--report", report, "--data-dir", directory], environment);
  expect(stdout).toContain(`The report is in ${report}`);
  const text = readFileSync(report, "utf8");
  for (const [name, secret] of Object.entries(planted)) expect(text, name).not.toContain(secret);
  expect(text).not.toContain(directory);
  expect(text).not.toContain(`in ${homedir()}/project`);
  expect(text).not.toContain(`on ${hostname()}`);
  expect(statSync(report).mode & 0o777).toBe(0o600);
  expect(JSON.parse(text)).toMatchObject({
    versions: { gatehouse: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node },
    settings: { high_band: "deny", open_telemetry_endpoint: expect.stringMatching(/characters/) },
    ledger: { sound: true, entries: 2 },
    checks: expect.arrayContaining([expect.objectContaining({ name: "Engine", state: "failed" })]),
    log: [
      { where: "planted", message: expect.stringMatching(/^refused \[redacted/) },
      { message: "asked https://[redacted]@example.com/x?[redacted]" },
      { message: expect.stringContaining("[redacted:token] in ~/project") },
      { message: "said [redacted:MY_SERVICE_TOKEN]" },
    ],
  });
}, 60_000);

test("does not write over a file", async () => {
  const directory = temporaryDirectory();
  const report = join(directory, "report.json");
  writeFileSync(report, "mine");
  const { code, stderr } = await runCommand(["doctor", "--report", report, "--data-dir", directory]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("cannot be written");
  expect(readFileSync(report, "utf8")).toBe("mine");
}, 60_000);
