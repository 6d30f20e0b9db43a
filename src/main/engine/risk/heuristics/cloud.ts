// Cloud and control planes: deleting what others run, store or pay for, with one word.
import type { CommandFact } from "../../../../shared/facts.ts";
import { severity } from "../bands.ts";
import { type Heuristic, clip, firstOf, onCommand } from "../heuristic.ts";
import { isInterpreter } from "../programs.ts";
import { given, harmless, joined, operands, verbs } from "../read.ts";

/** Programs whose delete words reach other machines or shared stores. */
const planes = [
  "aws",
  "az",
  "gcloud",
  "gsutil",
  "bq",
  "kubectl",
  "oc",
  "helm",
  "eksctl",
  "kops",
  "k3d",
  "kind",
  "minikube",
  "terraform",
  "tofu",
  "terragrunt",
  "pulumi",
  "cdk",
  "serverless",
  "sls",
  "sam",
  "heroku",
  "doctl",
  "fly",
  "flyctl",
  "vercel",
  "netlify",
  "wrangler",
  "railway",
  "render",
  "supabase",
  "firebase",
  "amplify",
  "linode-cli",
  "hcloud",
  "scw",
  "ibmcloud",
  "oci",
  "openstack",
  "vultr-cli",
  "exo",
  "gh",
  "glab",
  "hub",
  "tea",
  "op",
  "vault",
  "bw",
  "doppler",
  "infisical",
  "consul",
  "nomad",
  "etcdctl",
  "nats",
  "velero",
  "borg",
  "restic",
  "rclone",
  "duplicity",
  "s3cmd",
  "mc",
  "b2",
  "s5cmd",
  "argocd",
  "flux",
  "rancher",
  "docker",
  "podman",
  "nerdctl",
  "lxc",
  "incus",
  "multipass",
  "vagrant",
  "virsh",
  "qm",
  "pct",
  "govc",
  "cf",
  "ansible-galaxy",
  "influx",
  "confluent",
  "temporal",
  "circleci",
  "gitlab-runner",
  "jenkins-cli",
  "gitlab",
  "buildkite-agent",
  "drone",
  "tctl",
  "harness",
  "linear",
  "sentry-cli",
  "datadog-ci",
  "pagerduty",
  "launchdarkly",
  "stripe",
  "twilio",
  "shopify",
  "kaggle",
  "huggingface-cli",
  "pulsar-admin",
  "cloudflared",
  "akamai",
  "fastly",
  "auth0",
  "okta",
  "cli4",
  "pscale",
  "neonctl",
  "mongocli",
  "atlas",
  "elasticdump",
  "curator",
  "crane",
  "gcrane",
  "skopeo",
  "tccli",
  "aliyun",
  "yc",
  "civo",
  "jfrog",
  "npm",
  "ldcli",
  "split",
  "flagsmith",
];
const deleting =
  /^(?:delete|deletefile|del|destroy|purge|remove|rm|rmi|rb|rmdir|erase|wipe|drop|terminate|uninstall|undeploy|teardown|nuke|decommission|unpublish|prune|forget|down|rdelete|repo-delete|factory-reset|force-unlock|drain|archive|disable|revoke|unregister|deregister|deactivate)$/u;
const compound =
  /^(?:delete|terminate|deregister|destroy|remove|purge|disable|revoke|empty|reset|drop|unsubscribe|deactivate|schedule|unregister)-[a-z-]+$|^[a-z-]+:(?:destroy|delete|remove|purge|rollback|reset)$|^unsubscribe$|^(?:delete|clear|purge|remove)_[a-z_]+$/u;
/** Words that name what is gone when such a thing goes: not one object, but all that depends on it. */
const large =
  /^(?:project|projects|group|groups|cluster|clusters|namespace|namespaces|ns|repo|repository|db|database|databases|bucket|buckets|volume|volumes|account|stack|vault|org|organization|pvc|pv|backup|backups|snapshot|snapshots|app|apps|delete-bucket|delete-db-instance|delete-db-cluster|delete-stack|terminate-instances|delete-cluster|delete-table|delete-user|delete-vpc|crd|crds|node|nodes)$/u;

