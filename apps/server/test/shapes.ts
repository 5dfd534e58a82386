import { z } from 'zod'

/** A place in a document: a path of keys and positions. */
export type Place = readonly (string | number)[]

/** The part of JSON Schema that zod writes. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly format?: string
}

export const shapeOf = (schema: z.ZodType): Shape => {
  // zod has just written this JSON Schema.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
}

const texts: Readonly<Record<string, string>> = {
  uuid: '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11',
  date: '2030-01-01',
  'date-time': '2030-01-20T08:00:00Z',
}

/** A document of this schema with all optional fields. `words` are valid values of fields by name. */
export function sampleOf(shape: Shape, words: Readonly<Record<string, unknown>>, name = ''): unknown {
  const { const: constant, enum: choices, anyOf, type, properties = {}, items, format } = shape
  if (Object.hasOwn(words, name) && (type !== 'object' || typeof words[name] === 'object')) return words[name]
  if (constant !== undefined) return constant
  if (choices) return choices[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0], words, name)
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, sampleOf(member, words, key)]))
  }
  if (type === 'array') return items ? [sampleOf(items, words, name.replace(/s$/, ''))] : []
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return false
  return (format && texts[format]) ?? 'a'
}

/** Every place in a document, including the root. */
export function placesIn(document: unknown): Place[] {
  if (typeof document !== 'object' || document === null) return [[]]
  const below = Array.isArray(document)
    ? document.map((member, index) => [index, member] as const)
    : Object.entries(document)
  return [[], ...below.flatMap(([key, member]) => placesIn(member).map((place) => [key, ...place]))]
}

/** The value at this place. */
export const at = (document: unknown, place: Place): unknown =>
  // biome-ignore lint/suspicious/noExplicitAny: the place is one of `placesIn`.
  place.reduce((value: any, key) => value[key], document)

/** The document with another value at this place. */
export function withValue(document: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  const copy = structuredClone(document) as Record<string | number, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}

/** The maximum number of rows of a list in a document: below the limit, or 100,000 without one. */
export function longestOf(schema: z.ZodType, document: unknown, place: Place): number {
  const isTooLong = (length: number) =>
    schema
      .safeParse(withValue(document, place, Array(length).fill(at(document, [...place, 0]))))
      .error?.issues.some(({ code }) => code === 'too_big') ?? false
  let [fine, tooLong] = [0, 100_000]
  if (!isTooLong(tooLong)) return tooLong
  while (tooLong - fine > 1) {
    const middle = Math.floor((fine + tooLong) / 2)
    if (isTooLong(middle)) tooLong = middle
    else fine = middle
  }
  return fine
}
