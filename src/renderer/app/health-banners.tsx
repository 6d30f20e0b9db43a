// What is wrong with the engine while it runs, each with what it means for safety and what to do.
import type { ConsoleStatus } from "../../shared/contract.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { useModeSwitch } from "../components/mode-switch.tsx";
import { Ago } from "../components/time.tsx";
import { type Screen, show, useUi } from "../ui-store.ts";
import { FaultBanner } from "./fault-banner.tsx";

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
          What cannot be recorded may not run, so every intent is denied.{" "}
          {status.ledger.message ??
            `Check the disk and the rights on ${status.dataDirectory}; writing is tried again by itself.`}
        </Banner>
      )}
      {status.observing === undefined ? null : <ObserveBanner {...status.observing} />}
      {status.movedPorts === undefined ? null : (
        <Banner
          tone="warning"
          title="A port is used by another program."
          action={<GoTo screen="integrations" words="Show addresses" />}
        >
          {status.movedPorts.join(" ")} Agents that were given the old address do not reach Gatehouse.
        </Banner>
      )}
      <FaultBanner alarm={status.ledger.alarm} />
      {problem === undefined ? null : (
        <Banner
          tone="warning"
          title="The policy file has a problem and was not taken over."
          action={<GoTo screen="policy" words="Open the policy" />}
        >
          Version {status.policy.version} stays in force. {problem}
        </Banner>
      )}
      {status.model.status === "unavailable" ? (
        <Banner
          tone="warning"
          title="The risk model is not available."
          action={<GoTo screen="settings" words="Choose another" />}
        >
          Heuristics and rules decide alone; nothing becomes more permissive. {status.model.message}
        </Banner>
      ) : null}
    </>
  );
}

function ObserveBanner({ by, since }: NonNullable<ConsoleStatus["observing"]>) {
  const { ask, busy, dialog } = useModeSwitch();
  return (
    <Banner
      tone="warning"
      title="Observe mode: only blocked actions are stopped."
      action={
        <Button onClick={ask} disabled={busy}>
          Start enforcing
        </Button>
      }
    >
      Nothing waits for you. Switched on by {by}, <Ago at={since} />.{dialog}
    </Banner>
  );
}

function GoTo({ screen, words }: { screen: Screen; words: string }) {
  const current = useUi((state) => state.screen);
  return current === screen ? null : <Button onClick={() => show(screen)}>{words}</Button>;
}
