const schemes = /^(https?|ftps?):\/\/[^/?#]/i
const dotted = /^(?=.{1,253}\.?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}\.?$/i
const fourNumbers = /^\d{1,3}(\.\d{1,3}){3}$/
const inBrackets = /^\[[0-9a-f:.]+\]$/i

/**
 * The address of something on the web or on a file server: `http`, `https`, `ftp` or `ftps`, and a host name with a dot
 * or an IP address. `localhost` is accepted only where this is allowed.
 */
export function isWebAddress(text: string, { localhost = false } = {}): boolean {
  if (!schemes.test(text) || /\s/.test(text)) return false
  const host = URL.parse(text)?.hostname
  if (host === undefined) return false
  if (host.toLowerCase() === 'localhost') return localhost
  if (fourNumbers.test(host)) return host.split('.').every((number) => Number(number) <= 255)
  return dotted.test(host) || inBrackets.test(host)
}
