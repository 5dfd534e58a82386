import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { generationTimeout, sendGenerated, whyNoSchemathesis } from '@quatrain/platform/testing/schemathesis.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEveryBody } from '#test/every-body.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const problem = whyNoSchemathesis()
if (problem) console.error(`!!  REQUESTS WERE NOT GENERATED FROM THE DESCRIPTION OF THE WEB API. ${problem}`)

const documented = join(import.meta.dirname, '..', '..', '..', 'docs', 'web-api.openapi.json')
/** Requests for each address and caller besides those for the limits of fields, which are about 3,000 for each caller. */
const each = Number(process.env.QUATRAIN_FUZZ_REQUESTS ?? 40)

describe.skipIf(problem).each(databases)('requests generated from the description of the Web API on $name', (kind) => {
  let api: WebApiUnderTest
  let url: string
  let folder: string
  let requests = 0
  beforeAll(async () => {
    api = await startWebApi(kind)
    const bodies = await addEveryBody(api)
    const ids = [...bodies.keys()].flatMap((path) => path.match(/[0-9a-f-]{36}$/) ?? [])
    url = await api.app.listen({ host: '127.0.0.1', port: 0 })
    folder = await mkdtemp(join(tmpdir(), 'quatrain-requests-'))
    // Random ids would find nothing.
    const description = JSON.parse(await readFile(documented, 'utf8'), (_, value) =>
      value?.in === 'path' && value.name === 'id' ? { ...value, schema: { enum: ids } } : value,
    )
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(description))
  })
  afterAll(async () => {
    await api?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  // The editor changes and deletes what the others read.
  test.for<{ who: string; headers: Readonly<Record<string, string>> }>([
    { who: 'nobody', headers: {} },
    { who: 'a viewer', headers: { [apiKeyHeader]: 'ORCHARD viewer' } },
    { who: 'an administrator', headers: { [apiKeyHeader]: 'administrator' } },
    { who: 'an editor', headers: { [apiKeyHeader]: 'ORCHARD editor' } },
  ])(
    'with the key of $who never fail in the server',
    { timeout: generationTimeout },
    async ({ who, headers }, { signal }) => {
      const sent = await sendGenerated({
        description: join(folder, 'openapi.json'),
        url,
        headers,
        each,
        signal,
        seed: Number(process.env.QUATRAIN_FUZZ_SEED ?? Math.floor(Math.random() * 1e9)),
      })
      requests += sent.requests
      console.info(`${sent.requests} requests with the key of ${who}.`)
      expect(sent.requests, sent.said.slice(-2000)).toBeGreaterThan(1000)
      expect(sent.failures).toBe('')
    },
  )

  test('are many', () => console.info(`${requests} requests were generated.`))
})
