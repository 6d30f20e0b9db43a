// The files of `gatehouse service`.
import { expect, test } from "vitest";
import { launchdFile, systemdFiles, systemdWord } from "../../src/cli/install/units.ts";

const place = {
  home: "/home/ann",
  environment: {},
  dataDirectory: "/home/ann/.config/Gatehouse",
  command: ["/usr/bin/gatehouse", "serve", "--port", "3000"],
  port: 3000,
};

test("systemd listens in front of the engine, on the port and on the hooks' socket", () => {
  const files = Object.fromEntries(systemdFiles(place).map(({ path, text }) => [path, text]));
  const folder = "/home/ann/.config/systemd/user";
  expect(Object.keys(files)).toEqual([
    `${folder}/gatehouse.service`,
    `${folder}/gatehouse-http.socket`,
    `${folder}/gatehouse-hooks.socket`,
  ]);
  expect(files[`${folder}/gatehouse.service`]).toContain('ExecStart="/usr/bin/gatehouse" "serve" "--port" "3000"');
  expect(files[`${folder}/gatehouse-http.socket`]).toMatch(/ListenStream=127\.0\.0\.1:3000\nFileDescriptorName=http\n/);
  expect(files[`${folder}/gatehouse-hooks.socket`]).toMatch(
    /ListenStream=\/home\/ann\/\.config\/Gatehouse\/hooks\.sock\nFileDescriptorName=hooks\nSocketMode=0600/,
  );
});

test("words keep their meaning in a unit", () => {
  expect(systemdWord('50% "of" $HOME\\x')).toBe(String.raw`"50%% \"of\" $$HOME\\x"`);
});

test("launchd gets the command word by word", () => {
  const { path, text } = launchdFile({ ...place, command: ["/Applications/A & B/gatehouse", "serve"] });
  expect(path).toBe("/home/ann/Library/LaunchAgents/dev.gatehouse.engine.plist");
  expect(text).toContain("<string>/Applications/A &amp; B/gatehouse</string>");
});
