import type { MissingNames } from '@quatrain/contract/console/dependents.ts'
import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { canBeMissing, namesIn, references } from '@quatrain/contract/resources/references.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addReferences, addressOf, isNamed, resourceOf, sent, unownedKinds } from '#test/referenced-objects.ts'
import { webApiClient } from '#test/service-types.ts'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { nameOf, readerOf } from '#test/unknown-names.ts'

const hosts: readonly Host[] = ['super.test', 'north.test']

describe.each(databases)('what refers to an object, on $name', (kind) => {
  let server: TestApp
  let root: Client
  let north: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    root = await server.as('admin', 'super.test')
    north = await server.as('admin')
    await addReferences(server)
  })
  afterAll(() => server.close())

  const dependents = async (client: Client, kind: string, name: string) =>
    client.send('GET', `${internalApi}/dependents/${kind}/${encodeURIComponent(name)}`)

  test('is found for every reference of the table', async () => {
    const untried = new Set(references.filter(({ to }) => to !== 'ostag'))
    const missing: unknown[] = []
    for (const host of ['super.test', 'north.test'] satisfies Host[]) {
      const client = await server.as('admin', host)
      const read = readerOf(server, host)
      const answers = new Map<string, Awaited<ReturnType<Client['send']>>>()
      for (const reference of references) {
        const { from, field, to } = reference
        if (to === 'ostag') continue
        for (const object of await read.all(from)) {
          for (const { name } of namesIn(object, reference)) {
            const address = `${to} ${name}`
            const answer = answers.get(address) ?? (await dependents(client, to, name))
            answers.set(address, answer)
            // Tenants have no pages of some kinds that their objects refer to.
            if (answer.status === 404) continue
            untried.delete(reference)
            const isFound = answer.body.some?.(
              (found: { kind: string; name: string; field: string }) =>
                found.kind === from && found.field === field && found.name.includes(nameOf(object)),
            )
            if (!isFound) missing.push([host, from, nameOf(object), field, to, name, answer.body])
          }
        }
      }
    }
    expect(missing).toEqual([])
    expect([...untried].map(({ from, field, to }) => [from, field, to])).toEqual([])
  })

  test.each(
    references.filter(({ to, deleted }) => ['stays', 'refused'].includes(deleted) && !unownedKinds.includes(to)),
  )('of $from at $field is named before its target is deleted, or forbids it', async (reference) => {
    const { from, field, to, deleted } = reference
    const tried: string[] = []
    for (const host of ['super.test', 'north.test'] satisfies Host[]) {
      const client = await server.as('admin', host)
      const read = readerOf(server, host)
      const targets = await read.all(to)
      for (const object of await read.all(from)) {
        for (const { name } of namesIn(object, reference)) {
          // Versions of packages and probes have addresses of their own.
          const target = targets.find((target) => isNamed(target, name))
          if (!target) continue
          const remove = (client: Client) =>
            client.send('DELETE', `${addressOf(to, target)}?dry_run=true`, undefined, whatever)
          const own = await remove(client)
          // The catalogue is not deleted in the console of a tenant.
          const { status, body } = own.status === 403 ? await remove(root) : own
          tried.push(nameOf(object))
          const expected = deleted === 'refused' ? [409, undefined] : [200, expect.stringContaining(nameOf(object))]
          expect([field, name, status, body.notices?.warning]).toEqual([field, name, ...expected])
        }
      }
    }
    expect(tried).not.toEqual([])
  })

  test('is counted, and found for a name that no object has', async () => {
    expect((await dependents(north, 'metric', 'web.tls')).body).toEqual([
      { kind: 'groupofmetrics', name: 'NORTH', field: 'items.*', count: 1 },
      { kind: 'metric', name: 'disk', field: 'dependancy.*.key', count: 1 },
    ])
    const [{ rules: _, ...profile }] = (await north.send('GET', 'thresholdsprofiles')).body
    const rule = (host: string) => ({ metric: 'gone', host, thresholds: 'time=1s;0:5;5:' })
    const named = {
      ...(await north.send('GET', `thresholdsprofiles/${profile.name}`)).body,
      rules: ['a', 'b'].map(rule),
    }
    await sent(north, 'PUT', 'thresholdsprofiles', named)
    const found = [{ kind: 'thresholdsprofile', name: 'LIMITS', field: 'rules.*.metric', count: 2 }]
    expect((await dependents(north, 'metric', 'gone')).body).toEqual(found)
    expect((await dependents(await server.as('admin', 'south.test'), 'metric', 'gone')).body).toEqual([])
  })

  test('is shown as far as the caller may see it', async () => {
    const nobody = await server.as('nobody')
    const kinds = (await dependents(nobody, 'metric', 'disk')).body.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toContain('metricprofile')
    expect(kinds).not.toContain('groupofmetrics')
    expect((await dependents(nobody, 'user', 'admin')).status).toBe(403)
    expect((await dependents(north, 'toString', 'admin')).status).toBe(404)
    expect((await dependents(await server.as(), 'metric', 'disk')).status).toBe(401)
  })

  test('are the names that nothing has any more, for every reference that can be to one, and no others', async () => {
    const answerOf = async (client: Client, kind: string): Promise<MissingNames[]> => {
      const { status, body } = await client.send('GET', `missingnames/${kind}`)
      return status === 200 ? body : []
    }
    const asked = new Set(canBeMissing.map(({ from }) => from))
    for (const host of hosts) {
      const client = await server.as('admin', host)
      const { names } = readerOf(server, host)
      for (const kind of asked) {
        for (const { key, missing } of await answerOf(client, kind)) {
          for (const { kind: to, names: some } of missing) {
            const existing = await names(to)
            expect([kind, key, some.filter((name) => existing?.has(name))]).toEqual([kind, key, []])
          }
        }
      }
    }
    for (const table of ['metric_template_versions', 'groups'])
      await sql`update ${sql.table(table)} set name = 'other-' || name`.execute(server.owner)
    // Another client of the Web API can have stored them.
    const gone = { metric_profile: 'gone', aggregation_profile: 'gone', thresholds_profile: 'gone' }
    await sql`update reports set content = content || ${JSON.stringify(gone)}::jsonb`.execute(server.owner)
    await webApiClient(server).replace([{ name: 'other', description: 'd' }])
    const untried = new Set(canBeMissing)
    for (const host of hosts) {
      const client = await server.as('admin', host)
      for (const reference of canBeMissing) {
        const { from, field, to } = reference
        // The super-tenant lists the providers of all tenants; only their own tenants are told about their groups.
        if (from === 'identityprovider' && host === 'super.test') continue
        const answer = await answerOf(client, from)
        for (const object of await readerOf(server, host).all(from)) {
          const key = keyIn(object, resourceOf(from).key.read)
          for (const { name } of namesIn(object, reference)) {
            const missing = answer.find((found) => found.key === key)?.missing.find(({ kind }) => kind === to)
            // The answer has three names and the number of all.
            const isSaid = missing?.names.includes(name) || (missing?.count ?? 0) > 3
            expect([host, from, key, field, name, isSaid]).toEqual([host, from, key, field, name, true])
            untried.delete(reference)
          }
        }
      }
    }
    expect([...untried].map(({ from, field, to }) => [from, field, to])).toEqual([])
    // Without the list of service types nothing is said about them.
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const inProfiles = (await answerOf(north, 'metricprofile')).flatMap(({ missing }) =>
      missing.map(({ kind }) => kind),
    )
    expect(new Set(inProfiles)).toEqual(new Set(['metric']))
    server.webApi.recover()
  })
})
