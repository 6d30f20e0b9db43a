// The ledger, as people look through it, verify it and take it elsewhere.
import type { OperationError, Operations } from "../../../shared/contract/contract.ts";
import type { activityInputs } from "../../../shared/contract/activity.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import { createLedgerJobs, type LedgerPorts } from "./jobs.ts";
import { refuse } from "../ports.ts";

type LedgerOperations = Pick<Operations, keyof typeof activityInputs>;

export function ledgerOperations(ports: LedgerPorts): LedgerOperations {
  const { reading, figures } = ports.activity;
  const jobs = createLedgerJobs(ports);
  return {
    measureActivity: (input) => answered(reading.measure(input)),
    listActivity: ({ filter, head, limit, skip, before, after }) =>
      answered(
        reading.rows({
          filter,
          head,
          limit,
          ...(skip === undefined ? {} : { skip }),
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
        }),
      ),
    getEntry: async ({ sequence }) => found(await answered(reading.entry(sequence)), "This entry"),
    getStory: async ({ intentId, agentDid }) =>
      found(
        await answered(reading.story({ intentId, ...(agentDid === undefined ? {} : { agentDid }) })),
        "This intent",
      ),
    getSession: (input) => answered(reading.around(input)),
    listSessions: (input) => answered(reading.sessions(input)),
    getAgentPolicy: async ({ agentDid }) => ok(ports.activity.policyFor(agentDid)),
    countActivity: (input) => answered(reading.facets(input)),
    getSeries: (input) => answered(figures.series(input)),
    getThreats: (input) => answered(figures.threats(input)),
    getLatency: (input) => answered(figures.latency(input)),
    getApprovalLoad: (input) => answered(figures.load(input)),
    getRiskPoints: (input) => answered(figures.riskPoints(input)),
    getToolUse: (input) => answered(figures.toolUse(input)),
    getFatigue: (input) => answered(figures.fatigue(input)),
    getLedger: async () => {
      const stats = await answered(reading.stats());
      if (!stats.ok) return stats;
      const verification = await jobs.lastVerification();
      return ok({
        stats: stats.value,
        ...(verification === undefined ? {} : { verification }),
        jobs: jobs.list(),
      });
    },
    verifyLedger: async (_input, actor) => ok(jobs.verify(actor)),
    exportLedger: async ({ format, filter }, actor) => {
      const { chooseFile } = ports.activity.work;
      if (chooseFile === undefined)
        return refuse("unavailable", "There is no window to choose a file in. Use `gatehouse ledger export` instead.");
      const file = await chooseFile(format);
      return ok(file === undefined ? undefined : jobs.export({ format, filter, file }, actor));
    },
    cancelLedgerJob: async ({ jobId }) => {
      const job = jobs.cancel(jobId);
      return job === undefined ? refuse("not_found", "This work has ended already.") : ok(job);
    },
  };
}

/** What cannot be read is no fault of the engine: a ledger may be missing, or just be put in its place. */
async function answered<Value>(answer: Promise<Value>): Promise<Result<Value, OperationError>> {
  try {
    return ok(await answer);
  } catch (error) {
    return refuse("unavailable", error instanceof Error ? error.message : "The ledger cannot be read.");
  }
}

function found<Value>(answer: Result<Value | undefined, OperationError>, what: string): Result<Value, OperationError> {
  if (!answer.ok) return answer;
  if (answer.value === undefined)
    return refuse("not_found", `${what} is not in the ledger. Retention may have archived it.`);
  return ok(answer.value);
}
