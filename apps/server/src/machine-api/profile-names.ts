/**
 * The metric profiles that a box names in its header: `[A, B]`, with or without brackets and spaces. None when it names
 * none. Node reads headers byte by byte; a name with letters beyond ASCII comes as UTF-8.
 */
export function profileNames(header: string | undefined): string[] {
  const text = asUtf8(header ?? '').trim()
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const names = inner.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** As it came, where its bytes are no UTF-8. */
function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
