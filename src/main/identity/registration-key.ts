// Which whole key a registration offers: in its DID, in public_key, in both alike, or none.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Settings } from "../../shared/contract/settings.ts";
import { isWeakKey, parsePublicKey } from "./did.ts";
import { identityError, type IdentityError } from "./errors.ts";
import type { RegistrationRequest } from "./messages.ts";

export function weakKey(): IdentityError {
  return identityError("key_weak", "This public key protects nothing: anyone can sign for it. Make a new key pair.");
}

/** 64 hex digits in lower case, or undefined when the agent has only a short key, as relaxed identity allows. */
export function registrationKey(
  { did, publicKey }: RegistrationRequest,
  identity: Settings["identity"],
): Result<string | undefined, IdentityError> {
  if (identity === "strict" && did.fullKey === undefined) {
    return fail(
      identityError(
        "key_short",
        `Identity is strict here: the DID must end in a whole Ed25519 key (64 hex digits), ${did.text} does not.`,
      ),
    );
  }
  const given = publicKey === undefined ? ok(undefined) : parsePublicKey(publicKey);
  if (!given.ok && given.error === "algorithm") {
    return fail(identityError("key_unsupported", 'public_key must be "ed25519:" and then the key in 64 hex digits.'));
  }
  if (!given.ok || (did.fullKey !== undefined && isWeakKey(did.fullKey))) {
    return fail(weakKey());
  }
  if (did.fullKey !== undefined && given.value !== undefined && did.fullKey !== given.value) {
    return fail(identityError("key_mismatch", `public_key and the key in ${did.text} are not the same.`));
  }
  return ok(did.fullKey ?? given.value);
}
