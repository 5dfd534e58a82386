/** A place in a document: a path of names and positions. */
export type Place = readonly string[]

/** Every place in a document, including the root. */
export function placesIn(document: unknown): Place[] {
  if (typeof document !== 'object' || document === null) return [[]]
  const below = Object.entries(document)
  return [[], ...below.flatMap(([key, member]) => placesIn(member).map((place) => [key, ...place]))]
}

/** The value at this place; undefined if it does not exist. */
export function at(document: unknown, place: Place): unknown {
  return place.reduce<unknown>((value, key) => Reflect.get(Object(value), key), document)
}

/** A copy of the document with another value at this place. */
export function withValue(document: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(document) ? [...document] : { ...Object(document) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}
