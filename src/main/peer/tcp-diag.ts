// Asks the kernel for one TCP socket by both of its ends (netlink, sock_diag). Microseconds, where /proc/net/tcp takes milliseconds.
import type { TcpEnds } from "../../shared/local/peer.ts";
import { systemLibrary } from "./native.ts";
import { addressBytes } from "./tcp-address.ts";
import type { SocketOwner } from "./tcp-table.ts";

/** Undefined means that there is no such socket; an error that this kernel cannot be asked. */
export type AskKernel = (client: TcpEnds) => SocketOwner | undefined;

const netlink = { family: 16, raw: 3, closeOnExec: 0o2_000_000, sockDiag: 4 };
const message = { byFamily: 20, error: 2, request: 1, dontWait: 0x40 };
const inet = { ipv4: 2, ipv6: 10, tcp: 6, anyState: 0xff_ff_ff_ff, noCookie: 0xff_ff_ff_ff };
const noSuchSocket = -2;

/** struct nlmsghdr, then struct inet_diag_req_v2 with the struct inet_diag_sockid at its end. */
const headerBytes = 16;
const requestedIdOffset = headerBytes + 8;
const requestBytes = requestedIdOffset + 48;
/** In the answer struct inet_diag_msg follows the header: 4 bytes, the sockid, and 12 bytes before user and inode. */
const answeredIdOffset = headerBytes + 4;
const userOffset = answeredIdOffset + 48 + 12;
const inodeOffset = userOffset + 4;
const answerBytes = 512;

/** Undefined where such a socket cannot be opened. */
export function openTcpDiag(): AskKernel | undefined {
  const library = systemLibrary();
  if (library === undefined) return undefined;
  const socket = library.func("int socket(int, int, int)");
  const send = library.func("intptr_t send(int, const uint8_t*, size_t, int)");
  const receive = library.func("intptr_t recv(int, _Out_ uint8_t*, size_t, int)");
  const descriptor: number = socket(netlink.family, netlink.raw | netlink.closeOnExec, netlink.sockDiag);
  if (descriptor < 0) return undefined;
  return (client) => {
    const request = requestFor(client);
    const answer = Buffer.alloc(answerBytes);
    if (send(descriptor, request, request.length, 0) !== request.length) throw new Error("sock_diag cannot be asked");
    const length: number = receive(descriptor, answer, answer.length, message.dontWait);
    return readAnswer(answer.subarray(0, Math.max(0, length)), portsOf(request, requestedIdOffset));
  };
}

function requestFor({ localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 }: TcpEnds): Buffer {
  const [ours, theirs] = [addressBytes(localAddress), addressBytes(remoteAddress)];
  const bytes = Buffer.alloc(requestBytes);
  bytes.writeUInt32LE(requestBytes, 0);
  bytes.writeUInt16LE(message.byFamily, 4);
  bytes.writeUInt16LE(message.request, 6);
  bytes.writeUInt8(ours.length === 4 ? inet.ipv4 : inet.ipv6, headerBytes);
  bytes.writeUInt8(inet.tcp, headerBytes + 1);
  bytes.writeUInt32LE(inet.anyState, headerBytes + 4);
  // The client's socket: what is remote to us is local to it.
  const id = requestedIdOffset;
  bytes.writeUInt16BE(remotePort, id);
  bytes.writeUInt16BE(localPort, id + 2);
  bytes.set(theirs, id + 4);
  bytes.set(ours, id + 20);
  bytes.writeUInt32LE(inet.noCookie, id + 40);
  bytes.writeUInt32LE(inet.noCookie, id + 44);
  return bytes;
}

/** Both ports, with which a struct inet_diag_sockid begins. */
function portsOf(bytes: Buffer, id: number): number {
  return bytes.readUInt32BE(id);
}

function readAnswer(answer: Buffer, askedPorts: number): SocketOwner | undefined {
  const type = answer.length < headerBytes ? 0 : answer.readUInt16LE(4);
  if (type === message.error && answer.readInt32LE(headerBytes) === noSuchSocket) return undefined;
  if (type !== message.byFamily || answer.length < inodeOffset + 4) throw new Error("sock_diag gives no answer");
  // Where the client is gone, the kernel answers with whatever listens on its port, which may be anybody's.
  if (portsOf(answer, answeredIdOffset) !== askedPorts) return undefined;
  const inode = answer.readUInt32LE(inodeOffset);
  // A socket without an inode belongs to no process any more, and its user is not to be relied on.
  return inode === 0 ? undefined : { uid: answer.readUInt32LE(userOffset), inode: String(inode) };
}
