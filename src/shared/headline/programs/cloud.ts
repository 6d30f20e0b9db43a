// Programs that reach other machines and shared stores, in headlines. Their words follow one pattern: a kind of thing, a verb, a name.
import type { CommandFact } from "../../domain/facts.ts";
import { change, changeForOthers, destroy, look, start } from "../act.ts";
import { cutEnd, few, quoted } from "../text.ts";
import { commandName, has, isRehearsal, type Reader, readers, value, wordsOf } from "./read.ts";

const names: Readonly<Record<string, string>> = {
  aws: "AWS",
  az: "Azure",
  gcloud: "Google Cloud",
  gsutil: "Google Cloud Storage",
  bq: "BigQuery",
  kubectl: "the cluster",
  oc: "the cluster",
  helm: "the cluster",
  gh: "GitHub",
  glab: "GitLab",
  heroku: "Heroku",
  vercel: "Vercel",
  netlify: "Netlify",
  wrangler: "Cloudflare",
  firebase: "Firebase",
  supabase: "Supabase",
  doctl: "DigitalOcean",
  fly: "Fly.io",
  flyctl: "Fly.io",
  stripe: "Stripe",
  vault: "Vault",
};

const deleting =
  /^(?:delete|del|destroy|purge|remove|rm|rmi|rb|rmdir|erase|wipe|drop|terminate|uninstall|undeploy|teardown|nuke|prune|forget|down|factory-reset|unregister|deregister|unpublish|rdelete)$|^(?:delete|terminate|deregister|destroy|remove|purge|empty|drop|unregister)-|[:-](?:destroy|delete|remove|purge)$|^(?:delete|clear|purge|remove)_/u;
const stopping =
  /^(?:stop|kill|cancel|disable|revoke|deactivate|suspend|drain|cordon|archive|pause|reboot|restart|rollback|reset)(?:-|$)|:(?:reset|rollback|stop|restart)$/u;
const looking =
  /^(?:get|list|ls|show|describe|view|status|logs|log|info|top|cat|head|inspect|images|ps|search|diff|explain|version|whoami|history|wait|check|validate|plan|lint|template|events|stats|port|preview|download|tail|read|find|du|stat|help|api-resources|api-versions|cluster-info|ping|graph|providers|output|fmt)(?:-|$)|^(?:batch-get|head-object|lookup|select|query|scan|filter|generate-presigned)/u;
const publishing = /^(?:deploy|publish|promote|release|launch|ship|up|apply|push|submit)$|:deploy$|^deploy-/u;

const placeOf = ({ program }: CommandFact): string => names[program] ?? program;

/** The words up to the verb name the kind of thing, those behind it the thing itself. */
function thing(command: CommandFact, at: number): string {
  const words = wordsOf(command);
  const verb = words[at] ?? "";
  const kind = [...words.slice(0, at), verb.replace(/^[a-z]+[-_]/u, "")]
    .filter((word) => word !== verb)
    .join(" ")
    .replaceAll(/[-_]/gu, " ");
  const given = words.slice(at + 1);
  const named = given.length > 0 ? few(given) : few(command.options.flatMap(nameOf), 1);
  return [kind, named].filter((word) => word !== "").join(" ");
}

const nameOf = ({ name, value: given }: { name: string; value?: string }): readonly string[] =>
  given !== undefined &&
  /(?:name|id|ids|identifier|arn|bucket|key|queue-url|app|table|cluster|stack|function|resource-group)$/u.test(name)
    ? [given]
    : [];

