// Control planes: programs whose words reach other machines or shared stores, and which of their words delete.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { has, value } from "../../../normalise/programs/invocation.ts";
import { firstWords } from "../../read.ts";

export const planes: readonly string[] = `
  aws az gcloud gsutil bq kubectl oc helm eksctl kops k3d kind minikube terraform tofu terragrunt
  pulumi cdk serverless sls sam heroku doctl fly flyctl vercel netlify wrangler railway render
  supabase firebase amplify linode-cli hcloud scw ibmcloud oci openstack vultr-cli exo gh glab hub tea
  op vault bw doppler infisical consul nomad etcdctl nats velero borg restic rclone duplicity s3cmd mc
  b2 s5cmd argocd flux rancher docker podman nerdctl lxc incus multipass vagrant virsh qm pct govc cf
  ansible-galaxy influx confluent temporal circleci gitlab-runner jenkins-cli gitlab buildkite-agent
  drone tctl harness linear sentry-cli datadog-ci pagerduty launchdarkly stripe twilio shopify kaggle
  huggingface-cli pulsar-admin cloudflared akamai fastly auth0 okta cli4 pscale neonctl mongocli atlas
  elasticdump curator crane gcrane skopeo tccli aliyun yc civo jfrog npm ldcli split flagsmith
`
  .trim()
  .split(/\s+/u);

/** Programs for which such a word is data or concerns this machine only. */
export const localPrograms: ReadonlySet<string> = new Set(
  `
  [ apt apt-get awk brew bridge bun cat cd conan dconf defaults dpkg echo export find fossil git grep
  gsettings ifconfig ip jj ls man mongoimport mutagen nix nmcli npm ovs-vsctl pacman pnpm postfix
  printf reg.py rg route sed snap task taskwarrior tc test tldr todo which wine yarn
`
    .trim()
    .split(/\s+/u),
);

const deleting =
  /^(?:delete|deletefile|del|destroy|purge|remove|rm|rmi|rb|rmdir|erase|wipe|drop|terminate|uninstall|undeploy|teardown|nuke|decommission|unpublish|prune|forget|down|rdelete|repo-delete|factory-reset|force-unlock|archive|disable|revoke|unregister|deregister|deactivate)$/u;
const compound =
  /^(?:delete|terminate|deregister|destroy|remove|purge|disable|revoke|empty|reset|drop|unsubscribe|deactivate|schedule|unregister)-[a-z-]+$|^[a-z-]+:(?:destroy|delete|remove|purge|rollback|reset)$|^unsubscribe$|^(?:delete|clear|purge|remove)_[a-z_]+$/u;

const deepPrograms = /^(?:az|gcloud|doctl|openstack)$/u;

/** The word that orders a deletion, if one of the first words does and it is no everyday use of it. */
export function deleteWord(command: CommandFact): string | undefined {
  if (/^(?:terraform|tofu|terragrunt)$/u.test(command.program) && destroys(command)) return "destroy";
  const stopping = stopWord(command);
  if (stopping !== undefined) return stopping;
  const word = firstWords(command, deepPrograms.test(command.program) ? 5 : 3).find(
    (verb) => deleting.test(verb) || compound.test(verb),
  );
  return word === undefined || everyday(command, word) ? undefined : word;
}

/** `terraform apply -destroy` is `terraform destroy`. */
function destroys(command: CommandFact): boolean {
  return command.subcommand === "apply" && has(command, "-destroy");
}

/** Orders without such a word that take away all the same what runs somewhere: no copy of it is left, or no place to run. */
function stopWord(command: CommandFact): string | undefined {
  const { program, subcommand, operands } = command;
  switch (program) {
    case "kubectl":
    case "oc":
      if (subcommand === "drain") return "drain";
      return subcommand === "scale" && value(command, "--replicas") === "0" ? "scale" : undefined;
    case "docker":
      if (subcommand === "swarm leave") return has(command, "--force") ? "leave" : undefined;
      return subcommand === "service scale" && operands.some((operand) => operand.endsWith("=0")) ? "scale" : undefined;
    default:
      return undefined;
  }
}

