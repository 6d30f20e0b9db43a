// Docker and its relatives: the command inside a container, and what of this machine the container gets to see.
import type { Definition, Describe, Syntax } from "../../definition.ts";
import { has, value, values } from "../../invocation.ts";

const networkAndWrite = ["network", "write"] as const;

/** Options of `run`, `create` and `exec` without a value; all others take one. */
const flags = [
  "-i, --interactive",
  "-t, --tty",
  "-d, --detach",
  "-P, --publish-all",
  "-q, --quiet",
  "-T, --no-TTY",
  "-l, --latest",
  "--rm",
  "--privileged",
  "--init",
  "--read-only",
  "--no-healthcheck",
  "--oom-kill-disable",
  "--disable-content-trust",
  "--sig-proxy",
  "--no-deps",
  "--service-ports",
  "--build",
  "--use-aliases",
  "--remove-orphans",
  "--no-hosts",
  "--systemd",
  "--tls-verify",
  "--replace",
  "--help",
];

function runs(verb: string, effects: Syntax["effects"] = []): Syntax {
  return {
    options: [
      ...flags,
      "-v, --volume <text>",
      "--mount <text>",
      "--entrypoint <text>",
      "--pid <text>",
      "--ipc <text>",
      "--uts <text>",
      "--userns <text>",
      "--cap-add <text>",
      "--security-opt <text>",
      "--device <text>",
      "-e, --env <text>",
    ],
    unlisted: "valued",
    stopAfter: 1,
    effects,
    carries(parsed, { program }) {
      const entry = value(parsed, "--entrypoint") ?? "";
      const words = [...(entry === "" ? [] : [entry]), ...parsed.operands.slice(1)];
      return words.length === 0
        ? undefined
        : { carried: [{ label: `${program} ${verb}`, words, elsewhere: true }], both: true };
    },
  };
}

/** Folders of this machine that a container gets to see. */
const mounts: Describe = (command, record) => {
  if (has(command, "--privileged", "--cap-add", "--device") || value(command, "--pid") === "host")
    record.effect("privilege");
  for (const volume of values(command, "--volume")) {
    if (/^(?:\/:|\/var\/run\/docker\.sock)/u.test(volume)) record.effect("privilege");
    const source = volume.split(":")[0] ?? "";
    if (!/^[~/.$]/u.test(source)) continue;
    if (/:(?:ro|[^:]*,ro)$/u.test(volume)) record.reads(source, true);
    else record.writes(source, true);
  }
  for (const mount of values(command, "--mount")) {
    const source = /(?:^|,)(?:source|src)=([^,]+)/u.exec(mount)?.[1];
    if (source === undefined || !/^[~/.$]/u.test(source)) continue;
    if (/(?:^|,)(?:ro|readonly)\b/u.test(mount)) record.reads(source, true);
    else record.writes(source, true);
  }
};

/** `container:path` is in a container. */
const copies: Syntax = {
  options: ["-a, --archive", "-L, --follow-link", "-q, --quiet"],
  describe({ operands }, record) {
    operands.forEach((place, at) => {
      if (/^[\w.-]+:/u.test(place)) return;
      if (at === 0) record.reads(place, true);
      else record.writes(place, true);
    });
  },
};

const removes: Syntax = { options: ["-f, --force", "-v, --volumes", "-l, --link"] };
const prunes: Syntax = { options: ["-a, --all", "-f, --force", "--volumes", "--filter <text>"] };
const fetches: Syntax = { effects: networkAndWrite };

const composes: Readonly<Record<string, Syntax>> = {
  down: { options: ["-v, --volumes", "--rmi <text>", "--remove-orphans", "-t, --timeout <text>"] },
  exec: runs("exec"),
  rm: { options: ["-f, --force", "-v, --volumes", "-s, --stop"] },
  run: runs("run"),
  up: { options: ["-d, --detach", "--build", "--force-recreate"] },
};
const composeOptions = [
  "-f, --file <text>",
  "-p, --project-name <text>",
  "--profile <text>",
  "--env-file <text>",
  "--project-directory <text>",
];

