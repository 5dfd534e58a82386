/** What a provider sent about a person: the values of each attribute or claim, by its name. */
export type Attributes = ReadonlyMap<string, readonly string[]>

/**
 * The claims of an OpenID provider as attributes. A claim inside another one has both names, such as
 * `realm_access.roles`.
 */
export function attributesOfClaims(claims: Readonly<Record<string, unknown>>): Attributes {
  const attributes = new Map<string, string[]>()
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) add(name, member)
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, innerValue] of Object.entries(value)) add(`${name}.${inner}`, innerValue)
    } else if (value !== undefined && value !== null) {
      attributes.set(name, [...(attributes.get(name) ?? []), storable(String(value))])
    }
  }
  for (const [name, value] of Object.entries(claims)) add(storable(name), value)
  return attributes
}

/** PostgreSQL cannot store the character U+0000 or half a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
