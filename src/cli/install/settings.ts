// gatehouse settings: what is set, the schema of the file, and one file that carries settings, policy and packs to another machine.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { settingsChangesSchema } from "../../shared/contract/settings.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, type Command, localCommand, withOperator } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { readNamedFile } from "../read-file.ts";
import { commandTable } from "../table/index.ts";
import { counted, table } from "../text.ts";

const bundleSchema = z.strictObject({
  gatehouse: z.literal(1),
  settings: settingsChangesSchema,
  policy: z.string().max(1_000_000),
  /** Only the user's own; the built-in ones come with the program. */
  packs: z.array(z.string().max(1_000_000)).max(1000),
});
type Bundle = z.infer<typeof bundleSchema>;

/** Belongs to this machine, not to what one takes to another. */
const ownToMachine = new Set(["halted", "observe"]);

export const settings: Command = localCommand({
  ...commandTable.settings,
  act: async ({ operands: [action = "show", file], dataDirectory }, terminal) => {
    if (action === "schema") return schema();
    if (action === "show") return withOperator(dataDirectory, terminal, show);
    if (file === undefined) return fail(usage("Say which file: gatehouse settings export FILE, or import FILE."));
    if (action === "export")
      return withOperator(dataDirectory, terminal, (call) => exportTo(call, dataDirectory, file));
    if (action !== "import") return fail(usage("Say one of: show, schema, export FILE, import FILE."));
    const bundle = readBundle(file);
    return bundle.ok ? withOperator(dataDirectory, terminal, (call) => importFrom(call, bundle.value)) : bundle;
  },
});

function schema(): Result<Answer, CommandFailure> {
  const data = z.toJSONSchema(settingsChangesSchema);
  return ok({ data, text: JSON.stringify(data, null, 2) });
}

async function show(call: Call): Promise<Result<Answer, CommandFailure>> {
  const answer = await call("getSettings", {});
  if (!answer.ok) return answer;
  const rows = Object.entries(answer.value).map(([name, value]) => [name, JSON.stringify(value)]);
  return ok({ data: answer.value, text: table(rows) });
}

async function exportTo(call: Call, dataDirectory: string, file: string): Promise<Result<Answer, CommandFailure>> {
  const [current, policy] = [await call("getSettings", {}), await call("getPolicy", {})];
  if (!current.ok) return current;
  if (!policy.ok) return policy;
  const own = Object.fromEntries(Object.entries(current.value).filter(([name]) => !ownToMachine.has(name)));
  try {
    const packs = globSync("*.yaml", { cwd: join(dataDirectory, "packs") }).toSorted();
    const bundle: Bundle = {
      gatehouse: 1,
      settings: settingsChangesSchema.parse(own),
      policy: policy.value.text,
      packs: packs.map((name) => readFileSync(join(dataDirectory, "packs", name), "utf8")),
    };
    writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    return ok({ data: { file }, text: `Settings, policy and ${counted(packs.length, "pack")} are in ${file}.` });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: "refused", message: `${file} cannot be written: ${why}` });
  }
}

function readBundle(file: string): Result<Bundle, CommandFailure> {
  const text = readNamedFile(file);
  if (!text.ok) return text;
  try {
    const parsed = bundleSchema.safeParse(JSON.parse(text.value));
    if (parsed.success) return ok(parsed.data);
    return fail({
      code: "invalid_input",
      message: `${file} is no export of Gatehouse:\n${z.prettifyError(parsed.error)}`,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: "invalid_input", message: `${file} is no JSON: ${why}` });
  }
}

/** Each part as a person would change it: checked, recorded, and confirmed in the window where it gives agents more. */
async function importFrom(
  call: Call,
  { settings: changes, policy, packs }: Bundle,
): Promise<Result<Answer, CommandFailure>> {
  const checked = await call("checkPolicy", { text: policy });
  if (!checked.ok) return checked;
  if (checked.value.loaded === undefined) {
    const message = "The policy in the file does not load here, so nothing was imported.";
    return fail({ code: "invalid_input", message, problems: checked.value.problems });
  }
  for (const text of packs) {
    const added = await call("addPack", { text });
    if (!added.ok) return added;
  }
  const saved = await call("saveSettings", changes);
  if (!saved.ok) return saved;
  const applied = await call("savePolicy", { text: policy });
  if (!applied.ok) return applied;
  const text = `Imported the settings, the policy ${applied.value.version} and ${counted(packs.length, "pack")}.`;
  return ok({ data: { settings: saved.value, policy: applied.value.version, packs: packs.length }, text });
}
