/**
 * The addresses of an address with several hosts, in their order: `postgresql://user@a:5432,b:5432/name` names a primary and
 * its standbys, in the form of PostgreSQL's own clients.
 */
export function addressesOf(url: string): string[] {
  const [, prefix = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts === '' ? [url] : hosts.split(',').map((host) => `${prefix}${host}${after}`)
}

/** Whether each of the addresses is one of PostgreSQL. */
export const isDatabaseAddress = (url: string): boolean =>
  addressesOf(url).every((address) => /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? ''))
