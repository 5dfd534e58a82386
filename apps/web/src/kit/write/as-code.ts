// Writes as texts that scripts and files consist of.
import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { addressOfCall } from '@quatrain/contract/kit/calls.ts'
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
