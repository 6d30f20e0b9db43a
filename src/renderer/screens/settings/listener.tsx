// The listener as it is in force. It is set when Gatehouse starts, so this says how.
import { useAnswer } from "../../answers.ts";
import { Row } from "./row.tsx";

export function ListenerSettings() {
  const connection = useAnswer("getConnection", {}, { staleMs: 0 }).data;
  if (connection === undefined) return null;
  return (
    <>
      <Row
        label="Address and port"
        effect="Agents reach Gatehouse here. Set GATEHOUSE_PORT before you start it, or use gatehouse serve --port and --address."
      >
        <Value text={connection.http} mono />
      </Row>
      <Row
        label="Encryption"
        effect="Needed wherever the address is not this machine alone: gatehouse serve --tls-cert FILE --tls-key FILE."
      >
        <Value text={connection.tls ? "TLS 1.3" : "None: this machine only"} />
      </Row>
      <Row
        label="Token for agents"
        effect="Callers over HTTP and WebSocket must bring it. Set GATEHOUSE_TOKEN, or gatehouse serve --token; sockets need none, their folder is yours alone."
      >
        <Value text={connection.token ? "Demanded" : "None"} />
      </Row>
      <Row
        label="Token for telemetry"
        effect="Readers of the event stream must bring it. Set TELEMETRY_SECRET before you start Gatehouse."
      >
        <Value text={connection.telemetryToken ? "Demanded" : "None"} />
      </Row>
    </>
  );
}

function Value({ text, mono = false }: { text: string; mono?: boolean }) {
  return <p className={`selectable text-xs leading-7 ${mono ? "font-mono" : "font-medium"}`}>{text}</p>;
}
