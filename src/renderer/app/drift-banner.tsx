// Says when a connected agent no longer asks: its hook was changed, removed or switched off.
import { Banner } from "../components/banner.tsx";
import { Button } from "../components/button.tsx";
import { driftedOf, useConnectors, userScope } from "../state/connectors.ts";
import { openConnecting, show, useUi } from "../state/ui-store.ts";
import { driftBanner as labels } from "../labels/connect.ts";

export function DriftBanner() {
  const drifted = driftedOf(useConnectors() ?? []);
  return drifted.map(({ id, name, state, detail }) =>
    state === "changed" ? (
      <Banner
        key={id}
        tone="danger"
        title={labels.changed(name)}
        action={
          <Button onClick={() => openConnecting({ id, name, action: "repair", scope: userScope })}>
            {labels.repair}
          </Button>
        }
      >
        {labels.changedExplained}
      </Banner>
    ) : (
      <Banner key={id} tone="danger" title={labels.disabled(name)} action={<ShowAgents />}>
        {detail}
      </Banner>
    ),
  );
}

function ShowAgents() {
  const screen = useUi((state) => state.screen);
  return screen === "integrations" ? null : <Button onClick={() => show("integrations")}>{labels.show}</Button>;
}
