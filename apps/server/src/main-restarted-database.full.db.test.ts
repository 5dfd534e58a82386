import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { startOwnPostgreSql } from '@quatrain/platform/testing/postgresql.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Browser, type Reply, signIn, until } from '#test/console-process.ts'
import { aConsole, aWebApi, furnish, openWrites, storesAt } from '#test/two-processes.ts'

describe.each(serverDatabases)('a console whose PostgreSQL is restarted', (kind) => {
  test('responds with 503 meanwhile, continues by itself, and has lost no acknowledged write', async ({ skip }) => {
    const postgresql = await startOwnPostgreSql()
    if ('unavailable' in postgresql) return skip(postgresql.unavailable)
    onTestFinished(postgresql.stop)
    const database = databaseOn(openPostgreSql(postgresql.url))
    onTestFinished(() => database.close())
    const [owner, webApi] = [await furnish(database), await aWebApi(kind)]
    const settings = { QUATRAIN_DATABASE_URL: postgresql.url, QUATRAIN_WEBAPI_URL: webApi.url }
    const console = await aConsole(settings)
    const browser = await signIn(console.url)

    let isOver = false
    const statuses = new Map<number, number>()
    const note = (reply: Reply) => {
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      // Unavailable, a slow Web API, or claimed by a write that recovery has not reached yet.
      if (reply.status === 503) expect(reply.body).toMatchObject({ code: 'unavailable', source: 'internal-api' })
      else expect([200, 201, 409, 412, 502], JSON.stringify(reply.body)).toContain(reply.status)
      return reply
    }
    const read = async () => {
      while (!isOver) note(await browser.send('GET', 'metricprofiles'))
    }
    const acknowledged = new Map<string, string>()
    const save = async (name: string) => {
      for (let number = 1; !isOver; number += 1) {
        const description = `Save ${number}.`
        if ((await saveOnce(browser, name, description, note)).status < 300) acknowledged.set(name, description)
      }
    }
    const work = Promise.all([read(), read(), ...['a', 'b', 'c'].map(save)])
    await until('a good deal has been saved', async () => (statuses.get(200) ?? 0) > 60 && acknowledged.size === 3)
    await postgresql.restart()
    const before = new Map(acknowledged)
    const isSavedSince = (name: string) => acknowledged.get(name) !== before.get(name)
    await until('everything can be saved again', async () => [...before.keys()].every(isSavedSince))
    isOver = true
    await work

    expect(statuses.get(503)).toBeGreaterThan(0)
    await until('everything is recovered', async () => (await openWrites(owner)) === 0)
    const { ours, theirs } = await storesAt(owner, webApi)
    expect(theirs).toEqual(ours)
    expect(new Map(ours.map(({ name, description }) => [name, description]))).toEqual(acknowledged)
    expect(await console.stop()).toBe(0)
  })
})

/** Adds or changes the profile; does nothing if its state cannot be read. */
async function saveOnce(
  browser: Browser,
  name: string,
  description: string,
  note: (reply: Reply) => Reply,
): Promise<Reply> {
  const known = await browser.send('GET', `metricprofiles/${name}`)
  const body = { name, groupname: 'operations', description, services: [{ service: 's', metric: 'disk' }] }
  if (known.status === 404) return note(await browser.send('POST', 'metricprofiles', body))
  if (note(known).status !== 200) return known
  const { apiid } = known.body
  return note(await browser.send('PUT', 'metricprofiles', { ...body, apiid }, { 'if-match': known.etag }))
}
