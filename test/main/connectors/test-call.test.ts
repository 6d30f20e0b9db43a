// The test call tells a hook that judges from one that only answers.
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { launcherText } from "../../../src/main/connectors/launcher.ts";
import { sendTestCall } from "../../../src/main/connectors/test-call.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

async function placeWith(answer: string, status = 200) {
  const home = temporaryDirectory();
  const asked: string[] = [];
  const place = {
    home,
    environment: {},
    httpUrl: "",
    hookSocket: join(home, "hooks.sock"),
    launcher: join(home, "gatehouse-hook"),
  };
  writeFileSync(place.launcher, launcherText(place));
  chmodSync(place.launcher, 0o755);
  const servers = [0, 1].map(() =>
    createServer((request, response) => {
      asked.push(request.url ?? "");
      request.resume();
      response.statusCode = status;
      response.end(answer);
    }),
  );
  servers[0]?.listen(place.hookSocket);
  servers[1]?.listen(0, "127.0.0.1");
  await Promise.all(servers.map((server) => once(server, "listening")));
  onTestFinished(() => {
    for (const server of servers) server.close();
  });
  const bound = servers[1]?.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return { asked, place: { ...place, httpUrl: `http://127.0.0.1:${port}` } };
}

const denial = '{"hookSpecificOutput":{"permissionDecision":"deny"}}';

test.each([
  ["claude-code", "/hooks/claude-code"],
  ["codex", "/hooks/codex?event=PreToolUse"],
  ["copilot", "/hooks/copilot?event=preToolUse"],
])("%s is tried the way it asks", async (id, path) => {
  const { asked, place } = await placeWith(denial);
  expect(await sendTestCall(id, place)).toMatchObject({ passed: true });
  expect(asked).toEqual([path]);
});

test.each(["claude-code", "codex"])("%s: an answer that lets the call through is no success", async (id) => {
  for (const answer of ['{"hookSpecificOutput":{"permissionDecision":"allow"}}', "{}", "nonsense"]) {
    const { place } = await placeWith(answer);
    expect(await sendTestCall(id, place)).toMatchObject({ passed: false });
  }
  const refusing = await placeWith(denial, 500);
  expect(await sendTestCall(id, refusing.place)).toMatchObject({ passed: false });
});

test("an agent nobody knows cannot be tried", async () => {
  const { place } = await placeWith(denial);
  expect(await sendTestCall("hal", place)).toMatchObject({ passed: false });
});
