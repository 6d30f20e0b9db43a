// How agents reach Gatehouse: what listens where, programs to paste, who is connected, and what comes next.
import type { ReactNode } from "react";
import { useAnswer } from "../../state/answers.ts";
import { Empty } from "../../components/empty.tsx";
import type { SnippetPlace } from "./program.ts";
import { Connections } from "./connections.tsx";
import { Connectors } from "./connectors.tsx";
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
    <div className="grid h-full grid-cols-[minmax(0,1fr)_26rem] min-[1280px]:grid-cols-[minmax(0,1fr)_36rem] min-[1900px]:grid-cols-[minmax(0,1fr)_48rem]">
      <div className="min-h-0 overflow-y-auto px-6 pb-10">
        <Part title={labels.addresses} about={labels.addressesAbout}>
          <Transports transports={info.transports} />
          <TokenRow which="agents" demanded={info.token} />
          {info.telemetryToken ? <TokenRow which="telemetry" demanded /> : null}
        </Part>
        <Part title={labels.connections} about={labels.connectionsAbout}>
          <Connections />
        </Part>
        <Part title={labels.connectors} about={labels.connectorsAbout}>
          <Connectors place={place} />
        </Part>
      </div>
      <Snippets place={place} />
    </div>
  );
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="max-w-[64rem] pt-5">
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mb-2 text-xs text-quiet">{about}</p>
      {children}
    </section>
  );
}
