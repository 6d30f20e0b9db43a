// Cloud accounts: their secrets, their rights, and the record of what happens in them.
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../heuristic.ts";
import { joined, verbs } from "../read.ts";

export const cloud: readonly Heuristic[] = [
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
      risky: ["aws secretsmanager put-secret-value --secret-id x --secret-string y", "vault secrets disable team/"],
      honest: ["aws secretsmanager list-secrets --max-items 5", "vault status", "vault kv get secret/x"],
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
      honest: ["aws secretsmanager list-secrets --max-items 5"],
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
      onCommand(["az", "aws"], (command) =>
        /\bvm run-command invoke\b|\bvmss run-command\b|^ssm send-command\b|^ec2-instance-connect send-ssh-public-key\b/u.test(
          joined(command),
        )
          ? "It runs commands on a machine in the cloud"
          : null,
      ),
      onCommand(["etcdctl"], (command) =>
        /^get\s+(?:\/|"")(?:\s|registry|$).*--prefix/u.test(joined(command))
          ? "It reads everything the cluster keeps"
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
      honest: ["aws iam list-users --max-items 5", "kubectl auth can-i get pods"],
    },
  },
];
