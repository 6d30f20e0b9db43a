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
        effect={
          <>
            Agents reach Gatehouse here. Set <Code>GATEHOUSE_PORT</Code> before you start it, or start{" "}
            <Code>gatehouse serve</Code> with <Code>--port</Code> and <Code>--address</Code>.
          </>
        }
      >
        <Value text={connection.http} mono />
      </Row>
      <Row
        label="Encryption"
        effect={
          <>
            Needed wherever the address is not this machine alone: <Code>gatehouse serve</Code> with{" "}
            <Code>--tls-cert FILE</Code> and <Code>--tls-key FILE</Code>.
          </>
        }
      >
        <Value text={connection.tls ? "TLS 1.3" : "None: this machine only"} />
      </Row>
      <Row
        label="Token for agents"
        effect={
          <>
            Callers over HTTP and WebSocket must bring it. Set <Code>GATEHOUSE_TOKEN</Code>, or start with{" "}
            <Code>--token</Code>; sockets need none, their folder is yours alone.
          </>
        }
      >
        <Value text={connection.token ? "Demanded" : "None"} />
      </Row>
      <Row
        label="Token for telemetry"
        effect={
          <>
            Readers of the event stream must bring it. Set <Code>TELEMETRY_SECRET</Code> before you start Gatehouse.
          </>
        }
      >
        <Value text={connection.telemetryToken ? "Demanded" : "None"} />
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
