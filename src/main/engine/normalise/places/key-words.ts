// Key words: how searches for keys and passwords are worded, and the folders in which everybody's lie.

export const keyWords =
  /PRIVATE KEY|BEGIN (?:RSA|OPENSSH|EC)|\bAKIA|\bghp_|\bxox[bp]|\bsk_live|\.pem\b|\.p12\b|\.pfx\b|\.ppk\b|\.kdbx\b|id_(?:rsa|ed25519|ecdsa)|aws_secret|(?:api|secret|access|private)[_-]?key|passw(?:or)?d|credential|\.env\b|\.netrc|\bsecrets?\b/iu;

/** A home, the root, or where homes lie: the project and everything else of the user. */
export function holdsEverything(path: string): boolean {
  return /^\/(?:$|(?:home|Users)(?:\/[^/]+)?\/?$|root\/?$)/u.test(path);
}
