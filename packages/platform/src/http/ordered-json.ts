/** Serialized JSON, which becomes part of a response unchanged. */
export class WrittenJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON in which a `Map` is an object whose keys keep their order, including numeric keys. */
export function orderedJson(value: unknown): string {
  if (value instanceof WrittenJson) return value.text
  if (value instanceof Map) {
    const entries: string[] = []
    for (const [key, member] of value) entries.push(`${JSON.stringify(String(key))}:${orderedJson(member)}`)
    return `{${entries.join(',')}}`
  }
  if (Array.isArray(value)) return `[${value.map(orderedJson).join(',')}]`
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${orderedJson(member)}`).join(',')}}`
}
