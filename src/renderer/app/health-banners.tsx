// What is wrong with the engine while it runs, each with what it means for safety and what to do.
import type { ConsoleStatus } from "../../shared/contract.ts";
import { Banner } from "../components/banner.tsx";

export function HealthBanners({ status, unreachable }: { status: ConsoleStatus; unreachable: string | undefined }) {
  const [problem] = status.policy.problems;
  return (
    <>
      {unreachable === undefined ? null : (
        <Banner tone="danger" title="The engine does not answer.">
          What you see is old, and agents get no permission. {unreachable}
        </Banner>
      )}
      {status.halted ? (
        <Banner tone="danger" title="All agents are stopped.">
          Everything they ask for is denied until you resume.
        </Banner>
      ) : null}
      {status.ledger.healthy ? null : (
        <Banner tone="danger" title="The ledger cannot be written.">
          What cannot be recorded may not run, so every intent is denied. {status.ledger.message} Free disk space or
          check the rights on {status.dataDirectory}; writing is tried again by itself.
        </Banner>
      )}
      {problem === undefined ? null : (
        <Banner tone="warning" title="The policy file has a problem and was not taken over.">
          Version {status.policy.version} stays in force. {problem}
        </Banner>
      )}
      {status.model.status === "unavailable" ? (
        <Banner tone="warning" title="The risk model is not available.">
          Heuristics and rules decide alone; nothing becomes more permissive. {status.model.message}
        </Banner>
      ) : null}
    </>
  );
}
