// Key words: how searches for keys and passwords are worded, and the folders in which everybody's lie.

export const keyWords =
  /PRIVATE KEY|BEGIN (?:RSA|OPENSSH|EC)|\bAKIA|\bghp_|\bxox[bp]|\bsk_live|\.pem\b|\.p12\b|\.pfx\b|\.ppk\b|\.kdbx\b|id_(?:rsa|ed25519|ecdsa)|aws_secret|(?:api|secret|access|private)[_-]?key|passw(?:or)?d|credential|\.env\b|\.netrc|\bsecrets?\b/iu;

/** A home, the root, or where homes lie: the project and everything else of the user. */
export function holdsEverything(path: string): boolean {
  return /^\/(?:$|(?:home|Users)(?:\/[^/]+)?\/?$|root\/?$)/u.test(path);
}

const searchNames = /^(?:pattern|patterns|query|regex|glob|search|text|term|include)$/u;

/** Whoever looks for keys in everything the user has wants stored credentials. */
export function looksForKeys(
  members: readonly { readonly name: string; readonly value: string }[],
  paths: Iterable<{ readonly path: string }>,
): boolean {
  if (!members.some(({ name, value }) => searchNames.test(name) && keyWords.test(value))) return false;
  for (const { path } of paths) if (holdsEverything(path)) return true;
  return false;
}
