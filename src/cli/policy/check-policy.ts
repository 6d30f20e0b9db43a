// Judges a policy file as the engine would: form, expressions and examples.
import { basename } from "node:path";
import { normaliser } from "../../main/engine/normalise/index.ts";
import { compilePolicy, compileProject } from "../../main/engine/policy/document/compile.ts";
import { projectFileName } from "../../main/engine/policy/protection/self-protection.ts";
import { sha256 } from "../../main/machine/clock.ts";
import { findSecrets } from "../../main/machine/secrets/secrets.ts";
import { createWorld, usualWorld } from "../../main/machine/world.ts";
import type { PolicyDocument, PolicyProblem } from "../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Answer } from "../command.ts";
import type { CommandFailure } from "../failure.ts";
import { counted, visible } from "../text.ts";

export function compilerTools(dataDirectory: string) {
  const world = createWorld({ gatehouse: [dataDirectory], findSecrets });
  const usual = { world: usualWorld, factsOf: normaliser(usualWorld) };
  return { sha256, world, factsOf: normaliser(world), usual };
}

type Rules = Pick<PolicyDocument, "version" | "rules" | "sequences">;

/** A project's own file, which can only tighten, is known by its name. */
export function compileFile(
  file: string,
  text: string,
  dataDirectory: string,
): Result<Rules, readonly PolicyProblem[]> {
  const tools = compilerTools(dataDirectory);
  const source = { text, name: basename(file) };
  const compiled = source.name === projectFileName ? compileProject(source, tools) : compilePolicy(source, tools);
  return compiled.ok ? ok(compiled.value.document) : compiled;
}

export function refused(file: string, problems: readonly PolicyProblem[]): Result<never, CommandFailure> {
  const lines = problems.map(({ line, column, path, message }) =>
    visible(`${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`),
  );
  const summary = `${counted(lines.length, "problem")}; the engine would not take this file.`;
  return fail({ code: "invalid_input", message: [...lines, summary].join("\n"), problems });
}

export function checkPolicy(file: string, text: string, dataDirectory: string): Result<Answer, CommandFailure> {
  const compiled = compileFile(file, text, dataDirectory);
  if (!compiled.ok) return refused(file, compiled.error);
  const { version, rules } = compiled.value;
  const data = { valid: true, version, rules: rules.length };
  return ok({
    data,
    text: `${visible(file)} is valid: version ${visible(version)}, ${counted(rules.length, "rule")}.`,
  });
}
