// Scope: the shell variables and the working directories known at one point of a command line.

/** One of several texts: which one is decided when it runs. */
export interface AnyOf {
  readonly anyOf: readonly string[];
}

/** A text, the words of a list, one of several texts, or null when it is assigned but only known when it runs. */
export type Value = string | readonly string[] | AnyOf | null;

export interface Scope {
  readonly parent: Scope | undefined;
  readonly variables: Map<string, Value>;
  /** Folders relative paths may start from; undefined is a folder nobody knows. More than one after `a && cd b; c`. */
  directories: readonly (string | undefined)[];
  /** In a container or on another machine: paths there are not paths here. */
  elsewhere: boolean;
  /** What `{}` stands for in `find -exec`: anything below these. */
  foundIn: readonly string[] | undefined;
}

const mostDirectories = 4;
const mostAlternatives = 16;

export function newScope(directories: readonly (string | undefined)[]): Scope {
  return { parent: undefined, variables: new Map(), directories, elsewhere: false, foundIn: undefined };
}

/** A scope whose changes do not reach the one it came from, unless `settle` says so. */
export function within(scope: Scope): Scope {
  return {
    parent: scope,
    variables: new Map(),
    directories: scope.directories,
    elsewhere: scope.elsewhere,
    foundIn: scope.foundIn,
  };
}

export function lookup(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const value = at.variables.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function assign(scope: Scope, name: string, value: Value): void {
  scope.variables.set(name, value);
}

/** Leaves a part that may or may not have run: what it assigned and where it went are possibilities now. */
export function settle(scope: Scope, conditional: Scope): void {
  for (const [name, value] of conditional.variables) {
    // Not assigned before: then it is empty, unless the environment has it.
    scope.variables.set(name, either(lookup(scope, name) ?? "", value));
  }
  if (conditional.directories === scope.directories) return;
  const both = new Set([...scope.directories, ...conditional.directories]);
  scope.directories = [...both].slice(0, mostDirectories);
}

export function isAnyOf(value: Value | undefined): value is AnyOf {
  return typeof value === "object" && value !== null && "anyOf" in value;
}

function either(first: Value, second: Value): Value {
  const values = new Set<string>();
  for (const value of [first, second]) {
    if (typeof value === "string") values.add(value);
    else if (isAnyOf(value)) for (const text of value.anyOf) values.add(text);
    else return null;
  }
  return values.size === 1 ? first : values.size > mostAlternatives ? null : { anyOf: [...values] };
}
