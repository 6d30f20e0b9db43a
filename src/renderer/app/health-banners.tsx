// What is wrong with the engine while it runs, each with what it means for safety and what to do.
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { useModeSwitch } from "../components/mode-switch.tsx";
import { Ago } from "../components/time.tsx";
import { type Screen, show, useUi } from "../state/ui-store.ts";
import { FaultBanner } from "./fault-banner.tsx";
import { healthBanners as labels } from "../labels/window.ts";

export function HealthBanners({ status, unreachable }: { status: ConsoleStatus; unreachable: string | undefined }) {
  const [problem] = status.policy.problems;
  return (
    <>
      {unreachable === undefined ? null : (
        <Banner tone="danger" title={labels.engineDoesNotAnswer}>
          {labels.whatYouSeeIsOld(unreachable)}
        </Banner>
      )}
      {status.halted ? (
        <Banner tone="danger" title={labels.allAgentsAreStopped}>
          {labels.everythingIsDenied}
        </Banner>
      ) : null}
      {status.ledger.healthy ? null : (
        <Banner tone="danger" title={labels.ledgerCannotBeWritten}>
          {labels.unrecordedMayNotRun} {status.ledger.message ?? labels.checkDisk(status.dataDirectory)}
        </Banner>
      )}
      {status.observing === undefined ? null : <ObserveBanner {...status.observing} />}
      {status.movedPorts === undefined ? null : (
        <Banner
          tone="warning"
          title={labels.portIsTaken}
          action={<GoTo screen="integrations" words={labels.showAddresses} />}
        >
          {labels.oldAddressFails(status.movedPorts.join(" "))}
        </Banner>
      )}
      <FaultBanner alarm={status.ledger.alarm} />
      {problem === undefined ? null : (
        <Banner
          tone="warning"
          title={labels.policyFileHasProblem}
          action={<GoTo screen="policy" words={labels.openPolicy} />}
        >
          {labels.versionStaysInForce(status.policy.version, problem)}
        </Banner>
      )}
      {status.model.status === "unavailable" ? (
        <Banner
          tone="warning"
          title={labels.modelNotAvailable}
          action={<GoTo screen="settings" words={labels.chooseAnother} />}
        >
          {labels.heuristicsDecideAlone(status.model.message)}
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
      title={labels.observeMode}
      action={
        <Button onClick={ask} disabled={busy}>
          {labels.startEnforcing}
        </Button>
      }
    >
      {labels.nothingWaitsForYou(by)} <Ago at={since} />.{dialog}
    </Banner>
  );
}

function GoTo({ screen, words }: { screen: Screen; words: string }) {
  const current = useUi((state) => state.screen);
  return current === screen ? null : <Button onClick={() => show(screen)}>{words}</Button>;
}
