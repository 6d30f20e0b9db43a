// A public key as people compare it: in groups of four.

export function keyGroups(publicKey: string): string {
  const [algorithm, key] = publicKey.includes(":") ? publicKey.split(":", 2) : [undefined, publicKey];
  const groups = (key ?? "").match(/.{1,4}/g) ?? [];
  return [...(algorithm === undefined ? [] : [algorithm]), ...groups].join(" ");
}
