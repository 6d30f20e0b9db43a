// Whether JSON.stringify, quicker than anything of ours, writes a value in the canonical form of RFC 8785 as it stands.

/** Members in the order of their UTF-16 code units, and no half of a surrogate pair anywhere. */
export function isInOrder(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!isInOrder(item)) return false;
    return true;
  }
  let before = "";
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    if (name < before || !name.isWellFormed() || !isInOrder(members[name])) return false;
    before = name;
  }
  return true;
}
