// Where programs inside find the proxy.

/** Nobody else is in there to have taken it. */
export const gatePort = 3128;
