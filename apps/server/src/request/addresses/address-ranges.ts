import ipaddr from 'ipaddr.js'

/** Whether the address is one of these, or in one of these networks. IPv4 in IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return ranges.some((range) => isIn(client, range))
}

function isIn(client: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (!ipaddr.isValid(address)) return false
  const network = ipaddr.parse(address)
  const comparable = client instanceof ipaddr.IPv4 && network.kind() === 'ipv6' ? client.toIPv4MappedAddress() : client
  if (comparable.kind() !== network.kind()) return false
  return comparable.match(network, bits === undefined ? network.toByteArray().length * 8 : Number(bits))
}
