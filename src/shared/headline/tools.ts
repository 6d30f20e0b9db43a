// Tools without a command line, in headlines: those that every agent has, and those of MCP servers.
import type { Facts, ToolObject, ToolVerb } from "../domain/facts.ts";
import { type Act, change, changeForOthers, destroy, look, start } from "./act.ts";
import { cutEnd, quoted } from "./text.ts";

const objects: Readonly<Record<ToolObject, string>> = {
  money: "money",
  people: "people or accounts",
  permission: "permissions",
  secret: "secrets",
  protection: "a protection",
  message: "a message",
  mail: "mail",
  publication: "a publication",
  repository: "a repository",
  data: "data",
  infrastructure: "infrastructure",
  memory: "the agent's memory",
  schedule: "a schedule",
  scrap: "a draft or label",
  request: "a request",
  screen: "the screen",
};

const verbs: Readonly<Record<ToolVerb, string>> = {
  read: "Look up",
  create: "Create",
  change: "Change",
  delete: "Delete",
  send: "Send",
  publish: "Publish",
  grant: "Give access to",
  pay: "Move",
  run: "Execute",
  schedule: "Schedule",
  remember: "Add to",
};

export function toolAct(facts: Facts): Act | undefined {
  const { tool, action, server, givenTool } = facts;
  if (tool === "search_web") return look("Search the web", "", { reach: "network" });
  if (tool === "delegate") return start("Hand a task", "to another agent");
  if (tool === "list_files") return look("List", "files");
  if (tool === "search_files") return look("Search", "files");
  if (tool !== "other" && server === undefined) return undefined;
  const place =
    server === undefined
      ? `(tool ${quoted(givenTool)})`
      : `at ${cutEnd(server, 24)} (${quoted(ownName(givenTool), 32)})`;
  if (action === undefined || action.verb === "")
    return start(
      "Use",
      `tool ${quoted(ownName(givenTool))}${server === undefined ? "" : ` of ${cutEnd(server, 24)}`}`,
      {
        note: "effects unknown",
        tone: "caution",
      },
    );
  const { verb, object, reach: given, destructive } = action;
  const what = verb === "pay" ? "money" : object === "" ? "something" : objects[object];
  const reach =
    given === "local" ? "computer" : given === "outside" ? "shared" : given === "production" ? "production" : "public";
  const sentence = `${what} ${place}`;
  if (verb === "pay" || (object === "money" && verb !== "read")) return destroy("Move", `money ${place}`, { reach });
  if (verb === "read") return look(verbs.read, sentence, { reach: given === "local" ? "computer" : "network" });
  if (verb === "delete" || destructive === true)
    return destroy(verb === "delete" ? verbs.delete : verbs[verb], sentence, {
      reach,
      tone: object === "scrap" ? "caution" : "danger",
    });
  if (verb === "send" || verb === "publish")
    return given === "local" && verb === "send"
      ? start(verbs.send, sentence, { tone: "caution" })
      : destroy(verbs[verb], sentence, { reach, note: "cannot be undone" });
  if (verb === "grant" || object === "permission" || object === "protection" || object === "secret")
    return changeForOthers(verbs[verb], sentence, { reach, tone: "danger" });
  if (reach === "production" || reach === "public")
    return changeForOthers(verbs[verb], sentence, { reach, tone: "danger" });
  return given === "local"
    ? change(verbs[verb], sentence, { reach, tone: verb === "run" ? "caution" : "calm" })
    : changeForOthers(verbs[verb], sentence);
}

/** `mcp__server__tool` is "tool". */
const ownName = (given: string): string => given.split(/__|[./:]/u).findLast((part) => part !== "") ?? given;