const plane: Reader = (command) => {
  const words = wordsOf(command);
  const place = placeOf(command);
  if (isRehearsal(command) || has(command, "--dryrun"))
    return look("Rehearse", quoted(commandName(command)), { reach: "network" });
  const find = (pattern: RegExp): number => words.slice(0, 5).findIndex((word) => pattern.test(word));
  const deletes = find(deleting);
  if (deletes !== -1) {
    const all = has(command, "--recursive", "-r", "--all", "--force") ? " and everything in it" : "";
    return destroy("Delete", `${thing(command, deletes)} at ${place}${has(command, "--recursive", "-r") ? all : ""}`);
  }
  const looks = find(looking);
  const stops = find(stopping);
  if (stops !== -1 && (looks === -1 || stops < looks))
    return changeForOthers("Stop or reset", `${thing(command, stops)} at ${place}`, {
      reach: "production",
      tone: "danger",
    });
  if (looks !== -1) return look("Look up", `${thing(command, looks)} at ${place}`.trimStart(), { reach: "network" });
  if (find(publishing) !== -1)
    return changeForOthers("Deploy", `to ${place}`, {
      note: "changes what users see",
      reach: "production",
      tone: "danger",
    });
  if (words.length === 0) return look("Look up", place, { reach: "network" });
  const acts = Math.max(0, find(acting));
  const verb = /^[a-z]+/u.exec(words[acts] ?? "")?.[0] ?? "change";
  const rights = words.slice(0, 4).some((word) => governing.test(word));
  const subject = acting.test(words[acts] ?? "") ? thing(command, acts) : cutEnd(words.slice(0, 3).join(" "));
  return changeForOthers(
    acting.test(words[acts] ?? "") ? `${verb.charAt(0).toUpperCase()}${verb.slice(1)}` : "Change",
    `${subject} at ${place}`,
    rights ? { note: "changes who may do what", tone: "danger" } : {},
  );
};

const acting =
  /^(?:create|put|update|modify|set|attach|add|start|invoke|enable|register|import|tag|send|copy|restore|edit|upload|grant|assume|login|print|reset|rotate|scale|resize|move|install|upgrade|connect|ssh|associate|authorize)(?:-|$)/u;
const governing =
  /(?:iam|role|polic|permission|rbac|acl|access-key|access-token|secret|security-group|firewall|binding|service-account|assume|authorize|credential)/u;

/** Stores addressed by URL. */
const store: Reader = (command, facts) => {
  const { operands, subcommand } = command;
  const word = subcommand.split(" ").at(-1) ?? "";
  const [from = "", to = ""] = operands;
  if (isRehearsal(command) || has(command, "--dryrun"))
    return look("Rehearse", quoted(commandName(command)), { reach: "network" });
  const everything = has(command, "--recursive", "-r", "--force", "-R") ? " and everything in it" : "";
  if (/^(?:rm|rb|del|delete|purge)$/u.test(word)) return destroy("Delete", `${few(operands, 1)}${everything}`);
  if (/^(?:ls|du|stat|presign|cat|lsd|size)$/u.test(word)) return look("List", cutEnd(from), { reach: "network" });
  if (!/^(?:cp|mv|sync|copy|move|rsync|copyto|moveto)$/u.test(word)) return plane(command, facts);
  const clears = has(command, "--delete", "-d") || (word === "sync" && /rclone/u.test(command.program));
  const move = /^(?:mv|move)/u.test(word);
  const object = `${cutEnd(from, 32)} to ${cutEnd(to, 32)}`;
  if (clears) return destroy("Copy", object, { note: "deletes there what is missing here" });
  return isRemote(to)
    ? destroy(move ? "Move" : "Upload", object, { note: "overwrites what is there" })
    : change(move ? "Move" : "Download", object, { reach: "network" });
};

const isRemote = (word: string): boolean => /^[a-z][a-z0-9+.-]*:/iu.test(word);

const aws: Reader = (command, facts) =>
  command.subcommand.startsWith("s3 ") ? store(command, facts) : plane(command, facts);
const gcloud: Reader = (command, facts) =>
  command.subcommand.startsWith("storage ") ? store(command, facts) : plane(command, facts);

const terraform: Reader = (command) => {
  const [word = "", next = ""] = wordsOf(command);
  if (word === "destroy" || (word === "apply" && has(command, "-destroy", "--destroy")))
    return destroy("Destroy", "the infrastructure", { reach: "production" });
  if (word === "apply" || word === "up")
    return changeForOthers("Change", "the infrastructure", { reach: "production", tone: "danger" });
  if (word === "state" && next === "rm")
    return destroy("Forget", "parts of the infrastructure", { reach: "production" });
  if (
    /^(?:import|taint|untaint|refresh|state|workspace|force-unlock)$/u.test(word) &&
    next !== "list" &&
    next !== "show"
  )
    return changeForOthers("Change", "the record of the infrastructure", { reach: "production" });
  return word === "init"
    ? change("Prepare", "infrastructure tools", { reach: "network" })
    : look("Preview or check", "the infrastructure", { reach: "network" });
};

