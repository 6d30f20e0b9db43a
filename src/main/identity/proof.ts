// Whether a message proves that its sender holds the key: signature, clock and nonce.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { identityError, type IdentityError } from "./errors.ts";
import type { Sender } from "./messages.ts";
import { clockWindow, createNonceMemory, type NonceMemoryOptions, type NonceOutcome } from "./nonces.ts";
import { createVerifier, readSignature } from "./signature.ts";

export interface ProofDemand {
  /** 64 hex digits; undefined when no whole key is known for this agent. */
  readonly key: string | undefined;
  readonly required: boolean;
}

export interface Prover {
  readonly check: (sender: Sender, method: string, demand: ProofDemand, now: number) => Result<void, IdentityError>;
}

export function createProver(options: NonceMemoryOptions): Prover {
  const verifier = createVerifier();
  const nonces = createNonceMemory(options);

  return {
    check: ({ params, did }, method, { key, required }, now) => {
      const given = params["signature"];
      if (given === undefined) {
        if (!required) return ok(undefined);
        return fail(
          identityError(
            "signature_required",
            `${method} from ${did.text} must be signed: add signature {alg, nonce, timestamp, value} to params.`,
          ),
        );
      }
      const signature = readSignature(given);
      if (!signature.ok) return fail(identityError("signature_malformed", signature.error));
      const { nonce, timestamp } = signature.value;
      if (key === undefined) {
        return fail(
          identityError(
            "signature_key_unknown",
            `${did.text} signed its message, but its key is not known: register with public_key "ed25519:<64 hex digits>" first.`,
          ),
        );
      }
      if (!verifier.verify(key, method, params, signature.value)) {
        return fail(
          identityError(
            "signature_invalid",
            `The signature does not match: sign the RFC 8785 canonical JSON of {"method": "${method}", "nonce", "params", "timestamp"}, where params has no signature and nonce and timestamp are those of the signature, with the key of this agent.`,
          ),
        );
      }
      return judge(nonces.use(did.text, nonce, timestamp, now), timestamp, now);
    },
  };
}

function judge(outcome: NonceOutcome, timestamp: number, now: number): Result<void, IdentityError> {
  if (outcome === "fresh") return ok(undefined);
  return fail(
    identityError(
      outcome,
      {
        nonce_replayed: "This nonce was used before: every message needs a new one.",
        timestamp_too_old: "The message is older than what can still be checked for replay: send it anew.",
        timestamp_out_of_window: clockMessage(timestamp, now),
      }[outcome],
    ),
  );
}

function clockMessage(timestamp: number, now: number): string {
  const seconds = Math.round(Math.abs(timestamp - now) / 1000);
  const direction = timestamp < now ? "behind" : "ahead of";
  return `The message's timestamp is ${seconds} s ${direction} the engine's clock; ${clockWindow / 1000} s are allowed. Check the clock.`;
}
