import { z } from 'zod'

/** Fields with fixed values, or that determine what a page shows. */
const fixed: Readonly<Record<string, unknown>> = {
  next: null,
  // What is being deleted has no form, and what jobs do later is not done.
  deleted_by: undefined,
  later: undefined,
  is_superuser: true,
  combined: true,
  repository: 'https://git.test',
  docurl: 'https://docs.test',
  email: 'ada@example.org',
  devel_url: 'https://devel.test',
  production_url: 'https://production.test',
  yum_baseurl: 'https://packages.test',
  script: 'https://code.test',
}

const formats: Readonly<Record<string, string>> = {
  'date-time': new Date().toISOString(),
  date: '2026-01-01',
  uuid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a11',
}

const shapes = new WeakMap<z.ZodType, z.core.JSONSchema._JSONSchema>()

/** The schema as JSON Schema, which is written once: it takes longer than everything else here. */
function shapeOf(schema: z.ZodType): z.core.JSONSchema._JSONSchema {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any' })
  shapes.set(schema, shape)
  return shape
}

/** A document of this schema in which every free text is the name, and every list has one row for each of the rows. */
export const namedSample = (schema: z.ZodType, name: string, rows: readonly string[]): unknown =>
  sampleOf(shapeOf(schema), { name, rows, index: 0 })

interface Sampled {
  readonly name: string
  readonly rows: readonly string[]
  readonly index: number
}

function sampleOf(shape: z.core.JSONSchema._JSONSchema, sampled: Sampled, member = ''): unknown {
  // Without a valid sample there is no response.
  if (typeof shape === 'boolean' || shape.not) return null
  if (Object.hasOwn(fixed, member)) return fixed[member]
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[sampled.index % shape.enum.length]
  const [choice] = shape.anyOf ?? shape.oneOf ?? []
  if (choice) return sampleOf(choice, sampled, member)
  const { rows } = sampled
  const { items = {}, properties = {}, additionalProperties } = shape
  if (shape.type === 'array') {
    if (Array.isArray(items)) return items.map((item) => sampleOf(item, sampled))
    return rows.map((name, index) => sampleOf(items, { rows, index, name }))
  }
  if (shape.type === 'object') {
    const own = Object.entries(properties).map(([key, value]) => [key, sampleOf(value, sampled, key)])
    const entries = additionalProperties
      ? rows.map((key, index) => [key, sampleOf(additionalProperties, { ...sampled, index })])
      : []
    return Object.fromEntries([...own, ...entries])
  }
  if (shape.type === 'integer' || shape.type === 'number') return sampled.index + 1
  if (shape.type === 'boolean') return false
  if (shape.type === 'null') return null
  return formats[shape.format ?? ''] ?? sampled.name
}
