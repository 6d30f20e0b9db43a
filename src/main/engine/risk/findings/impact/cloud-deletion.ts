// Cloud deletion: removing what others run, store or pay for, with one word.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { has, isDryRun, settingsOf, value } from "../../../normalise/programs/invocation.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, clip, firstOf, onCommand, when } from "../../heuristic.ts";
import { isInterpreter } from "../../programs.ts";
import { firstWords } from "../../read.ts";
import {
  deleteWord,
  deletesUnasked,
  largeThing,
  localPrograms,
  planes,
  smallDeletion,
  ownMachines,
} from "./control-planes.ts";

const planeNames = new Set(planes);

/** `tool project destroy alpha`, `tool.jar delete-job alpha`: an order, a kind of thing and its name. */
const strongWord = /^(?:destroy|purge|terminate|wipe|nuke)$|^(?:delete|destroy|purge|terminate)-[a-z-]+$/u;
const plainWord = /^delete$/u;

function ordersDeletion(command: CommandFact, order: RegExp): boolean {
  const { program } = command;
  if (isDryRun(command) || localPrograms.has(program) || planeNames.has(program) || isInterpreter(program))
    return false;
  const words = firstWords(command, 4);
  const at = words.findIndex((word) => order.test(word));
  // The archive that java runs is the first word.
  return (
    (at >= 1 || (at === 0 && has(command, "-jar"))) && words.length > at + (words[at]?.includes("-") === true ? 0 : 1)
  );
}

/** What is deleted is a store of many things, or everything. */
const holdsMany =
  /\*|\/_\w|\/(?:ind(?:ex|exes|ices)|collections?|databases?|dbs?|buckets?|tables?|topics?|queues?|streams?|schemas?|namespaces?|projects?|repos?|clusters?|tenants?)(?:\/|\b)|:(?:9200|9300|5984|8983|6333)(?:\/[^\s/]*)?(?:\s|$|["'])/iu;

const deletingAddress = /_delete_by_query|\/dodelete\b|_forcemerge|\/_all\b.*delete|purge_everything/iu;

export const cloudDeletion: readonly Heuristic[] = [
  {
    id: "remote-delete",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: onCommand(planes, (command) => {
      if (isDryRun(command)) return null;
      const word = deleteWord(command);
      return word === undefined || smallDeletion(command, word)
        ? null
        : `${command.program} ${word} removes something that others may need`;
    }),
    match: [
      "kubectl delete deployment web",
      "aws s3 rm s3://bucket/key",
      "gh release delete v2.3.0",
      "terraform destroy",
      "terraform -chdir=prod apply -destroy",
      "az vm delete --name x",
      "aws sqs purge-queue --queue-url u",
      "rclone delete remote:x",
      "k3s kubectl delete deployment web",
      "microk8s.kubectl delete deployment web",
      "kubectl delete deployment web --dry-run=none",
      "kubectl scale --replicas=0 deployment/web",
      "kubectl -n prod scale deploy web --replicas 0",
      "kubectl drain node-1 --ignore-daemonsets --delete-emptydir-data",
      "docker stack rm prod",
      "docker swarm leave --force",
    ],
    not_match: [
      "kubectl get pods",
      "aws s3 ls",
      "gh pr list",
      "terraform plan -out a.plan",
      "docker rm web",
      "kubectl delete pod web --dry-run=client",
      "npm uninstall left-pad",
      "kubectl scale --replicas=3 deployment/web",
      "kubectl get pods -l app=drain",
      "docker stack ls",
      "docker compose down",
      "docker swarm leave",
    ],
  },
  {
    id: "remote-delete-large",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.deny,
    check: onCommand(planes, (command) => {
      if (isDryRun(command)) return null;
      const word = deleteWord(command);
      if (word === undefined) return null;
      const forced = deletesUnasked(command) && !ownMachines.test(command.program);
      const target =
        firstWords(command, 6).some((verb) => largeThing.test(verb)) || /^(?:rb|destroy|purge)$/u.test(word);
      return forced && target ? `${command.program} ${word} removes a whole group of things without asking` : null;
    }),
    match: [
      "terraform destroy -auto-approve",
      "terraform apply -destroy -auto-approve",
      "kubectl delete namespace prod --force",
      "gh repo delete me/x --yes",
      "aws s3 rb s3://bucket --force",
    ],
    not_match: ["terraform plan -destroy --help", "kubectl get namespace"],
  },
  {
    id: "remote-delete-small",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.warn,
    check: firstOf(
      onCommand(planes, (command) => {
        if (isDryRun(command)) return null;
        const word = deleteWord(command);
        return word !== undefined && smallDeletion(command, word)
          ? `${command.program} ${word} removes something that can be made again`
          : null;
      }),
      when([{ words: /delete/u }], (view) => {
        const command = view.facts.commands.find((each) => ordersDeletion(each, plainWord));
        return command === undefined
          ? null
          : { reason: `${command.program} is asked to delete something`, evidence: clip(command.text) };
      }),
    ),
    match: [
      "kubectl delete pods web-1",
      "az tag delete --name x",
      "kind delete cluster",
      "keytool user delete bob",
      "kubectl drain node-1",
    ],
    not_match: ["kubectl get pods", "kubectl delete namespace prod", "minikube status"],
  },
  {
    id: "delete-request",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: firstOf(
      onCommand(["curl", "wget", "http", "https", "xh", "httpie", "gh"], (command, view) => {
        const { hosts } = view.facts;
        // The program somebody is working on runs here, and deleting one of its objects is how it is tried out.
        const ownServer = hosts.length > 0 && hosts.every((host) => host.local);
        if (ownServer && !settingsOf(command).some((setting) => holdsMany.test(setting))) return null;
        const method =
          /^delete$/iu.test(value(command, "--request", "--method") ?? "") ||
          (/^(?:http|https|xh|httpie)$/u.test(command.program) && command.operands[0] === "DELETE");
        return method ? "It sends a request that deletes something" : null;
      }),
      onCommand(["curl"], (command) =>
        settingsOf(command).some((setting) => deletingAddress.test(setting))
          ? "It sends a request that deletes something"
          : null,
      ),
    ),
    match: [
      "curl -X DELETE https://search.example.org/index",
      "gh api -X DELETE /repos/a/b",
      "curl -XPOST 'localhost:9200/x/_delete_by_query' -d '{}'",
    ],
    not_match: [
      "curl -X GET https://search.example.org/index",
      "curl https://example.org/delete",
      "curl -X DELETE http://localhost:3000/api/users/1",
    ],
  },
  {
    id: "delete-word",
    threat: "Remote resource deletion",
    technique: "T1485",
    score: severity.ask,
    check: when([{ words: /destroy|purge|terminate|wipe|nuke|delete-/u }], (view) => {
      const command = view.facts.commands.find((each) => ordersDeletion(each, strongWord));
      return command === undefined
        ? null
        : { reason: `${command.program} is asked to delete something`, evidence: clip(command.text) };
    }),
    match: ["someservice project destroy alpha", "java -jar ci.jar delete-job deploy"],
    not_match: ["echo delete", "grep delete a.txt", "git log"],
  },
];
