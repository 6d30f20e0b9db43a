// Landing: where a copy comes to lie.

/** What is copied into a folder keeps its name; the content of `folder/` does not. */
export function landing(source: string, target: string): string {
  // No expression: one that looks for the end of a long name from each of its letters takes seconds.
  const name = source.slice(Math.max(...["/", ":", "\\"].map((sign) => source.lastIndexOf(sign))) + 1);
  return name !== "" && /^(?:\.{1,2}|~)$|\/$/u.test(target) ? `${target.replace(/\/$/u, "")}/${name}` : target;
}
