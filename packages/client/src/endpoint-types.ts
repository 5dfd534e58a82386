import { internalApi } from '@quatrain/contract/kit/addresses.ts'

/** The part of a JSON Schema that decides what TypeScript type it has. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Operation {
  readonly summary: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** An OpenAPI document. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The declarations of `Endpoints` and `DryRun` for the endpoints that accept keys of users. */
export function endpointTypes({ paths }: ApiDescription): string {
  const dryRun = typeOfContent(paths[`${internalApi}/metricprofiles`]?.post?.responses['200'])
  const members = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      (operation.security ?? []).some((scheme) => 'userKey' in scheme) ? memberOf(method, path, operation) : [],
    ),
  )
  // `dryRun` asks for it; the answer of the write itself is another one.
  const withoutDryRuns = members.map((member) => member.replace(` | ${dryRun}`, ''))
  return `export interface DryRun ${dryRun}\nexport interface Endpoints {\n${withoutDryRuns.join('\n')}\n}\n`
}

function memberOf(method: string, path: string, { summary, parameters = [], requestBody, responses }: Operation) {
  const name = path.replace(`${internalApi}/`, '').replace(/\{(\w+)\}/g, ':$1')
  const partOf = (place: string, part: string) => {
    const inPlace = parameters.filter((parameter) => parameter.in === place)
    const properties = Object.fromEntries(inPlace.map(({ name, schema }) => [name, schema]))
    const required = inPlace.flatMap(({ name, required }) => (required ? [name] : []))
    const mark = required.length > 0 ? '' : '?'
    return inPlace.length > 0 ? [`${part}${mark}: ${typeOf({ type: 'object', properties, required })}`] : []
  }
  const parts = [
    ...partOf('path', 'params'),
    ...partOf('query', 'query'),
    ...(requestBody ? [`body: ${typeOfContent(requestBody)}`] : []),
    `answer: ${typeOfContent(responses['201'] ?? responses['200'])}`,
  ]
  return `  /** ${summary} */\n  '${method.toUpperCase()} ${name}': { ${parts.join('; ')} }`
}

const typeOfContent = (content: Content | undefined): string =>
  typeOf(Object.values(content?.content ?? {})[0]?.schema ?? {})

const typesOfScalars: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript type of what a schema accepts. */
function typeOf(schema: Schema): string {
  const { type, properties, items, additionalProperties } = schema
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  const choices =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : undefined)
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (type === 'array') return `Array<${typeOf(items ?? {})}>`
  if (type !== 'object') return typesOfScalars[String(type)] ?? 'unknown'
  if (!properties) {
    return `{ [name: string]: ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'} }`
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? '' : '?'
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${typeOf(field)}`
  })
  return `{ ${fields.join('; ')} }`
}
