// Clusters: orders given inside running workloads, and ways into a cluster that stay open.
import { has, isDryRun, value, values } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../../heuristic.ts";

const clients = ["kubectl", "oc", "k"];
export const clusters: readonly Heuristic[] = [
  {
    id: "cluster-command",
    threat: "Remote code execution",
    technique: "T1609",
    score: severity.ask,
    check: firstOf(
      onCommand(clients, (command) => {
        if (isDryRun(command)) return null;
        const { subcommand, operands } = command;
        if (subcommand === "exec" && operands.length > 0) return "It runs a command inside a workload of the cluster";
        if (subcommand === "debug" && operands.some((operand) => /^nodes?\//u.test(operand)))
          return "It opens a shell on a machine of the cluster";
        return subcommand === "run" && has(command, "--")
          ? "It starts a container in the cluster to run its own command there"
          : null;
      }),
      onCommand(["kubeletctl", "peirates", "kube-hunter", "crictl"], (command) =>
        command.program === "crictl"
          ? command.subcommand === "exec"
            ? "It runs a command inside a workload of the cluster"
            : null
          : isDryRun(command)
            ? null
            : `${command.program} gives orders to the machines of a cluster`,
      ),
    ),
    match: [
      "kubectl exec -n prod deploy/api -- env",
      "kubectl -n prod exec -it web-0 -- sh",
      "kubectl run tmp --image=alpine --rm -it -- sh -c 'apk add curl'",
      "kubectl debug node/worker-1 -it --image=ubuntu",
      "k3s kubectl exec web-0 -- sh",
      "minikube kubectl -- exec web-0 -- sh",
    ],
    not_match: [
      "kubectl logs deploy/api",
      "kubectl run web --image=nginx --port=80",
      "kubectl get pods -n exec",
      "kubectl exec --help",
      "docker exec web ls",
    ],
  },
  {
    id: "cluster-opened",
    threat: "Weakened defences",
    technique: "T1133",
    score: severity.ask,
    check: onCommand(clients, (command) => {
      if (isDryRun(command)) return null;
      const { subcommand, operands } = command;
      if (
        subcommand === "proxy" &&
        (value(command, "--address") === "0.0.0.0" ||
          /[.^]\*/u.test(value(command, "--accept-hosts") ?? "") ||
          has(command, "--disable-filter"))
      )
        return "It lets anybody in the network give orders to the cluster";
      if (
        subcommand === "label" &&
        operands.some((operand) => operand.includes("pod-security.kubernetes.io/enforce=privileged"))
      )
        return "It lets workloads of the cluster reach the machines they run on";
      if (
        (subcommand === "create" && operands[0] === "token") ||
        (/^(?:sa|serviceaccounts)$/u.test(subcommand) && operands[0] === "get-token")
      )
        return "It makes a token that others can use to log in to the cluster";
      return /^(?:apply|create|replace)$/u.test(subcommand) &&
        values(command, "--filename").some((file) => /^http:\/\/(?!localhost|127\.)/u.test(file))
        ? "It has the cluster obey a file over a connection that anybody on the way can change"
        : null;
    }),
    match: [
      "kubectl proxy --address=0.0.0.0 --accept-hosts='.*'",
      "kubectl create token admin",
      "kubectl apply -f http://203.0.113.4/pod.yaml",
    ],
    not_match: [
      "kubectl proxy",
      "kubectl apply -f deploy.yaml",
      "kubectl apply -f https://raw.githubusercontent.com/cert-manager/cert-manager/v1/crds.yaml",
    ],
  },
  {
    id: "script-run-elsewhere",
    threat: "Remote code execution",
    technique: "T1021.004",
    score: severity.warn,
    check: onCommand(["ssh"], (command) => {
      const [, ...remote] = command.operands;
      const shell = remote.some((word) => /^(?:sudo\s+)?(?:ba|z|da)?sh(?:\s+-s\b.*)?$/u.test(word));
      const fed = command.position > 0 || command.redirects.some((redirect) => /^<(?!&)/u.test(redirect.operator));
      return shell && fed ? "It has another machine run a script that is not shown here" : null;
    }),
    match: ["ssh root@10.0.0.5 'bash -s' < setup.sh", "cat setup.sh | ssh root@10.0.0.5 sh"],
    not_match: ["ssh host.example uptime", "ssh host.example < /dev/null"],
  },
];
