/**
 * The metric profiles in a box's header: `[A, B]`, with or without brackets and spaces; empty if it names none. Node
 * reads headers as bytes; a name beyond ASCII is UTF-8.
 */
export function profileNames(header: string | undefined): string[] {
  const text = asUtf8(header ?? '').trim()
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const names = inner.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The header unchanged, if its bytes are not UTF-8. */
function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
