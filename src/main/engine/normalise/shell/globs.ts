// Shell patterns: whether a text holds one, its fixed part, and whether it can match a given name.

const patternCharacter = /[*?[]/;

export function isPattern(text: string): boolean {
  return patternCharacter.test(text);
}

/** The folder part before the first segment that holds a pattern. */
export function fixedPart(path: string): string {
  const at = path.search(patternCharacter);
  if (at < 0) return path;
  const slash = path.lastIndexOf("/", at);
  return slash < 0 ? "" : slash === 0 ? "/" : path.slice(0, slash);
}

/** The pattern of one segment as an expression; undefined when it is too long to be tried. */
export function globExpression(pattern: string): RegExp | undefined {
  if (pattern.length > 128) return undefined;
  let source = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    if (letter === "*") {
      // Stars in a row mean one star; a row left alone would make the expression slow.
      while (pattern.charAt(at + 1) === "*") at += 1;
      source += "[^/]*";
    } else if (letter === "?") source += "[^/]";
    else if (letter === "[") {
      const close = pattern.indexOf("]", at + 2);
      if (close < 0) source += "\\[";
      else {
        const body = pattern.slice(at + 1, close).replace(/^[!^]/, "");
        const negated = body.length < close - at - 1;
        source += `[${negated ? "^" : ""}${body.replace(/[\\\]^[]/g, "\\$&")}]`;
        at = close;
      }
    } else source += letter.replace(/[\\^$.|+(){}]/g, "\\$&");
  }
  if (source.split("[^/]*").length > 5) return undefined;
  try {
    return new RegExp(`^${source}$`, "u");
  } catch {
    return undefined;
  }
}

/**
 * Tells whether the pattern can stand for a path, segment by segment. A star does not match a leading dot, as in the shell.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const segments = pattern
    .split("/")
    .map((text) => ({ text, expression: isPattern(text) ? globExpression(text) : null }));
  return (path) => {
    const names = path.split("/");
    if (segments.length !== names.length) return false;
    return segments.every(({ text, expression }, index) => {
      const name = names[index] ?? "";
      if (expression === null) return text === name;
      if (name.startsWith(".") && !text.startsWith(".") && !text.startsWith("[")) return false;
      return expression?.test(name) ?? true;
    });
  };
}
