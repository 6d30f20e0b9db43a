// Programs that control a cluster, and the command they run inside it.
import type { Carry, Definition, Syntax } from "../../definition.ts";
import { has } from "../../invocation.ts";
import { landing } from "../network/landing.ts";
import { outputs } from "../outputs.ts";

const network = ["network"] as const;

/** What stands after `--` runs in the cluster. */
const runsAfterDashes: Carry = ({ subcommand, operands, beforeDashes }, { program }) => {
  const words = beforeDashes === undefined ? [] : operands.slice(beforeDashes);
  return words.length === 0
    ? undefined
    : { carried: [{ label: `${program} ${subcommand}`, words, elsewhere: true }], both: true };
};
const runs: Syntax = {
  options: ["--", "--image <text>", "-c, --container <text>", "-i, --stdin", "-t, --tty", "--overrides <text>"],
  carries: runsAfterDashes,
};
const files = ["-f, --filename <path>", "-k, --kustomize <path>", "-R, --recursive"];
const remote = /^[\w./-]+:/u;

const verbs: Readonly<Record<string, Syntax>> = {
  apply: { options: files },
  config: { options: ["--raw", "--minify"] },
  cp: {
    options: [...outputs, "-c, --container <text>"],
    describe({ operands }, record) {
      const [source = "", target = ""] = operands;
      if (operands.length === 2 && remote.test(source) && !remote.test(target))
        record.arrives(landing(source, target), "network");
    },
  },
  create: {
    options: [...files, "--clusterrole <text>", "--image <text>", "--"],
    carries: runsAfterDashes,
  },
  debug: runs,
  delete: { options: [...files, "--force", "--all", "--grace-period <text>", "--cascade[=<text>]"] },
  describe: { options: files },
  drain: { options: ["--force", "--ignore-daemonsets", "--delete-emptydir-data", "--delete-local-data"] },
  exec: runs,
  get: { options: [...files, "-w, --watch"] },
  label: { options: ["--overwrite", "--all"] },
  logs: { options: ["-f, --follow", "-c, --container <text>", "-p, --previous", "--tail <text>", "--since <text>"] },
  "port-forward": { options: ["--address <text>"] },
  proxy: { options: ["--address <text>", "--accept-hosts <text>", "--disable-filter[=<text>]", "-p, --port <text>"] },
  replace: { options: [...files, "--force"] },
  rsh: runs,
  run: runs,
  scale: { options: [...files, "--replicas <text>"] },
};

export const clusters: readonly Definition[] = [
  {
    names: ["kubectl", "oc", "k"],
    options: [
      ...outputs,
      "-n, --namespace <text>",
      "-A, --all-namespaces",
      "--context <text>",
      "--cluster <text>",
      "--user <text>",
      "--as <text>",
      "--kubeconfig <path>",
      "-s, --server <text>",
      "--token <text>",
      "-l, --selector <text>",
      "-o, --output <text>",
      "--dry-run[=<text>]",
    ],
    subcommands: verbs,
    operands: "path",
    describe(command, record) {
      // `k` may be anything; the other two always reach the cluster.
      if (command.program === "k") return;
      record.network();
      const { subcommand, operands } = command;
      const showsSecrets =
        (subcommand === "get" || subcommand === "describe") &&
        operands.some((operand) => /^secrets?(?:\/|$)/u.test(operand));
      if (showsSecrets || (subcommand === "config" && has(command, "--raw"))) record.effect("credential");
    },
    examples: [
      { run: "kubectl -n prod exec -it web -- id", subcommand: "exec", effects: network, runs: ["id"] },
      { run: "kubectl get secrets -o yaml", subcommand: "get", effects: ["network", "credential"] },
      { run: "kubectl get pods -n secrets", subcommand: "get", effects: network },
      { run: "kubectl apply -f ./web.yaml", options: ["--filename"], reads: ["./web.yaml"], effects: network },
      { run: "kubectl config view", subcommand: "config", effects: network },
    ],
  },
  {
    names: ["k3s", "k0s", "microk8s", "minikube"],
    options: [...outputs, "-p, --profile <text>"],
    subcommands: { kubectl: client("kubectl"), crictl: client("crictl") },
    operands: "path",
    examples: [
      { run: "minikube -p x kubectl -- delete pod web", effects: network },
      { run: "minikube delete --all", subcommand: "delete", options: ["--all"] },
    ],
  },
  {
    names: ["microk8s.kubectl"],
    style: "words",
    carries: ({ operands }) => ({ carried: [{ label: "microk8s", words: ["kubectl", ...operands] }], both: false }),
    examples: [
      { run: "microk8s.kubectl get pods", effects: network },
      { run: "microk8s.kubectl get secrets", effects: ["network", "credential"] },
    ],
  },
  {
    names: ["helm"],
    options: [
      ...outputs,
      "-n, --namespace <text>",
      "-f, --values <path>",
      "--kube-context <text>",
      "--post-renderer <execute>",
    ],
    operands: "path",
    subcommands: { install: {}, repo: { subcommands: { add: {}, remove: {}, update: {} } }, uninstall: {} },
    effects: network,
    examples: [
      { run: "helm install web ./chart", subcommand: "install", reads: ["./chart"], effects: network },
      { run: "helm repo add x https://example.org", subcommand: "repo add", hosts: ["example.org"], effects: network },
    ],
  },
  {
    names: ["lxc", "incus"],
    subcommands: {
      exec: { stopAfter: 1, carries: { skip: 1, both: true, elsewhere: true, label: "lxc exec" } },
      config: { subcommands: { device: {}, set: {} } },
    },
    operands: "path",
    examples: [
      { run: "lxc exec web -- id", subcommand: "exec", runs: ["id"] },
      { run: "lxc list", subcommand: "list" },
    ],
  },
  {
    names: ["adb"],
    options: [...outputs, "-s <text>"],
    subcommands: {
      shell: {
        stopAfter: 1,
        carries: { shell: true, both: true, elsewhere: true, label: "adb shell" },
        effects: network,
      },
    },
    operands: "path",
    examples: [
      { run: "adb -s phone shell id", subcommand: "shell", effects: network, runs: ["id"] },
      { run: "adb devices", subcommand: "devices" },
    ],
  },
  {
    names: ["crictl"],
    subcommands: { exec: { options: ["-i, --interactive", "-t, --tty", "-s, --sync"] }, ps: {}, rm: {}, rmi: {} },
    operands: "path",
    examples: [
      { run: "crictl exec -it web id", subcommand: "exec" },
      { run: "crictl ps", subcommand: "ps" },
    ],
  },
];

/** The client that a cluster's own program includes: `k3s kubectl get pods`. */
function client(name: string): Syntax {
  return {
    style: "words",
    carries: ({ operands }, { program }) => ({
      carried: [{ label: program, words: [name, ...(operands[0] === "--" ? operands.slice(1) : operands)] }],
      both: false,
    }),
  };
}
