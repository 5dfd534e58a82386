import ipaddr from 'ipaddr.js'

/** What attempts are counted by, instead of by an address that can be changed at will. */
export interface VisitorAddress {
  /** Whom the address belongs to: the address itself, and of IPv6 the network of 64 bits that one host picks from. */
  readonly host: string
  /** The network that its neighbours are in: 24 bits of IPv4, 64 of IPv6. */
  readonly network: string
}

/** An IPv4 address in IPv6 form counts as IPv4; what is no address, such as that of a local socket, as itself. */
export function visitorAddressOf(address: string): VisitorAddress {
  if (!ipaddr.isValid(address)) return { host: address, network: address }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    const host = parsed.toString()
    return { host, network: `${host.split('.').slice(0, 3).join('.')}.0/24` }
  }
  const network = `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
  return { host: network, network }
}
