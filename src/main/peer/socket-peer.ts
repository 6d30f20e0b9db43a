// The process on the other end of a Unix socket, by the credentials the kernel keeps with the connection.
import type { LibraryHandle } from "koffi";
import { systemLibrary } from "./native.ts";

export interface Credentials {
  readonly pid: number;
  readonly uid: number;
}

type ReadCredentials = (descriptor: number) => Credentials | undefined;

/** Undefined on systems that have no such call, or where it cannot be made. */
export function credentialReader(platform: NodeJS.Platform): ReadCredentials | undefined {
  const library = platform === "linux" || platform === "darwin" ? systemLibrary() : undefined;
  if (library === undefined) return undefined;
  return platform === "linux" ? linuxCredentials(library) : darwinCredentials(library);
}

const linux = { solSocket: 1, soPeerCred: 17, bytes: 12 };
const darwin = { solLocal: 0, localPeerPid: 2, bytes: 4 };

/** struct ucred is pid, uid and gid, four bytes each. */
function linuxCredentials(library: LibraryHandle): ReadCredentials {
  const readOption = optionReader(library);
  return (descriptor) => {
    const bytes = readOption(descriptor, linux.solSocket, linux.soPeerCred, linux.bytes);
    return bytes === undefined ? undefined : { pid: bytes.readInt32LE(0), uid: bytes.readUInt32LE(4) };
  };
}

function darwinCredentials(library: LibraryHandle): ReadCredentials {
  const readOption = optionReader(library);
  const getpeereid = library.func("int getpeereid(int, _Out_ uint32_t*, _Out_ uint32_t*)");
  return (descriptor) => {
    const bytes = readOption(descriptor, darwin.solLocal, darwin.localPeerPid, darwin.bytes);
    const uid = [0];
    if (bytes === undefined || getpeereid(descriptor, uid, [0]) !== 0) return undefined;
    return { pid: bytes.readInt32LE(0), uid: uid[0] ?? -1 };
  };
}

function optionReader(
  library: LibraryHandle,
): (descriptor: number, level: number, option: number, size: number) => Buffer | undefined {
  const getsockopt = library.func("int getsockopt(int, int, int, _Out_ uint8_t*, _Inout_ uint32_t*)");
  return (descriptor, level, option, size) => {
    const bytes = Buffer.alloc(size);
    const length = [size];
    return getsockopt(descriptor, level, option, bytes, length) === 0 && length[0] === size ? bytes : undefined;
  };
}