function commands(isDocker: boolean): Readonly<Record<string, Syntax>> {
  const reaches = isDocker ? networkAndWrite : [];
  return {
    build: { options: ["-t, --tag <text>", "-f, --file <text>", "--build-arg <text>"], ...fetches },
    compose: { options: composeOptions, subcommands: composes, effects: reaches },
    container: { subcommands: { exec: runs("exec"), run: runs("run"), rm: removes, cp: copies, prune: prunes } },
    cp: copies,
    create: { ...runs("create"), carries: () => undefined },
    exec: runs("exec"),
    image: { subcommands: { rm: removes, prune: prunes } },
    login: {
      options: ["-u, --username <text>", "-p, --password <text>", "--password-stdin"],
      effects: networkAndWrite,
      describe(command, record) {
        if (isDocker && has(command, "--password", "--password-stdin")) record.effect("credential");
      },
    },
    network: { subcommands: { rm: removes, prune: prunes } },
    pull: fetches,
    push: fetches,
    rm: removes,
    rmi: removes,
    run: runs("run", networkAndWrite),
    search: fetches,
    service: { subcommands: { scale: {}, rm: {} } },
    stack: { subcommands: { rm: {}, deploy: { options: ["-c, --compose-file <text>"] } } },
    swarm: { subcommands: { leave: { options: ["-f, --force"] } } },
    system: { subcommands: { prune: prunes } },
    volume: { subcommands: { rm: removes, prune: prunes } },
  };
}

const globals = ["-H, --host <text>", "-c, --context <text>", "-l, --log-level <text>", "--config <text>"];

export const docker: readonly Definition[] = [
  {
    names: ["docker"],
    options: globals,
    subcommands: commands(true),
    describe: mounts,
    examples: [
      {
        run: "docker run --rm -v ./data:/data:ro -p 80:80 alpine id",
        subcommand: "run",
        options: ["--rm", "--volume", "-p"],
        reads: ["./data"],
        effects: networkAndWrite,
        runs: ["id"],
      },
      {
        run: "docker run --entrypoint id -v /:/host alpine -u",
        writes: ["/"],
        effects: ["network", "privilege"],
        runs: ["id"],
      },
      { run: "docker compose exec -T web id", subcommand: "compose exec", effects: networkAndWrite, runs: ["id"] },
      { run: "docker cp web:/etc/x out", subcommand: "cp", writes: ["out"] },
      { run: "docker login -p x example.org", effects: ["network", "credential"] },
      { run: "docker ps -a", subcommand: "ps" },
    ],
  },
  {
    names: ["podman"],
    options: globals,
    subcommands: commands(false),
    describe: mounts,
    examples: [
      { run: "podman exec -it web id", subcommand: "exec", options: ["--interactive", "--tty"], runs: ["id"] },
      { run: "podman run --privileged alpine", effects: ["network", "privilege"] },
      { run: "podman images", subcommand: "images" },
    ],
  },
  {
    names: ["nerdctl"],
    options: [...globals, "-n, --namespace <text>"],
    subcommands: { ...commands(false), build: {}, pull: {}, push: {}, login: {}, search: {}, run: runs("run") },
    describe: mounts,
    examples: [
      { run: "nerdctl run -v ./src:/src alpine id", writes: ["./src"], runs: ["id"] },
      { run: "nerdctl pull alpine", subcommand: "pull" },
    ],
  },
  {
    names: ["docker-compose", "podman-compose"],
    options: composeOptions,
    subcommands: composes,
    operands: "path",
    examples: [
      { run: "docker-compose run --rm web id", subcommand: "run", options: ["--rm"], runs: ["id"] },
      { run: "docker-compose down -v", subcommand: "down", options: ["--volumes"] },
    ],
  },
];
