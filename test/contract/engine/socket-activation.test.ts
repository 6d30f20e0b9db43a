// An agent's first question starts the engine: the sockets are open before the engine is, and nothing that was sent is lost.
import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

/** Opens both sockets as systemd does, says on which port, waits for a line, and becomes the engine. */
const opener = `
use IO::Socket::INET; use IO::Socket::UNIX; $^F = 20; $| = 1;
my $http = IO::Socket::INET->new(Listen => 16, LocalAddr => "127.0.0.1:0") or die;
my $hooks = IO::Socket::UNIX->new(Listen => 16, Local => shift @ARGV) or die;
print $http->sockport, "\\n";
my ($h, $k) = (fileno $http, fileno $hooks);
die "unexpected descriptors $h $k" unless $h == 3 && $k == 4;
<STDIN>;
@ENV{qw(LISTEN_PID LISTEN_FDS LISTEN_FDNAMES)} = ($$, 2, "http:hooks");
exec @ARGV;
`;

test("questions sent before the engine runs are answered by it", async () => {
  const dataDirectory = temporaryDirectory();
  const hooks = join(dataDirectory, "hooks.sock");
  const engine = [join(projectRoot, "src/main/headless.ts"), "--port", "0", "--data-dir", dataDirectory];
  const child = spawn("perl", ["-e", opener, hooks, process.execPath, ...engine], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let written = "";
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  await expect.poll(() => /^(\d+)\n/.exec(written)?.[1]).toBeDefined();
  const port = Number(/^\d+/.exec(written)?.[0]);

  const overHttp = fetch(`http://127.0.0.1:${port}/health`);
  const overSocket = statusOver(hooks);
  child.stdin.end("start\n");
  expect((await overHttp).status).toBe(200);
  expect(await overSocket).toBeLessThan(500);
  await expect.poll(() => written).toContain(`"http":"http://127.0.0.1:${port}"`);
});

function statusOver(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path: "/health", method: "GET" }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once("error", reject)
      .end();
  });
}
