// Whether an address is one of our own, whatever name it gives this machine.

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

export function isOneOf(place: URL, addresses: readonly string[]): boolean {
  return addresses.some((address) => {
    if (!URL.canParse(address)) return false;
    const own = new URL(address);
    return portOf(own) === portOf(place) && nameOf(own) === nameOf(place);
  });
}

function portOf({ port, protocol }: URL): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}

function nameOf({ hostname }: URL): string {
  return thisMachine.test(hostname) ? "localhost" : hostname;
}