/** What depends on it goes with it: not one object, but a place where many things are kept. */
export const largeThing =
  /^(?:project|projects|group|groups|cluster|clusters|namespace|namespaces|ns|repo|repository|db|database|databases|bucket|buckets|volume|volumes|account|stack|vault|org|organization|pvc|pv|backup|backups|snapshot|snapshots|app|apps|vm|vms|instance|instances|server|servers|droplet|disk|disks|delete-bucket|delete-db-instance|delete-db-cluster|delete-stack|terminate-instances|delete-cluster|delete-table|delete-user|delete-vpc|crd|crds|node|nodes)$/u;
/** Settings, marks and stand-ins that are made again with one command and hold no data. */
const smallThing =
  /^(?:tag|tags|flavor|port|subnet|network|domain|domains|record|records|nodebalancers?|recommendation|bicep|locks?|codespace|gpg-key|pods?|po|job|jobs|env|config|configs|replica|firewalls?|label|labels|rule|rules|remove-value|repo|alias|logicapp|functionapp|plugin|plugins|extension|context|deployment-slot)$/u;
/** Virtual machines and clusters of this machine alone. */
export const ownMachines = /^(?:kind|k3d|minikube|multipass|vagrant)$/u;
/** They ask before they delete, and an agent has no keyboard to say yes with. */
const asksFirst = /^(?:az|gcloud|doctl|ibmcloud|heroku|openstack)$/u;
const unaskedOption =
  /^--(?:yes|force|auto-approve|all|recursive|quiet|confirm|purge|no-?input|skip-confirmation|cascade)(?:-|$)|^-(?:y|f|q|A|auto-approve)$/u;

/** Whether it deletes without asking, or more than one thing. */
export function deletesUnasked({ options }: CommandFact): boolean {
  return options.some(({ name }) => unaskedOption.test(name));
}

/** Whether what is deleted is easily made again, or the program will stop to ask first. */
export function smallDeletion(command: CommandFact, word: string): boolean {
  if (deletesUnasked(command) && !ownMachines.test(command.program)) return false;
  // A machine of the cluster can take work again; data that only lay there does not come back.
  if (word === "drain") return !has(command, "--delete-emptydir-data", "--delete-local-data", "--disable-eviction");
  if (ownMachines.test(command.program) || command.operands.at(-1) === "help") return true;
  const words = firstWords(command, 5);
  if (/^(?:config|configs)$/u.test(words[0] ?? "") && /^(?:doppler|infisical)$/u.test(command.program)) return false;
  if (command.program === "circleci" || command.program === "op") return false;
  const at = words.indexOf(word);
  if (words.slice(0, at + 2).some((each) => smallThing.test(each) && !(each === "repo" && command.program !== "helm")))
    return true;
  return asksFirst.test(command.program) && !words.some((each) => largeThing.test(each));
}

/** Local, everyday uses of the same words. */
function everyday(command: CommandFact, word: string): boolean {
  const words = firstWords(command, 3);
  switch (command.program) {
    case "npm":
      return !/^unpublish$/u.test(word);
    case "docker":
    case "podman":
    case "nerdctl":
      // Containers and images come back with one command; volumes and everything at once do not.
      return !(
        words[0] === "volume" ||
        words[0] === "stack" ||
        (words[0] === "system" && word === "prune") ||
        has(command, "--volumes", "-v") ||
        (word === "rm" &&
          (has(command, "--force", "-f") || command.operands.some((operand) => operand.includes("$(")))) ||
        (word === "prune" && has(command, "--all", "--force", "-a", "-f")) ||
        (words[0] === "rmi" && has(command, "--force", "-f"))
      );
    case "gh":
    case "glab":
      return /^(?:alias|cache|extension|label|variable|config|run)$/u.test(words[0] ?? "");
    case "vagrant":
    case "minikube":
    case "kind":
    case "k3d":
    case "multipass":
      return !(deletesUnasked(command) || words.some((each) => /delete|destroy/u.test(each)));
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
