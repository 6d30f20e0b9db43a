// IP addresses as bytes, in the forms in which the kernel knows both ends of a TCP connection.
import { isIPv4 } from "node:net";

const mappedPrefix = "::ffff:";

/** Four bytes for IPv4, also where it is written as IPv6; otherwise sixteen. */
export function addressBytes(address: string): readonly number[] {
  const plain = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
  return isIPv4(plain) ? plain.split(".").map(Number) : ipv6Bytes(address);
}

/** An IPv6 socket that speaks IPv4 has its address in this form. */
export function mappedBytes(bytes: readonly number[]): readonly number[] {
  return [...Array<number>(10).fill(0), 255, 255, ...bytes];
}

function ipv6Bytes(address: string): readonly number[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  const all = [...front, ...Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0), ...back];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}
