// Processes as macOS's ps lists them. The sample is in its format; ps itself is not run here.
import { expect, test } from "vitest";
import { createProcessList } from "../../../src/main/peer/process-list.ts";

const programs = `
    1     0 ??       Ss   Mon Nov 16 08:00:00 2026     /sbin/launchd
  501     1 ??       S    Mon Nov 16 08:05:01 2026     /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal
  620   501 ttys003  Ss   Mon Nov 16 09:00:00 2026     /usr/bin/login
  621   620 ttys003  S    Mon Nov 16 09:00:00 2026     -zsh
 9001   621 ttys003  S+   Tue Nov 17 10:11:12 2026     /Applications/Node JS.app/node
`;
const commands = `
    1 /sbin/launchd
  501 /System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal
  620 login -pf anna
  621 -zsh
 9001 node /opt/gatehouse/src/cli/gatehouse.ts approve 1
`;
const table = createProcessList((words) => (words.includes("command=") ? commands : programs));

test("a process and its ancestors up to the first process of the system", () => {
  const lineage = table.lineage(9001);
  expect(lineage.map(({ pid }) => pid)).toEqual([9001, 621, 620, 501]);
  expect(lineage[0]).toMatchObject({
    program: "/Applications/Node JS.app/node",
    command: ["node", "/opt/gatehouse/src/cli/gatehouse.ts", "approve", "1"],
    tty: "/dev/ttys003",
    leadsSession: false,
  });
  expect(lineage[2]).toMatchObject({ leadsSession: true });
  expect(lineage[3]?.tty).toBeUndefined();
  expect([table.parentOf(501), table.parentOf(42)]).toEqual([1, undefined]);
});

test("alive is who has the number and the start time", () => {
  const [node] = table.lineage(9001);
  if (node === undefined) throw new Error("Not listed.");
  expect(table.isAlive(node)).toBe(true);
  expect(table.isAlive({ ...node, startedAt: node.startedAt + 1000 })).toBe(false);
});

test("a ps that fails tells nothing", () => {
  const broken = createProcessList(() => {
    throw new Error("no ps");
  });
  expect(broken.lineage(1)).toEqual([]);
});
