// Builds the package that is published, into `dist`: the client in one file without imports, and its types, with those of all
// endpoints that accept keys of users, from the description of the API.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { build } from 'vite'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')
const dist = join(folder, 'dist')
const jsonOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const typesOfScalars: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  build: {
    target: 'node22',
    minify: false,
    lib: { entry: 'src/client.ts', formats: ['es'], fileName: () => 'client.js' },
    // Of the modules of the contract, only functions and constants are used, not the schemas beside them.
    rolldownOptions: { treeshake: { moduleSideEffects: false }, optimization: { inlineConst: true } },
  },
})
execFileSync(
  'tsc',
  [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--outDir',
    dist,
    '--rootDir',
    'src',
    '--project',
    folder,
  ],
  { cwd: folder, stdio: 'inherit' },
)
const types = readFileSync(join(dist, 'client.d.ts'), 'utf8')
const description: ApiDescription = jsonOf(join(root, 'docs/openapi.json'))
writeFileSync(join(dist, 'client.d.ts'), `${types}\n${endpointTypes(description)}`)
const { name, version, license, description: summary, type } = jsonOf(join(folder, 'package.json'))
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      name,
      version,
      license,
      description: summary,
      type,
      files: ['client.js', 'client.d.ts'],
      engines: { node: '>=22' },
      exports: { '.': { types: './client.d.ts', default: './client.js' } },
    },
    null,
    2,
  ),
)
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))

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
interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The declarations of `Endpoints` and `DryRun` for the endpoints that accept keys of users. */
function endpointTypes({ paths }: ApiDescription): string {
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

function typeOfContent(content: Content | undefined): string {
  return typeOf(Object.values(content?.content ?? {})[0]?.schema ?? {})
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
