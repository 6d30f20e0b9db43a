// After a call of a contained agent: only what its sandbox refused becomes a request, and the agent reads what happens next.
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AfterCall, createAfterCall } from "../../../../src/main/containment/boundary/after-call.ts";
import type { AllowedPlace, PathRequest } from "../../../../src/main/containment/boundary/requests.ts";
import { type ContainedRun, profiles } from "../../../../src/shared/containment/index.ts";
import type { Verdict } from "../../../../src/shared/domain/verdict.ts";
import { homeForTests } from "../../../support/home.ts";

interface Trial {
  readonly home: string;
  readonly requests: PathRequest[];
  readonly places: AllowedPlace[];
  readonly after: (text: string) => ReturnType<AfterCall>;
}

function trial(changes: Partial<ContainedRun> = {}, outcome: Verdict["outcome"] = "ESCALATE"): Trial {
  const home = realpathSync(homeForTests());
  const project = join(home, "shop");
  mkdirSync(project);
  const run: ContainedRun = {
    runId: "r1",
    agent: "codex",
    agentName: "Codex",
    command: ["codex"],
    project,
    directory: project,
    profile: profiles.project,
    loopbackPorts: [],
    privateHosts: [],
    modelHosts: [],
    openedAt: 0,
    ...changes,
  };
  const requests: PathRequest[] = [];
  const places: AllowedPlace[] = [];
  const after = createAfterCall({
    find: (runId) => (runId === "r1" ? run : undefined),
    boundary: {
      allowedPlaces: () => places,
      refusedPath: async (_run, request) => {
        requests.push(request);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the outcome is looked at
        return { outcome } as Verdict;
      },
    },
    home,
  });
  const call = { runId: "r1", sessionId: "s1", command: "npm install" };
  return { home, requests, places, after: (text) => after({ ...call, text }) };
}

test("a refused write outside the project is asked about, and the agent is told when it would hold", async () => {
  const { home, requests, after } = trial();
  const told = await after(`sh: 1: cannot create ${home}/.zshrc: Read-only file system`);
  expect(requests).toEqual([{ path: `${home}/.zshrc`, access: "write", command: "npm install", sessionId: "s1" }]);
  expect(told).toContain(`writing ${home}/.zshrc was blocked`);
  expect(told).toContain("from the next start of this agent on");
});

test("a hidden file that exists is asked about, one that does not is not", async () => {
  const { home, requests, after } = trial();
  expect(await after(`cat: ${home}/.netrc: No such file or directory`)).toBeUndefined();
  writeFileSync(join(home, ".netrc"), "machine example.org");
  await after("cat: ~/.netrc: No such file or directory");
  expect(requests).toMatchObject([{ path: `${home}/.netrc`, access: "read" }]);
});

test("what lies in the project or in the run's own folders is no request", async () => {
  const { home, requests, after } = trial();
  writeFileSync(join(home, "shop", "package.json"), "{}");
  await after(`cat: ${home}/shop/package.json: Permission denied\ntouch: cannot touch '/tmp/x': Read-only file system`);
  expect(requests).toEqual([]);
});

test("in a read-only run a write to the project is one", async () => {
  const { home, requests, after } = trial({ profile: profiles["read-only"] });
  const project = join(home, "shop");
  await after(`touch: cannot touch '${project}/new.txt': Read-only file system`);
  // The project of the run is the one of the trial.
  expect(requests).toMatchObject([{ path: `${project}/new.txt`, access: "write" }]);
});

test("what was allowed meanwhile is not asked again", async () => {
  const { home, requests, places, after } = trial();
  places.push({ path: join(home, ".cache"), access: "write" });
  const told = await after(`mkdir: cannot create directory '${home}/.cache/x': Read-only file system`);
  expect(requests).toEqual([]);
  expect(told).toContain("The user has allowed it");
});

test("what is denied is said to stay closed; another run's text says nothing", async () => {
  const { home, after } = trial({ intentId: "i1" }, "DENIED");
  expect(await after(`touch: cannot touch '${home}/.zshrc': Read-only file system`)).toContain("it is not opened");
});
