import ipaddr from 'ipaddr.js'

/** Attempts are counted by these, because a client can change its address within its network. */
export interface ClientAddress {
  /** The client: the address itself, or the /64 network of an IPv6 address, which one host can choose from. */
  readonly host: string
  /** The surrounding network: /24 of IPv4, /64 of IPv6. */
  readonly network: string
}

/** An IPv4-mapped IPv6 address counts as IPv4; anything else, such as a local socket, is unchanged. */
export function clientAddressOf(address: string): ClientAddress {
  if (!ipaddr.isValid(address)) return { host: address, network: address }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    const host = parsed.toString()
    return { host, network: `${host.split('.').slice(0, 3).join('.')}.0/24` }
  }
  const network = `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
  return { host: network, network }
}
