// How agents reach Gatehouse: those on this laptop, what listens where, programs to paste, and who is connected.
import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { useAnswer } from "../../state/answers.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { FoundAgents } from "../../connect/found-agents.tsx";
import { openChecklist } from "../../state/checklist.ts";
import { show } from "../../state/ui-store.ts";
import type { SnippetPlace } from "./program.ts";
import { Connections } from "./connections.tsx";
import { Snippets } from "./snippets.tsx";
import { TokenRow } from "./token-row.tsx";
import { Transports } from "./transports.tsx";
import { integrationsScreen as labels } from "../../labels/integrations.ts";

const refetchMs = 5000;

export function IntegrationsScreen() {
  const connection = useAnswer("getConnection", {}, { refetchMs, staleMs: 0 });
  const info = connection.data;
  if (connection.error !== null) return <Empty title={labels.addressesCannotBeRead}>{connection.error.message}</Empty>;
  if (info === undefined) return null;
  const place: SnippetPlace = {
    http: info.http,
    ws: info.ws,
    token: info.token,
    sdk: info.sdk,
    a2e: info.transports.find(({ id }) => id === "a2e")?.address,
  };
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_26rem] max-[639px]:block max-[639px]:overflow-y-auto min-[1280px]:grid-cols-[minmax(0,1fr)_36rem] min-[1900px]:grid-cols-[minmax(0,1fr)_48rem]">
      <div className="min-h-0 px-6 pb-10 max-[639px]:px-4 min-[640px]:overflow-y-auto">
        <Part title={labels.found} about={labels.foundAbout} action={<ChecklistButton />}>
          <FoundAgents />
        </Part>
        <Part title={labels.addresses} about={labels.addressesAbout}>
          <Transports transports={info.transports} />
          <TokenRow which="agents" demanded={info.token} />
          {info.telemetryToken ? <TokenRow which="telemetry" demanded /> : null}
        </Part>
        <Part title={labels.connections} about={labels.connectionsAbout}>
          <Connections />
        </Part>
      </div>
      <Snippets place={place} />
    </div>
  );
}

function ChecklistButton() {
  const open = (): void => {
    openChecklist(true);
    show("overview");
  };
  return (
    <Button look="quiet" onClick={open}>
      <ListChecks size={13} aria-hidden />
      {labels.gettingStarted}
    </Button>
  );
}

interface PartProps {
  readonly title: string;
  readonly about: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, about, action, children }: PartProps) {
  return (
    <section aria-label={title} className="max-w-[64rem] pt-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          <p className="mb-2 text-xs text-quiet">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
