// Packs of risk rules, as people list, check, add, remove and switch them. Every change is recorded before it is made.
import type { Operations } from "../../../shared/contract/contract.ts";
import type { PackState } from "../../../shared/contract/packs.ts";
import { describeProblem } from "../../../shared/domain/policy.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { ok } from "../../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "../ports.ts";

type PackOperations = Pick<Operations, "listPacks" | "checkPack" | "addPack" | "removePack" | "switchPack">;

export function packOperations(ports: OperationPorts): PackOperations {
  const { packs, settings, clock, ledger, sha256 } = ports;
  const unrecorded = "The ledger cannot record the change, so it was not made.";

  async function record(summary: string, body: JsonObject): Promise<boolean> {
    return ledger.append([{ kind: "setting", at: clock.now(), summary, body }]).then(
      () => true,
      () => false,
    );
  }

  function find(name: string): PackState | undefined {
    return packs.list().find((pack) => pack.name === name);
  }

  return {
    listPacks: async () => {
      packs.reload();
      return ok(packs.list());
    },
    checkPack: async ({ text }) => {
      const checked = packs.check(text);
      return ok(checked.ok ? { problems: [], pack: checked.value } : { problems: checked.error.map(describeProblem) });
    },
    addPack: async ({ text }, actor) => {
      const checked = packs.check(text);
      if (!checked.ok) return refuse("refused", checked.error.map(describeProblem).join("\n"));
      const { name, version } = checked.value;
      const body = { event: "pack_added", pack: name, version, text_sha256: sha256(text), actor };
      if (!(await record(`Pack ${name} ${version} added by ${actor}`, body))) return refuse("unavailable", unrecorded);
      const added = packs.add(text);
      return added.ok ? added : refuse("unavailable", added.error.map(describeProblem).join("\n"));
    },
    removePack: async ({ name }, actor) => {
      const pack = find(name);
      if (pack === undefined) return refuse("not_found", `There is no pack called "${name}".`);
      if (pack.origin === "built-in")
        return refuse("refused", `The pack "${name}" comes with Gatehouse. It can be switched off, but not removed.`);
      const body = { event: "pack_removed", pack: name, version: pack.version, actor };
      if (!(await record(`Pack ${name} removed by ${actor}`, body))) return refuse("unavailable", unrecorded);
      const removed = packs.remove(name);
      return removed.ok ? ok(pack) : refuse("unavailable", removed.error);
    },
    switchPack: async ({ name, rule, enabled }, actor) => {
      const pack = find(name);
      if (pack === undefined) return refuse("not_found", `There is no pack called "${name}".`);
      if (rule !== undefined && !pack.rules.some(({ id }) => id === rule))
        return refuse("not_found", `The pack "${name}" has no rule "${rule}".`);
      const before = settings.current();
      const member = rule === undefined ? "disabledPacks" : "disabledRules";
      const after = switched(before[member], rule ?? name, enabled);
      const what = rule === undefined ? `Pack ${name}` : `Rule ${rule} of pack ${name}`;
      const body = { actor, before: { [member]: before[member] }, after: { [member]: after } };
      if (!(await record(`${what} switched ${enabled ? "on" : "off"} by ${actor}`, body)))
        return refuse("unavailable", unrecorded);
      const saved = settings.save({ [member]: after });
      if (!saved.ok) return refuse("unavailable", saved.error);
      packs.switched();
      return ok(find(name) ?? pack);
    },
  };
}

function switched(off: readonly string[], name: string, enabled: boolean): string[] {
  const others = off.filter((each) => each !== name);
  return enabled ? others : [...others, name].sort();
}
