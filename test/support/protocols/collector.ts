// An OpenTelemetry collector on loopback: takes OTLP over HTTP as it is sent and decodes it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

export interface SeenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly start: number;
  readonly end: number;
  readonly status: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly service: unknown;
}

export interface Collector {
  readonly url: string;
  readonly spans: () => readonly SeenSpan[];
  /** Everything that came, as text. */
  readonly bodies: () => readonly string[];
  readonly requests: () => number;
}

export interface CollectorOptions {
  readonly port?: number;
  /** The HTTP status it answers with, or "never". */
  readonly answer?: number | "never";
}

export async function startCollector({ port = 0, answer = 200 }: CollectorOptions = {}): Promise<Collector> {
  const bodies: string[] = [];
  let requests = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const body = await readBody(request);
    if (request.url === "/v1/traces" && answer === 200) bodies.push(body);
    if (answer === "never") return;
    const status = request.url === "/v1/traces" ? answer : 404;
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  };
  const server: Server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    spans: () => bodies.flatMap(decode),
    bodies: () => bodies,
    requests: () => requests,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SeenSpan, "start" | "end" | "status" | "attributes"> & {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly status: { readonly code: number };
        readonly attributes: readonly Attribute[];
        readonly parentSpanId?: string;
      })[];
    }[];
  }[];
}

function decode(body: string): readonly SeenSpan[] {
  const { resourceSpans } = JSON.parse(body) as Request;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, links, ...span }) => ({
        name,
        traceId,
        spanId,
        ...(parentSpanId === undefined ? {} : { parentSpanId }),
        start: Number(span.startTimeUnixNano) / 1e6,
        end: Number(span.endTimeUnixNano) / 1e6,
        status: span.status.code,
        attributes: attributesOf(span.attributes),
        links,
        service: attributesOf(resource.attributes)["service.name"],
      })),
    ),
  );
}

function attributesOf(list: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));
}

function plain({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(plain);
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue));
}
