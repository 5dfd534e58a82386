// Writes as texts that scripts and files consist of.
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import { type ConfiguredKind, configuredKind, shortSpec } from '@quatrain/contract/configuration/configured-kinds.ts'
import { objectText } from '@quatrain/contract/configuration/object-file.ts'
import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { addressOfCall } from '@quatrain/contract/kit/calls.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { Write, WriteOptions } from '#kit/api/write.ts'

type Sent = Pick<Write, 'endpoint' | 'inputOf'>

/** A word of a shell command, in which nothing is replaced. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The command that sends a write to the console at this origin, for POSIX shells. The key is in the environment. */
export function curlOf({ endpoint, inputOf }: Sent, options: WriteOptions, origin: string): string {
  const input = inputOf(options)
  const { ifMatch, ifPreviewMatch } = options
  const header = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`-H ${quoted(`${name}: ${value}`)}`]
  const words = [
    `curl -sS --fail-with-body -X ${endpoint.method} ${quoted(origin + addressOfCall(endpoint, input))}`,
    `-H "${apiKeyHeader}: $QUATRAIN_KEY"`,
    ...header('If-Match', ifMatch),
    ...header('If-Preview-Match', ifPreviewMatch),
    // The longest argument of a command is shorter than the longest body, and no line of JSON is the word at the end.
    ...(input.body === undefined ? [] : [...header('Content-Type', 'application/json'), "--data-binary @- <<'JSON'"]),
  ]
  const command = words.join(' \\\n  ')
  return input.body === undefined ? `${command}\n` : `${command}\n${json(input.body)}\nJSON\n`
}

/** The script that sends a write to the console at this origin, with the client for scripts. The key is in the environment. */
export function scriptOf({ endpoint, inputOf }: Sent, options: WriteOptions, origin: string): string {
  const { method, path } = endpoint
  const { params, query, body } = inputOf(options)
  const { ifMatch, ifPreviewMatch } = options
  const hasQuery = Object.values(Object(query)).some((value) => value !== undefined)
  const name = `${method} ${path.startsWith(`${internalApi}/`) ? path.slice(internalApi.length + 1) : path}`
  return `import { ConsoleClient } from '@quatrain/client'

const key = process.env.QUATRAIN_KEY ?? ''
const client = new ConsoleClient({ url: ${JSON.stringify(origin)}, key })
await client.call(${JSON.stringify(name)}, ${json({ params, query: hasQuery ? query : undefined, body, ifMatch, ifPreviewMatch })})
`
}

/** The files that say what a write of this kind stores, as one text; undefined if files cannot say it. */
export function filesOf(
  { endpoint, inputOf }: Sent,
  resource: Resource | undefined,
  origin: string,
): string | undefined {
  const kind = resource && configuredKind(resource.kind)
  const { body } = inputOf({})
  if (!kind || !isData(body)) return undefined
  const { add, change } = resourceEndpoints(resource)
  const isOfOne = endpoint === add || endpoint === change
  const inputs = isOfOne ? [body] : listedInputs(kind, body)
  return inputs?.map((input) => textOf(kind, input, origin)).join('---\n')
}

const textOf = (kind: ConfiguredKind, input: Data, origin: string): string => {
  const { kind: name, key } = kind.resource
  return objectText({ kind: name, name: keyIn(input, key.read), spec: shortSpec(kind, input) }, origin)
}

/** The inputs of a list that is saved as one; undefined if the body is something else. */
function listedInputs({ input, defaults }: ConfiguredKind, body: Data): readonly Data[] | undefined {
  const [list] = Object.values(body)
  if (!Array.isArray(list) || list.length === 0 || Object.keys(body).length > 1) return undefined
  const rows: readonly Data[] = list.filter(isData)
  return list.every((row) => isData(row) && input.safeParse({ ...defaults, ...row }).success) ? rows : undefined
}
