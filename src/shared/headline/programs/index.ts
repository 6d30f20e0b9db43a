// What commands do, by their programs. A program that is not here is described by what its facts show.
import type { CommandFact, Facts } from "../../domain/facts.ts";
import { type Act, destroy } from "../act.ts";
import { quoted } from "../text.ts";
import { cloud } from "./cloud.ts";
import { everyday, quiet } from "./everyday.ts";
import { git } from "./git.ts";
import { packages } from "./packages.ts";
import { isRehearsal, type Reader, wordsOf } from "./read.ts";
import { system } from "./system.ts";
import { web } from "./web.ts";

const table: ReadonlyMap<string, Reader> = new Map([...everyday, ...system, ...packages, ...cloud, ...web, ...git]);

export function commandAct(command: CommandFact, facts: Facts): Act | undefined {
  // A version at the end belongs to the name for nobody: `mkfs.ext4`, `pip3.12`.
  const reader = table.get(command.program) ?? table.get(command.program.replace(/(?:\.[a-z0-9]+|[\d.]+)$/u, ""));
  return emptiedDatabase(command) ?? (reader === undefined ? orderedDeletion(command) : reader(command, facts));
}

/** What a command does that only prints or prepares the shell. */
export function quietAct(command: CommandFact, facts: Facts): Act | undefined {
  return quiet.get(command.program)?.(command, facts);
}

const empties =
  /^(?:(?:db|database|doctrine:database|doctrine:schema|schema|ecto):?(?:drop|reset|wipe|purge|empty)|migrate:(?:fresh|reset|refresh)|flush|reset_db|sqlflush|reset_schema)$/u;
const empty = /^(?:drop|reset|wipe)$/u;

/** `manage.py flush`, `artisan migrate:fresh`, `rake db:drop`, `prisma migrate reset`: the project's own database is emptied. */
function emptiedDatabase(command: CommandFact): Act | undefined {
  const [first = "", second = "", third = ""] = wordsOf(command);
  const words = [first, second, third];
  const orders =
    words.some((word) => empties.test(word)) || (/^(?:migrate|db|database|schema)$/u.test(first) && empty.test(second));
  if (!orders || quiet.has(command.program) || isRehearsal(command)) return undefined;
  return destroy(
    "Delete",
    `all data of the project's database (${quoted([command.program, ...words].join(" ").trim())})`,
  );
}

const deletes = /^(?:delete|erase|destroy|remove|purge|wipe|drop|terminate|nuke|zap|format|reset|clear)/iu;
const deleter = /(?:remove|destroy|erase|wipe|purge)$/u;
const speaks =
  /^(?:sh|bash|zsh|dash|ksh|fish|python\d?|node|perl|ruby|php|lua|osascript|pwsh|powershell|awk|sed|find|xargs|ssh|curl|wget|cat|tar)$/u;

/** `zpool destroy tank`, `vgremove vg0`: an order to delete, whoever it is given to. */
function orderedDeletion(command: CommandFact): Act | undefined {
  const { program } = command;
  if (program === "" || speaks.test(program) || quiet.has(program) || isRehearsal(command)) return undefined;
  const words = wordsOf(command).slice(0, 2);
  if (!deleter.test(program) && !words.some((word) => deletes.test(word))) return undefined;
  return destroy("Delete", `with ${quoted([program, ...wordsOf(command)].join(" "), 60)}`, { reach: "computer" });
}

export { commandName } from "./read.ts";
