// Web requests in headlines: what a request asks the other side to do.
import type { CommandFact } from "../../domain/facts.ts";
import { change, changeForOthers, destroy } from "../act.ts";
import { cutEnd } from "../text.ts";
import { has, type Reader, readers, value } from "./read.ts";

const methods = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/iu;

function methodOf(command: CommandFact): string {
  const given = value(command, "--request", "--method") ?? command.operands.find((operand) => methods.test(operand));
  if (given !== undefined) return given.toUpperCase();
  const sends = has(
    command,
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-urlencode",
    "--json",
    "--form",
    "--post-data",
    "--post-file",
  );
  return sends ? "POST" : "GET";
}

/** Uploads to hosts outside are named by what is sent; this names what the other side is asked to do. */
const request: Reader = (command, { hosts }) => {
  const method = methodOf(command);
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return undefined;
  const address = command.operands.find((operand) => !methods.test(operand)) ?? "";
  const where = cutEnd(address === "" ? (hosts[0]?.host ?? "a server") : address, 60);
  if (method === "DELETE" || /delete|purge|destroy|wipe/iu.test(address)) return destroy("Ask to delete", where);
  return hosts.every(({ local }) => local)
    ? change("Send", `a ${method} request to ${where}`, { reach: "computer" })
    : changeForOthers("Send", `a ${method} request to ${where}`);
};

export const web = readers("curl wget http https xh httpie", request);
