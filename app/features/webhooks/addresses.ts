import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is a public one: not private, loopback, link-local, shared, multicast, documented or reserved,
 * nor an IPv6 address that carries or leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Whether an IP address is this machine's own loopback. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === "loopback";
}

function parse(address: string) {
  return ipaddr.isValid(address) ? ipaddr.parse(address) : undefined;
}
