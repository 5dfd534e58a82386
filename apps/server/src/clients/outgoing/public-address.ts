import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address belongs to a host of the public internet, and not to this machine, a private network, or an
 * address that is translated to one of these.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  // Hosts have addresses of 2000::/3 only; other parts of IPv6 contain translated and local addresses.
  const isAssigned = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
  return isAssigned && parsed.range() === 'unicast'
}

/** The hosts that are not public and that the operator permits to call: host names, addresses and networks. */
export interface PermittedHosts {
  readonly names: ReadonlySet<string>
  readonly networks: readonly ReturnType<typeof ipaddr.parseCIDR>[]
}

export const noPermittedHosts: PermittedHosts = { names: new Set(), networks: [] }

/** Whether the operator permits this IP address. */
export function isPermittedAddress({ networks }: PermittedHosts, address: string): boolean {
  const parsed = ipaddr.process(address)
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]))
}
