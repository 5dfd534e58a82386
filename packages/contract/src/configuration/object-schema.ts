// The JSON Schemas of the files of the configuration.
import { z } from 'zod'
import type { ConfiguredKind } from './configured-kinds.ts'

/** The part of JSON Schema that says which fields an object has, and in which order they are written. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly required?: readonly string[]
}

const jsonSchema: z.ZodType<JsonSchema> = z.looseObject({
  get properties() {
    return z.record(z.string(), jsonSchema).optional()
  },
  get items() {
    return jsonSchema.optional()
  },
  required: z.array(z.string()).optional(),
})

const schemas = new Map<ConfiguredKind, JsonSchema>()

/** The JSON Schema of the files of a kind, which editors complete and check with. */
export function objectSchema(kind: ConfiguredKind): JsonSchema {
  const schema = schemas.get(kind) ?? schemaOf(kind)
  schemas.set(kind, schema)
  return schema
}

function schemaOf({ resource, fields, input, defaults }: ConfiguredKind): JsonSchema {
  // What a transformation accepts cannot be said in JSON Schema.
  const inputSchema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const { $schema, properties = {}, required = [] } = jsonSchema.parse(inputSchema)
  const isRequired = (field: string) => required.includes(field) && !Object.hasOwn(defaults, field)
  const name = typeof resource.key.read === 'string' ? properties.name : undefined
  const requiredFields = fields.filter(isRequired)
  return {
    $schema,
    title: resource.label.one,
    type: 'object',
    properties: {
      kind: { const: resource.kind },
      name: name ?? { type: 'string', minLength: 1 },
      formerNames: {
        description: 'Names that it had: an object with one of them is renamed',
        type: 'array',
        items: { type: 'string' },
      },
      spec: {
        type: 'object',
        properties: Object.fromEntries(
          fields.map((field) => [
            field,
            { ...properties[field], ...(Object.hasOwn(defaults, field) && { default: defaults[field] }) },
          ]),
        ),
        required: requiredFields,
        additionalProperties: false,
      },
    },
    required: ['kind', 'name', ...(requiredFields.length > 0 ? ['spec'] : [])],
    additionalProperties: false,
  }
}