function deleteWord(command: CommandFact): string | undefined {
  const depth =
    command.program === "az" ||
    command.program === "gcloud" ||
    command.program === "doctl" ||
    command.program === "openstack"
      ? 5
      : command.program === "aws"
        ? 3
        : 3;
  return verbs(command, depth).find((verb) => deleting.test(verb) || compound.test(verb));
}

/** Local, everyday uses of the same words. */
function everyday(command: CommandFact, word: string): boolean {
  const words = verbs(command, 3);
  const line = joined(command);
  switch (command.program) {
    case "npm":
      return !/^unpublish$/u.test(word);
    case "docker":
    case "podman":
    case "nerdctl":
      // Containers and images come back with one command; volumes and everything at once do not.
      return !(
        words[0] === "volume" ||
        (words[0] === "system" && word === "prune") ||
        /(?:^|\s)-[a-z]*v|--volumes/u.test(line) ||
        (word === "rm" && /-[a-z]*f|--force|\$\(/u.test(line)) ||
        (word === "prune" && /-[a-z]*[af]/u.test(line)) ||
        (words[0] === "rmi" && /-[a-z]*f/u.test(line))
      );
    case "gh":
    case "glab":
      return /^(?:alias|cache|extension|label|variable|config|run)$/u.test(words[0] ?? "");
    case "vagrant":
    case "minikube":
    case "kind":
    case "k3d":
    case "multipass":
      return !/-f|--force|--all|--purge|delete|destroy/u.test(line);
    case "split":
      return true;
    case "kubectl":
    case "oc":
      return /^(?:uncordon|config)$/u.test(words[0] ?? "");
    case "aws":
      return /^(?:configure|help)$/u.test(words[0] ?? "");
    case "rclone":
      return words[0] === "config";
    case "firebase":
    case "mc":
      return words[0] === "alias";
    default:
      return false;
  }
}

export const cloud: readonly Heuristic[] = [
  {
    id: "remote-delete",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(planes, (command) => {
      if (harmless(command)) return null;
      const word = deleteWord(command);
      return word === undefined || everyday(command, word)
        ? null
        : `${command.program} ${word} removes something that others may need`;
    }),
    examples: {
      risky: [
        "kubectl delete deployment web",
        "aws s3 rm s3://bucket/key",
        "gh release delete v1.0.0",
        "terraform destroy",
        "az vm delete --name x",
        "aws sqs purge-queue --queue-url u",
        "rclone delete remote:x",
      ],
      honest: [
        "kubectl get pods",
        "aws s3 ls",
        "gh pr list",
        "terraform plan",
        "docker rm web",
        "kubectl delete pod web --dry-run=client",
        "npm uninstall left-pad",
      ],
    },
  },
  {
    id: "remote-delete-large",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.deny,
    check: onCommand(planes, (command) => {
      if (harmless(command)) return null;
      const word = deleteWord(command);
      if (word === undefined || everyday(command, word)) return null;
      const forced =
        /--(?:yes|force|auto-approve|all|recursive|quiet|confirm|purge|no-?input|skip-confirmation|all-namespaces|cascade)\b|(?:^|\s)-(?:y|f|A|auto-approve)\b/u.test(
          joined(command),
        );
      const target = verbs(command, 6).some((verb) => large.test(verb)) || /^(?:rb|destroy|purge)$/u.test(word);
      return forced && target ? `${command.program} ${word} removes a whole group of things without asking` : null;
    }),
    examples: {
      risky: [
        "terraform destroy -auto-approve",
        "kubectl delete namespace prod --force",
        "gh repo delete me/x --yes",
        "aws s3 rb s3://bucket --force",
      ],
      honest: ["terraform plan -destroy --help", "kubectl get namespace"],
    },
  },
  {
    id: "remote-mirror-delete",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws", "gsutil", "gcloud", "s3cmd", "s5cmd", "mc", "azcopy"], (command) =>
        !harmless(command) &&
        /\b(?:sync|rsync|mirror)\b/u.test(joined(command)) &&
        (/--delete|--remove|--delete-(?:removed|destination|unmatched)/u.test(joined(command)) ||
          (command.program === "gsutil" && given(command, "d")))
          ? "It deletes what the other side does not have"
          : null,
      ),
      onCommand(["rclone"], (command) =>
        !harmless(command) && /^(?:sync|move|moveto|cleanup|dedupe|bisync)$/u.test(verbs(command)[0] ?? "")
          ? `rclone ${verbs(command)[0]} deletes files on one side`
          : null,
      ),
      onCommand(["borg", "restic", "duplicity", "kopia", "duplicacy"], (command) =>
        !harmless(command) &&
        /^(?:prune|compact|forget|delete|rdelete|repo-delete|remove-older-than|remove-all-but-n-full|rewrite|recreate)$/u.test(
          verbs(command)[0] ?? "",
        )
          ? "It removes backups"
          : null,
      ),
    ),
    examples: {
      risky: [
        "aws s3 sync . s3://bucket --delete",
        "rclone sync /empty remote:x",
        "restic forget --keep-last 1 --prune",
      ],
      honest: [
        "aws s3 sync . s3://bucket",
        "rclone copy a remote:x",
        "restic snapshots",
        "rclone sync a remote:x --dry-run",
      ],
    },
  },
  {
    id: "delete-request",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: firstOf(
      onCommand(["curl", "wget", "http", "https", "xh", "httpie", "gh"], (command) => {
        const line = joined(command);
        const method =
          /(?:-X\s*|--request[= ]|--method[= ])["']?delete\b/iu.test(line) ||
          (/^(?:http|https|xh|httpie)$/u.test(command.program) && operands(command)[0] === "DELETE");
        return method ? "It sends a request that deletes something" : null;
      }),
      onCommand(["curl"], (command) =>
        /_delete_by_query|\/dodelete\b|\/delete(?:\?|$)|_forcemerge|\/_all\b.*delete|purge_everything/iu.test(
          joined(command),
        )
          ? "It sends a request that deletes something"
          : null,
      ),
    ),
    examples: {
      risky: [
        "curl -X DELETE https://search.example.org/index",
        "gh api -X DELETE /repos/a/b",
        "curl -XPOST 'localhost:9200/x/_delete_by_query' -d '{}'",
      ],
      honest: ["curl -X GET https://search.example.org/index", "curl https://example.org/delete"],
    },
  },
  {
    id: "stored-secret-changed",
    threat: "Remote resource deletion",
    technique: "T1531",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        /^secretsmanager (?:update|put|rotate|restore|replicate)-|^ssm put-parameter|^kms (?:disable|schedule)-/u.test(
          verbs(command).join(" "),
        )
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["az"], (command) =>
        /keyvault (?:secret|key) (?:set|rotate)|purge/u.test(joined(command))
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /secrets versions (?:add|disable|destroy)/u.test(joined(command))
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["vault"], (command) =>
        /^(?:operator (?:seal|step-down|rekey|rotate)|lease revoke|token revoke|secrets (?:disable|move|tune)|auth disable|policy delete|audit disable)/u.test(
          verbs(command).join(" "),
        )
          ? "It changes how secrets are kept"
          : null,
      ),
    ),
    examples: {
      risky: ["aws secretsmanager put-secret-value --secret-id x --secret-string y", "vault secrets disable kv/"],
      honest: ["aws secretsmanager list-secrets", "vault status", "vault kv get secret/x"],
    },
  },
  {
    id: "stored-secret-read",
    threat: "Credential access",
    technique: "T1555.006",
    score: severity.warn,
    check: onCommand(["aws"], (command) =>
      /^secretsmanager (?:batch-)?get-secret-value/u.test(verbs(command).join(" ")) ? "It reads a stored secret" : null,
    ),
    examples: {
      risky: ["aws secretsmanager get-secret-value --secret-id x"],
      honest: ["aws secretsmanager list-secrets"],
    },
  },
  {
    id: "cloud-guard-off",
    threat: "Weakened defences",
    technique: "T1562.008",
    score: severity.deny,
    check: onCommand(["aws", "az", "gcloud"], (command) => {
      const line = joined(command);
      return /\b(?:cloudtrail|guardduty|configservice|securityhub|macie2?|logs|flow-logs?|diagnostic-settings|monitor|logging|sinks?|security)\b/iu.test(
        line,
      ) &&
        /\b(?:stop-logging|delete-[\w-]+|stop-[\w-]+|disable-[\w-]+|delete|disable)\b|--no-enable|put-event-selectors|update-trail/iu.test(
          line,
        )
        ? "It switches off the record of what happens in the account"
        : null;
    }),
    examples: {
      risky: [
        "aws cloudtrail stop-logging --name t",
        "aws guardduty delete-detector --detector-id d",
        "gcloud logging sinks delete s",
      ],
      honest: ["aws logs tail g", "aws cloudtrail describe-trails"],
    },
  },
  {
    id: "cloud-rights-changed",
    threat: "Privilege escalation",
    technique: "T1098",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        /^iam (?:create-(?:user|access-key|login-profile|role|group|policy)|attach-|put-(?:user|role|group)-policy|add-user-to-group|update-assume-role-policy|update-login-profile|add-role)/u.test(
          verbs(command).join(" "),
        )
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /\badd-iam-policy-binding\b|\biam (?:service-accounts|roles) (?:create|update|keys create)|set-iam-policy/u.test(
          joined(command),
        )
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["az"], (command) =>
        /\brole assignment create\b|\bad (?:user|sp|app) (?:create|credential)/u.test(joined(command))
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["kubectl", "oc"], (command) =>
        /create (?:cluster)?rolebinding|cluster-admin/u.test(joined(command))
          ? "It changes who may do what in the cluster"
          : null,
      ),
    ),
    examples: {
      risky: [
        "aws iam create-access-key --user-name x",
        "kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=y",
      ],
      honest: ["aws iam list-users", "kubectl auth can-i get pods"],
    },
  },
  {
    id: "delete-word",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: (view) => {
      const command = view.facts.commands.find((each) => {
        if (
          harmless(each) ||
          localWords.has(each.program) ||
          planeNames.has(each.program) ||
          isInterpreter(each.program)
        )
          return false;
        const words = verbs(each, 4);
        // `tool project delete alpha`, `tool.jar delete-job alpha`: an order, a kind of thing and its name.
        const at = words.findIndex((word) =>
          /^(?:delete|destroy|purge|terminate|wipe|nuke)$|^(?:delete|destroy|purge|terminate)-[a-z-]+$/u.test(word),
        );
        return at >= 1 && words.length > at + (words[at]?.includes("-") === true ? 0 : 1);
      });
      return command === undefined
        ? null
        : { reason: `${command.program} is asked to delete something`, evidence: clip(command.text) };
    },
    examples: {
      risky: ["someservice project delete alpha", "java -jar ci.jar delete-job deploy"],
      honest: ["echo delete", "grep delete a.txt", "git log"],
    },
  },
];

/** Programs for which such a word is data, not an order. */
const localWords = new Set([
  "echo",
  "printf",
  "grep",
  "rg",
  "man",
  "tldr",
  "git",
  "sed",
  "awk",
  "cat",
  "find",
  "test",
  "[",
  "ls",
  "cd",
  "export",
  "man",
  "which",
  "jj",
  "fossil",
  "bun",
  "npm",
  "yarn",
  "pnpm",
  "apt",
  "apt-get",
  "dpkg",
  "pacman",
  "brew",
  "snap",
  "conan",
  "ip",
  "tc",
  "bridge",
  "nix",
  "task",
  "todo",
  "route",
  "postfix",
  "mutagen",
  "wine",
  "reg.py",
  "mongoimport",
  "nmcli",
  "ovs-vsctl",
  "ifconfig",
  "taskwarrior",
  "defaults",
  "dconf",
  "gsettings",
]);
const planeNames = new Set(planes);
