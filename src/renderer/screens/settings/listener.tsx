// The listener in use, and how to set it when Gatehouse is started.
import { useAnswer } from "../../state/answers.ts";
import { Row } from "./row.tsx";
import { listener as labels } from "../../labels/settings.ts";

export function ListenerSettings() {
  const connection = useAnswer("getConnection", {}, { staleMs: 0 }).data;
  if (connection === undefined) return null;
  return (
    <>
      <Row
        label={labels.addressAndPort}
        effect={
          <>
            {labels.addressEffect} <Code>{labels.portVariable}</Code> {labels.beforeStartOr}{" "}
            <Code>{labels.serveCommand}</Code> {labels.with} <Code>{labels.portFlag}</Code> {labels.and}{" "}
            <Code>{labels.addressFlag}</Code>.
          </>
        }
      >
        <Value text={connection.http} mono />
      </Row>
      <Row
        label={labels.encryption}
        effect={
          <>
            {labels.encryptionEffect} <Code>{labels.serveCommand}</Code> {labels.with}{" "}
            <Code>{labels.certificateFlag}</Code> {labels.and} <Code>{labels.keyFlag}</Code>.
          </>
        }
      >
        <Value text={connection.tls ? labels.tls13 : labels.noneThisMachineOnly} />
      </Row>
      <Row
        label={labels.tokenForAgents}
        effect={
          <>
            {labels.tokenEffect} <Code>{labels.tokenVariable}</Code>
            {labels.orStartWith} <Code>{labels.tokenFlag}</Code>
            {labels.socketsNeedNoToken}
          </>
        }
      >
        <Value text={connection.token ? labels.demanded : labels.none} />
      </Row>
      <Row
        label={labels.tokenForTelemetry}
        effect={
          <>
            {labels.telemetryEffect} <Code>{labels.telemetryVariable}</Code> {labels.beforeStart}
          </>
        }
      >
        <Value text={connection.telemetryToken ? labels.demanded : labels.none} />
      </Row>
    </>
  );
}

/** What is typed somewhere else, never broken in two. */
function Code({ children }: { children: string }) {
  return <code className="selectable font-mono text-2xs whitespace-nowrap">{children}</code>;
}

function Value({ text, mono = false }: { text: string; mono?: boolean }) {
  return <p className={`selectable text-xs leading-7 ${mono ? "font-mono" : "font-medium"}`}>{text}</p>;
}
