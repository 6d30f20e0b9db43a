// Listen: binds a server and turns what can go wrong into a value with advice.
import type { ListenOptions, Server } from "node:net";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { takeInherited } from "./inherited.ts";

export const listenFailureKinds = [
  "taken",
  "forbidden",
  "invalid_address",
  "insecure",
  "bad_certificate",
  "failed",
] as const;

export interface ListenFailure {
  readonly kind: (typeof listenFailureKinds)[number];
  /** Where Gatehouse wanted to listen. */
  readonly place: string;
  /** What happened and what to do, for people. */
  readonly message: string;
}

export function listenFailure(kind: ListenFailure["kind"], place: string, message: string): ListenFailure {
  return { kind, place, message };
}

const portsTried = 100;
const lastPort = 65_535;

/** The port, or the next free one where it is taken: whoever needs to know finds the real one in the address file. */
export async function listenOnPort(
  server: Server,
  host: string,
  port: number,
  place: (port: number) => string,
): Promise<Result<void, ListenFailure>> {
  const descriptor = takeInherited("http");
  if (descriptor !== undefined) return listenOn(server, { fd: descriptor }, place(port));
  const last = port === 0 ? 0 : Math.min(port + portsTried - 1, lastPort);
  for (let candidate = port; ; candidate += 1) {
    const result = await listenOn(server, { host, port: candidate }, place(candidate));
    if (result.ok || result.error.kind !== "taken" || candidate >= last) return result;
  }
}

export async function listenOn(
  server: Server,
  options: ListenOptions | { readonly fd: number },
  place: string,
): Promise<Result<void, ListenFailure>> {
  return new Promise((resolve) => {
    const refused = (error: NodeJS.ErrnoException): void => resolve(fail(failureOf(error, place)));
    server.once("error", refused);
    server.listen(options, () => {
      server.off("error", refused);
      resolve(ok(undefined));
    });
  });
}

function failureOf(error: NodeJS.ErrnoException, place: string): ListenFailure {
  switch (error.code) {
    case "EADDRINUSE":
      return listenFailure(
        "taken",
        place,
        `${place} is taken by another program. Stop it, or choose another place to listen.`,
      );
    case "EACCES":
    case "EPERM":
      return listenFailure(
        "forbidden",
        place,
        `Gatehouse may not listen on ${place}. Ports below 1024 need more rights; a socket needs a folder of yours that exists.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return listenFailure("invalid_address", place, `${place} is no address of this machine.`);
    case "ENAMETOOLONG":
    case "EINVAL":
      return listenFailure(
        "invalid_address",
        place,
        `${place} cannot be listened on: a socket's path has at most about 100 bytes.`,
      );
    case undefined:
    default:
      return listenFailure("failed", place, `Gatehouse cannot listen on ${place}: ${error.message}`);
  }
}
