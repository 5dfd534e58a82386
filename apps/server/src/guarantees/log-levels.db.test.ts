import { Writable } from 'node:stream'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { breakOffAnswer, breakOffBody } from '@quatrain/platform/testing/breaking-off.ts'
import { databases, impatientDatabases, type TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#test/console-process.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { aWrite } from '#test/two-stores.ts'

const profile = (name: string) => ({ name, groupname: 'operations', description: '', services: [] })

/** pino's number of the level info. */
const info = 30

interface Line {
  readonly level: number
  readonly msg: string
  readonly req?: { readonly url: string }
}

/** A console with its log lines since the start of a test. */
function withLog(kind: TestDatabases) {
  const lines: Line[] = []
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const there: { server?: TestApp; admin?: Client; url?: string } = {}
  beforeAll(async () => {
    there.server = await startTestApp(kind, { log })
    there.admin = await there.server.as('admin')
    there.url = await there.server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => there.server?.close())
  beforeEach(() => {
    lines.length = 0
  })
  return {
    lines,
    server: () => there.server ?? expect.fail(),
    admin: () => there.admin ?? expect.fail(),
    url: () => there.url ?? expect.fail(),
    /** Levels that alert an operator. */
    alarms: () => lines.filter(({ level }) => level > info),
  }
}

describe.each(databases)('everyday events cause no alarm in the log, on $name', (kind) => {
  const { server, admin, url, lines, alarms } = withLog(kind)

  test('two concurrent saves', async () => {
    const { body, etag = '' } = await admin().send('POST', 'metricprofiles', profile('met'))
    const save = (description: string) =>
      admin().send('PUT', 'metricprofiles', { ...profile('met'), apiid: body.apiid, description }, { 'if-match': etag })
    const saved = await Promise.all(['a', 'b', 'c'].map(save))
    expect(saved.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200]))
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1)
    const added = await Promise.all([1, 2, 3].map(() => admin().send('POST', 'metricprofiles', profile('added'))))
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(alarms()).toEqual([])
  })

  test('a delivery to the Web API after a save', async () => {
    const superAdmin = await server().as('admin', 'super.test')
    const { body } = await superAdmin.send('GET', 'metrictemplates/disk')
    lines.length = 0
    const saved = await superAdmin.send('PUT', 'metrictemplates', { ...body, tags: ['delivered'] }, whatever)
    expect([saved.status, alarms()]).toEqual([200, []])
    expect(lines.map(({ msg }) => msg)).toContain('delivered')
  })

  const brokenOff = (path: string) =>
    until(`that ${path} was broken off is in the log`, async () =>
      lines.some(({ req, msg }) => req?.url === path && msg === 'request broken off'),
    )

  test.each(['/dj-rest-auth/login', '/api/v2/probes'])('a body for %s that is cut off', async (path) => {
    await breakOffBody(url() + path, { host: 'north.test', 'x-api-key': 'box-NORTH', 'sec-fetch-site': 'same-origin' })
    await brokenOff(path)
    expect(alarms()).toEqual([])
  })

  test.each(['public_tenantversion/metricprofile/large', 'public_metricprofiles/large'])(
    'a response of %s that the client does not read to its end',
    async (name) => {
      await addLarge(server(), admin())
      const path = `/api/v2/internal/${name}`
      expect(await breakOffAnswer(url() + path, { host: 'north.test' })).toBe(200)
      await brokenOff(path)
      expect(alarms()).toEqual([])
    },
  )
})

/** A profile that exceeds the buffers between a server and a client that does not read, with as many versions. */
async function addLarge({ owner }: TestApp, admin: Client) {
  const { status } = await admin.send('POST', 'metricprofiles', profile('large'))
  expect([201, 409]).toContain(status)
  await sql`update metric_profiles set description = repeat('x', 8000000) where name = 'large'`.execute(owner)
  await sql`
    insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
    select tenant_id, kind, object_id, number + extra, name,
      (document::jsonb || jsonb_build_object('description', repeat('x', 100000)))::json, author, created_at, ''
    from versions, generate_series(1, 80) as extra where name = 'large'
    on conflict do nothing
  `.execute(owner)
}

describe.each(impatientDatabases)('a lock timeout causes no alarm in the log, on $name', (kind) => {
  const { server, admin, alarms } = withLog(kind)

  const tables = ['metric_profiles', 'tenants', 'intents', 'activity']
  // Each waits until the database gives up.
  test.each(oneOfEachKind(tables, () => 'a lock'))('of %s', async (table) => {
    const { body, etag = '' } = await admin().send('POST', 'metricprofiles', profile(`locked ${table}`))
    const answer = await server()
      .owner.transaction()
      .execute(async (holder) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(holder)
        const changed = { ...profile(`locked ${table}`), apiid: body.apiid, description: 'New.' }
        return admin().send('PUT', 'metricprofiles', changed, { 'if-match': etag })
      })
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    expect(alarms()).toEqual([])
    await server().recoverWrites()
  })
})

describe.each(databases)('an unfinished write is an alarm in the log, on $name', (kind) => {
  const { server, alarms } = withLog(kind)

  test('once for each reason, however often its recovery is tried', async () => {
    const write = await aWrite(server(), 'change')
    server().webApi.behave({ kind: 'drop', carryOut: true }, 'PUT')
    await write.send()
    const recorded = () => alarms().filter(({ msg }) => msg === 'write not recovered')
    for (const status of [422, 422, 422, 403, 403]) {
      server().webApi.recover()
      server().webApi.behave({ kind: 'refuse', status, details: `Answer ${status}.` }, 'PUT')
      expect(await server().recoverWrites()).toBe(0)
    }
    expect(recorded()).toHaveLength(2)
  })
})
