// Clusters: orders given inside running workloads, and ways into a cluster that stay open.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../heuristic.ts";
import { given, harmless, joined, verbs } from "../read.ts";

const clients = ["kubectl", "oc", "k"];
/** Options whose value is the next word, so that it is not taken for a verb. */
const valued = /(?:^|\s)(?:-[nlfocs]|--(?:namespace|context|cluster|user|kubeconfig|server|token|as))\s+\S+/gu;

/** The words of a call without the options before them: `-n prod exec web` is `exec web`. */
function ordered(line: string): string {
  return line.replaceAll(valued, " ").trim();
}

export const clusters: readonly Heuristic[] = [
  {
    id: "cluster-command",
    threat: "Remote code execution",
    technique: "T1609",
    score: severity.ask,
    check: firstOf(
      onCommand(clients, (command) => {
        if (harmless(command)) return null;
        const line = ordered(joined(command));
        if (/^exec\s/u.test(line)) return "It runs a command inside a workload of the cluster";
        if (/^debug\s.*\bnodes?\//u.test(line)) return "It opens a shell on a machine of the cluster";
        return /^run\s/u.test(line) && / -- \S/u.test(line)
          ? "It starts a container in the cluster to run its own command there"
          : null;
      }),
      onCommand(["kubeletctl", "peirates", "kube-hunter", "crictl"], (command) =>
        command.program === "crictl"
          ? verbs(command)[0] === "exec"
            ? "It runs a command inside a workload of the cluster"
            : null
          : harmless(command)
            ? null
            : `${command.program} gives orders to the machines of a cluster`,
      ),
    ),
    examples: {
      risky: [
        "kubectl exec -n prod deploy/api -- env",
        "kubectl -n prod exec -it web-0 -- sh",
        "kubectl run tmp --image=alpine --rm -it -- sh -c 'apk add curl'",
        "kubectl debug node/worker-1 -it --image=ubuntu",
        "k3s kubectl exec web-0 -- sh",
        "minikube kubectl -- exec web-0 -- sh",
      ],
      honest: [
        "kubectl logs deploy/api",
        "kubectl run web --image=nginx --port=80",
        "kubectl get pods -n exec",
        "kubectl exec --help",
        "docker exec web ls",
      ],
    },
  },
  {
    id: "cluster-opened",
    threat: "Weakened defences",
    technique: "T1133",
    score: severity.ask,
    check: onCommand(clients, (command) => {
      if (harmless(command)) return null;
      const line = ordered(joined(command));
      if (/^proxy\b.*--(?:address[= ]0\.0\.0\.0|accept-hosts[= ]\S*[.^]\*|disable-filter)/u.test(line))
        return "It lets anybody in the network give orders to the cluster";
      if (/^label\b.*pod-security\.kubernetes\.io\/enforce=privileged/u.test(line))
        return "It lets workloads of the cluster reach the machines they run on";
      if (/^create token\b|^(?:sa|serviceaccounts) get-token\b/u.test(line))
        return "It makes a token that others can use to log in to the cluster";
      return /^(?:apply|create|replace)\b/u.test(line) &&
        /(?:-f|--filename)[= ]?http:\/\/(?!localhost|127\.)/u.test(joined(command))
        ? "It has the cluster obey a file over a connection that anybody on the way can change"
        : null;
    }),
    examples: {
      risky: [
        "kubectl proxy --address=0.0.0.0 --accept-hosts='.*'",
        "kubectl create token admin",
        "kubectl apply -f http://203.0.113.4/pod.yaml",
      ],
      honest: [
        "kubectl proxy",
        "kubectl apply -f deploy.yaml",
        "kubectl apply -f https://raw.githubusercontent.com/cert-manager/cert-manager/v1/crds.yaml",
      ],
    },
  },
  {
    id: "script-run-elsewhere",
    threat: "Remote code execution",
    technique: "T1021.004",
    score: severity.warn,
    check: onCommand(["ssh"], (command) => {
      const shell = command.arguments.findIndex((argument) =>
        /^(?:sudo\s+)?(?:ba|z|da)?sh(?:\s+-s\b.*)?$/u.test(argument),
      );
      const fed = command.position > 0 || command.redirects.some((redirect) => /^<(?!&)/u.test(redirect.operator));
      return shell > 0 && fed && !given(command, "h")
        ? "It has another machine run a script that is not shown here"
        : null;
    }),
    examples: {
      risky: ["ssh root@10.0.0.5 'bash -s' < setup.sh", "cat setup.sh | ssh root@10.0.0.5 sh"],
      honest: ["ssh host.example uptime", "ssh host.example < /dev/null"],
    },
  },
];
