// An engine in a process of its own that lets every process of this user act as the operator: for tests in which one process is
// the agent and the operator. Arguments: the data directory.
import { join } from "node:path";
import { startGatehouse } from "../../../src/main/app/start.ts";
import { readyLine } from "../../../src/main/app/ready-line.ts";

const started = await startGatehouse({
  dataDirectory: process.argv[2] ?? "",
  port: 0,
  resourcesDirectory: join(import.meta.dirname, "../../../resources"),
  refuseOperator: () => undefined,
});
if (!started.ok) throw new Error(started.error);
console.log(readyLine(started.value.address, process.pid));
process.once("SIGTERM", () => void started.value.stop().then(() => process.exit(0)));