function target(command: CommandFact): string {
  const space = value(command, "--namespace", "-n", "--context");
  return space === undefined ? "in the cluster" : `in ${cutEnd(space)}`;
}

const kubectl: Reader = (command, facts) => {
  const [word = "", kind = "", ...rest] = wordsOf(command);
  const what = [cutEnd(kind), few(rest)].filter((part) => part !== "").join(" ");
  if (isRehearsal(command)) return look("Rehearse", quoted(commandName(command)), { reach: "network" });
  if (word === "delete")
    return destroy(
      "Delete",
      `${what === "" ? `what ${cutEnd(value(command, "--filename", "-f") ?? "a file")} lists` : what} ${target(command)}`,
      { reach: "production" },
    );
  if (word === "exec")
    return changeForOthers("Execute a command", `in ${what} ${target(command)}`, { reach: "production" });
  if (word === "scale" && value(command, "--replicas") === "0")
    return destroy("Stop", `all copies of ${what} ${target(command)}`, {
      reach: "production",
      note: "interrupts the service",
    });
  if (word === "drain")
    return destroy("Empty", `machine ${what}`, { reach: "production", note: "interrupts what it serves" });
  if (
    /^(?:apply|create|replace|patch|edit|set|scale|rollout|annotate|label|expose|autoscale|run|cp|taint|cordon|uncordon)$/u.test(
      word,
    )
  )
    return changeForOthers("Change", `${what === "" ? "objects" : what} ${target(command)}`, { reach: "production" });
  if (word === "config" || word === "port-forward" || word === "proxy")
    return change(word === "config" ? "Change" : "Connect", word === "config" ? "cluster settings" : `to ${what}`, {
      reach: "network",
    });
  return plane(command, facts);
};

const docker: Reader = (command, facts) => {
  const words = wordsOf(command);
  const [first = "", second = "", ...rest] = words;
  const nested = /^(?:container|image|volume|network|system|builder|compose|stack|service|swarm|buildx)$/u.test(first);
  const [word, names_] = nested ? [second, rest] : [first, [second, ...rest].filter((each) => each !== "")];
  const what = few(names_);
  const lasting = first === "volume" || has(command, "--volumes", "-v");
  const prune = word === "prune";
  if (prune || /^(?:rm|rmi|remove|down|leave)$/u.test(word)) {
    const kind =
      nested && first !== "compose"
        ? first
        : word === "rmi"
          ? "image"
          : first === "compose"
            ? "its containers"
            : "container";
    if (lasting)
      return destroy("Delete", `${kind === "volume" ? "" : `${kind} and its `}stored data ${what}`.trim(), {
        reach: "computer",
      });
    if (first === "stack" || first === "swarm")
      return destroy("Remove", `${kind} ${what}`.trim(), { reach: "production" });
    if (prune)
      return destroy("Delete", `all unused ${kind === "system" ? "Docker data" : `${kind}s`}`, {
        reach: "computer",
        tone: "caution",
      });
    return change("Remove", `${kind} ${what}`.trim(), {
      note: "can be made again",
      reach: "computer",
      tone: "caution",
    });
  }
  if (word === "push")
    return changeForOthers("Publish", `image ${what}`, { note: "others can pull it", tone: "danger", reach: "shared" });
  if (word === "run" || word === "create") {
    const open = has(command, "--privileged")
      ? ({ note: "with full rights on this computer", tone: "danger" } as const)
      : {};
    return start("Start", `a container of ${cutEnd(names_[0] ?? "an image")}`, open);
  }
  if (word === "exec") return start("Execute a command", `in container ${cutEnd(names_[0] ?? "")}`);
  if (word === "build" || word === "bake") return start("Build", "a container image", { reach: "project" });
  if (word === "pull") return change("Download", `image ${what}`, { reach: "network" });
  if (/^(?:up|start|restart)$/u.test(word))
    return start("Start", what === "" ? "the project's containers" : `container ${what}`);
  if (/^(?:stop|kill|pause)$/u.test(word))
    return change("Stop", what === "" ? "the project's containers" : `container ${what}`, { reach: "computer" });
  if (looking.test(word) || word === "") return look("Look up", quoted(commandName(command)));
  return nested ? change("Change", `${first} ${what}`.trim(), { reach: "computer" }) : plane(command, facts);
};

