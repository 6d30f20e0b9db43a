// gatehouse doctor: looks at everything an agent's call passes through, and says what to do where something is wrong.
import { createDetector } from "../../main/sandbox/commands/detect.ts";
import { ok } from "../../shared/lib/result.ts";
import { paint } from "../colour.ts";
import { localCommand } from "../command.ts";
import { exitCodes } from "../failure.ts";
import { connectOperator } from "../operator.ts";
import { endpointsIn } from "../place.ts";
import { commandTable } from "../table/index.ts";
import { counted, duration, table } from "../text.ts";
import { checkAddress, checkHealth, checkHooks } from "./engine.ts";
import { failed, fine, type Finding } from "./finding.ts";
import { writeReport } from "./report.ts";
import { checkDataDirectory, checkFreePort, checkLauncher, checkSandbox, checkSockets, checkToken } from "./machine.ts";

const patience = 30_000;
const usualPort = 3000;

export const doctor = localCommand({
  ...commandTable.doctor,
  act: async ({ dataDirectory, options }) => {
    const findings = [
      checkDataDirectory(dataDirectory),
      ...(await checkEngine(dataDirectory)),
      checkToken(dataDirectory),
      checkLauncher(dataDirectory, process.env["PATH"] ?? ""),
      checkSandbox(await createDetector()()),
    ];
    if (options.report !== undefined) {
      const written = writeReport(options.report, dataDirectory, findings);
      if (!written.ok) return written;
    }
    const wrong = findings.filter(({ state }) => state === "failed").length;
    const warnings = findings.filter(({ state }) => state === "warning").length;
    const summary = wrong === 0 ? "Nothing is wrong" : `${counted(wrong, "thing is", "things are")} wrong`;
    const report =
      options.report === undefined ? "" : `\nThe report is in ${options.report}. Read it before you give it away.`;
    return ok({
      data: { findings, wrong, warnings, ...options },
      text: `${table(findings.flatMap(rows))}\n\n${summary}${warnings === 0 ? "" : `, ${counted(warnings, "warning")}`}.${report}`,
      code: wrong === 0 ? exitCodes.done : exitCodes.failed,
    });
  },
});

async function checkEngine(dataDirectory: string): Promise<readonly Finding[]> {
  const endpoints = endpointsIn(dataDirectory);
  const operator = await connectOperator(endpoints.operator, patience);
  if (!operator.ok) {
    const remedy = "Start the console, or run: gatehouse serve. Until then connected agents run no tools.";
    const [first = ""] = operator.error.message.split("\n");
    return [
      failed("Engine", first, remedy),
      ...(operator.error.code === "not_running" ? [await checkFreePort(usualPort)] : []),
    ];
  }
  const { call, close } = operator.value;
  try {
    const status = await call("getStatus", {});
    if (!status.ok)
      return [failed("Engine", status.error.message, "Run this in a terminal of your own, not below an agent.")];
    const agents = await call("listConnectors", {});
    const { version, startedAt, http } = status.value;
    return [
      fine("Engine", `${version}, running for ${duration(Date.now() - startedAt)}`),
      checkSockets(endpoints),
      ...checkHealth(status.value),
      await checkAddress(http),
      ...(agents.ok ? checkHooks(agents.value) : [failed("Hooks", agents.error.message, "gatehouse connect")]),
    ];
  } finally {
    close();
  }
}

const signs = { ok: ["green", "ok"], warning: ["yellow", "warning"], failed: ["red", "FAILED"] } as const;

function rows({ name, state, detail, remedy }: Finding): readonly (readonly string[])[] {
  const [colour, word] = signs[state];
  return [[paint(colour, word), name, detail], ...(remedy === undefined ? [] : [["", "", `> ${remedy}`]])];
}
