// What a project needs from outside, on loopback: a package registry, and a bare repository that is pushed to over HTTP.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";

export interface Service {
  readonly port: number;
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: () => readonly string[];
  readonly close: () => void;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;

async function serve(answer: Answer): Promise<Service> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response, url);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port, url, asked: () => asked, close };
}

const packageName = "even-numbers";

/** With one package: a name, a version and one function. */
export async function startRegistry(folder: string): Promise<Service & { readonly packageName: string }> {
  const content = join(folder, "content", "package");
  mkdirSync(content, { recursive: true });
  const manifest = { name: packageName, version: "1.2.0", main: "index.js" };
  writeFileSync(join(content, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(content, "index.js"), "module.exports = (number) => number % 2 === 0;\n");
  const archive = join(folder, "package.tgz");
  execFileSync("tar", ["-czf", archive, "-C", join(folder, "content"), "package"]);
  const bytes = readFileSync(archive);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const service = await serve((request, response, url) => {
    if (request.url !== `/${packageName}`) {
      response.writeHead(request.url === "/package.tgz" ? 200 : 404).end(bytes);
      return;
    }
    const version = { ...manifest, dist: { tarball: `${url}/package.tgz`, integrity } };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ name: packageName, "dist-tags": { latest: "1.2.0" }, versions: { "1.2.0": version } }),
    );
  });
  return { ...service, packageName };
}

export interface Repository extends Service {
  readonly remote: string;
  /** Where it is outside. */
  readonly bare: string;
}

/** git's own program for it, behind a server. */
export async function startRepository(folder: string): Promise<Repository> {
  const bare = join(folder, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", bare]);
  execFileSync("git", ["-C", bare, "config", "http.receivepack", "true"]);
  const program = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");
  const service = await serve((request, response) => void passOn(program, folder, request, response));
  return { ...service, remote: `${service.url}/remote.git`, bare };
}

/** One request as CGI has it. */
async function passOn(
  program: string,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "", "http://localhost");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  const child = spawn(program, [], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(body);
  const parts: Buffer[] = [];
  for await (const chunk of child.stdout) parts.push(Buffer.from(chunk));
  const output = Buffer.concat(parts);
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, end)
    .toString("latin1")
    .split("\r\n")
    .map((line) => line.split(": ") as [string, string]);
  const status = Number(headers.find(([name]) => name === "Status")?.[1].slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== "Status")));
  response.end(output.subarray(end + 4));
}