/** GitHub and GitLab: what is created there is seen by others at once. */
const forge: Reader = (command, facts) => {
  const [area = "", verb = "", ...rest] = wordsOf(command);
  const what = few(rest, 1);
  const place = placeOf(command);
  if (area === "api") {
    const method =
      value(command, "--method", "-X")?.toUpperCase() ??
      (has(command, "--raw-field", "--field", "--input") ? "POST" : "GET");
    const object = `${cutEnd(verb)} at ${place}`;
    if (method === "GET") return look("Look up", object, { reach: "network" });
    return method === "DELETE" ? destroy("Delete", object) : changeForOthers("Change", object);
  }
  if (area === "auth")
    return /^(?:status)$/u.test(verb)
      ? look("Show", `the login at ${place}`)
      : change("Use", `the login at ${place}`, { tone: "caution" });
  if (area === "repo" && verb === "create")
    return changeForOthers(
      "Create",
      `repository ${what} at ${place}${has(command, "--public") ? ", public" : ""}`,
      has(command, "--public") ? { reach: "public", tone: "danger" } : {},
    );
  if (area === "repo" && verb === "clone") return change("Clone", what, { reach: "network" });
  if (area === "repo" && verb === "edit")
    return changeForOthers("Change", `settings of the repository at ${place}`, { tone: "danger" });
  if (area === "pr" && verb === "checkout") return change("Switch", `to pull request ${what}`);
  if (area === "gist" && verb === "create")
    return destroy("Upload", `${few(rest) || "text"} as a gist${has(command, "--public") ? ", public" : ""}`, {
      note: "anyone with the link can read it",
      reach: "public",
    });
  if (area === "release" && verb === "create" && has(command, "--draft"))
    return changeForOthers("Draft", `release ${what} at ${place}`);
  if (area === "release" && verb === "create")
    return changeForOthers("Publish", `release ${what} at ${place}`, {
      reach: "public",
      tone: "danger",
      note: "everyone who follows it is notified",
    });
  if (area === "pr" && verb === "merge")
    return changeForOthers(
      "Merge",
      `pull request ${what}`.trim(),
      has(command, "--admin")
        ? { note: "skips required checks and reviews", tone: "danger" }
        : { note: "changes the branch for everyone" },
    );
  if (area === "secret" || area === "variable")
    return looking.test(verb) ? look("List", `${area}s at ${place}`) : plane(command, facts);
  if (area === "workflow" && verb === "run") return changeForOthers("Start", `workflow ${what} at ${place}`);
  if (
    /^(?:create|comment|edit|review|close|reopen|ready|lock|set|enable|disable|fork|rename|upload|transfer|archive)$/u.test(
      verb,
    )
  ) {
    const kinds: Readonly<Record<string, string>> = { pr: "pull request", mr: "merge request" };
    const verbs: Readonly<Record<string, string>> = { create: "Open", comment: "Comment on", edit: "Edit" };
    return changeForOthers(
      verbs[verb] ?? `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
      `${kinds[area] ?? area} ${what} at ${place}`.replace("  ", " "),
    );
  }
  return plane(command, facts);
};

const planes =
  "az gsutil bq helm eksctl kops k3d kind minikube pulumi cdk serverless sls sst sam heroku doctl fly flyctl vercel now netlify netlify-cli wrangler railway render supabase firebase amplify linode-cli hcloud scw ibmcloud oci openstack vultr-cli exo hub tea op vault bw doppler infisical consul nomad etcdctl nats velero borg restic duplicity argocd flux rancher lxc incus multipass vagrant virsh qm pct govc cf influx confluent temporal circleci gitlab-runner jenkins-cli drone linear sentry-cli stripe twilio shopify huggingface-cli cloudflared fastly auth0 okta pscale neonctl mongocli atlas crane skopeo aliyun surge gh-pages eas fastlane copilot eb kamal cap";

export const cloud = [
  ...readers(planes, plane),
  ...readers("aws", aws),
  ...readers("gcloud", gcloud),
  ...readers("rclone s3cmd mc s5cmd b2 azcopy", store),
  ...readers("gsutil", store),
  ...readers("terraform tofu terragrunt", terraform),
  ...readers("kubectl oc", kubectl),
  ...readers("docker podman nerdctl docker-compose", docker),
  ...readers("gh glab", forge),
];
