import { z } from 'zod'
import { malformedJson } from './refusals.ts'

/**
 * Reads a request body as leniently as clients expect: field names in any case, unknown fields ignored, `null` like
 * missing. Throws a refusal if it is not JSON or has a value of the wrong type.
 */
export function readBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const { success, data } = schema.safeParse(jsonOf(text))
  if (!success) throw malformedJson()
  return data
}

/** The value of a JSON text. Throws a refusal if it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformedJson()
  }
}

/** PostgreSQL stores neither unpaired surrogates nor U+0000; like invalid UTF-8 they become U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Text that can be stored. */
export const storableText = () => z.string().transform(storable)

/** Text; empty if missing. */
export const text = () => z.preprocess((value) => value ?? '', storableText())

/** Text; left out if empty. */
export const nonEmpty = () =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), storableText().optional())

/** A boolean; false if missing. */
export const flag = () => z.preprocess((value) => value ?? false, z.boolean())

/** A number; 0 if missing. Some clients send it as text. */
export const number = () =>
  z.preprocess((value) => (typeof value === 'string' && numeral.test(value) ? Number(value) : (value ?? 0)), z.number())

const numeral = /^-?\d{1,20}(\.\d{1,20})?$/

/** Makes a field optional: undefined if missing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional())

/** A list; empty if missing. */
export const list = <Item extends z.ZodType>(item: Item) => z.preprocess((value) => value ?? [], z.array(item))

/** An object with these fields, each with its own default. */
export function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  const longest = Math.max(...[...names.keys()].map((name) => name.length))
  const knownMembers = (value: unknown): unknown => {
    if (value === null || value === undefined) return {}
    if (typeof value !== 'object' || Array.isArray(value)) return value
    const entries: [string, unknown][] = []
    for (const [memberName, member] of Object.entries(value)) {
      const name = memberName.length > longest ? undefined : names.get(memberName.toLowerCase())
      if (name !== undefined) entries.push([name, member])
    }
    return Object.fromEntries(entries)
  }
  return z.preprocess(knownMembers, z.object(shape))
}
