/**
 * JSON in which a `Map` is an object whose keys keep their order, also those that look like numbers. A `Map` that stands
 * in several places is spelled out once.
 */
export const orderedJson = (value: unknown): string => spell(value, new Map())

type Spelled = Map<ReadonlyMap<unknown, unknown>, string>

function spell(value: unknown, spelled: Spelled): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((member) => spell(member, spelled)).join(',')}]`
  if (!(value instanceof Map)) return spellMembers(Object.entries(value), spelled)
  const text = spelled.get(value) ?? spellMembers(value, spelled)
  spelled.set(value, text)
  return text
}

function spellMembers(members: Iterable<[unknown, unknown]>, spelled: Spelled): string {
  let text = ''
  for (const [key, member] of members) {
    if (member !== undefined) text += `${text && ','}${JSON.stringify(String(key))}:${spell(member, spelled)}`
  }
  return `{${text}}`
}
