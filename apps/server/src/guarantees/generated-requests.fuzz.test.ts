import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { generationTimeout, sendGenerated, whyNoSchemathesis } from '@quatrain/platform/testing/schemathesis.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, signIn, startConsole } from '#test/console-process.ts'
import { addSampled } from '#test/sampled.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const problem = whyNoSchemathesis()
if (problem) console.error(`!!  REQUESTS WERE NOT GENERATED FROM THE DESCRIPTION OF THE API. ${problem}`)

const documented = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'openapi.json')
/** They end the session of the caller, or change its password or factors. */
const except = /logout|endothersessions|ownsessions|change_password|reauthenticate|secondfactor/
/** Requests for each endpoint and caller besides those for the limits of fields, which are about 11,000 for each caller. */
const each = Number(process.env.QUATRAIN_FUZZ_REQUESTS ?? 40)

describe.skipIf(problem).each(serverDatabases)(
  'requests generated from the description of the API on $name',
  (kind) => {
    let there: TestApp
    let server: Running
    let folder: string
    let requests = 0
    beforeAll(async () => {
      there = await startTestApp(kind)
      await addSampled(there)
      for (const [host, domain_url] of [
        ['north.test', '127.0.0.1'],
        ['super.test', 'localhost'],
      ] as const) {
        await there.owner.updateTable('tenants').set({ domain_url }).where('domain_url', '=', host).execute()
      }
      server = await startConsole({
        QUATRAIN_DATABASE_URL: String(there.database.url),
        QUATRAIN_WEBAPI_URL: there.webApi.url,
      })
      folder = await mkdtemp(join(tmpdir(), 'quatrain-requests-'))
      // Schemathesis cannot generate texts for classes of Unicode.
      const description = JSON.parse(await readFile(documented, 'utf8'), (key, value) =>
        key === 'pattern' && String(value).includes('\\p{') ? undefined : value,
      )
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(description))
    })
    afterAll(async () => {
      await server?.stop()
      await there?.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    const atSuper = () => server.url.replace('127.0.0.1', 'localhost')
    const keyOf = async (url: string) => {
      const key = { name: 'fuzz', read_only: false, expires: null, networks: [] }
      const { body } = await (await signIn(url)).send('POST', 'ownkeys', key)
      return { 'x-api-key': String(body.token) }
    }
    const session = async (url: string, username?: string) => (await signIn(url, username)).credentials()
    // The last one can delete the tenants.
    test.for([
      { who: 'anybody', url: () => server.url, headers: async () => ({}) },
      { who: 'a box', url: () => server.url, headers: async () => ({ 'x-api-key': 'box-NORTH' }) },
      { who: 'a user', url: () => server.url, headers: () => session(server.url, 'member') },
      { who: 'a superuser', url: () => server.url, headers: () => session(server.url) },
      { who: 'a script with the key of a superuser', url: () => server.url, headers: () => keyOf(server.url) },
      { who: 'anybody at the super-tenant', url: atSuper, headers: async () => ({}) },
      { who: 'a superuser of the super-tenant', url: atSuper, headers: () => session(atSuper()) },
    ])(
      'of $who never fail in the server',
      { timeout: generationTimeout },
      async ({ who, url, headers }, { signal }) => {
        const sent = await sendGenerated({
          description: join(folder, 'openapi.json'),
          url: url(),
          headers: await headers(),
          except,
          each,
          signal,
          seed: Number(process.env.QUATRAIN_FUZZ_SEED ?? Math.floor(Math.random() * 1e9)),
        })
        requests += sent.requests
        console.info(`${sent.requests} requests of ${who}.`)
        expect(sent.requests, sent.said.slice(-2000)).toBeGreaterThan(5000)
        expect(sent.failures).toBe('')
        expect(server.faults().slice(0, 5), 'errors in the log').toEqual([])
      },
    )

    test('are many', () => console.info(`${requests} requests were generated.`))
  },
)
