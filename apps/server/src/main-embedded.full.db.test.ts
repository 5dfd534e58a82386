import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Browser,
  patientRecovery,
  type Reply,
  type Running,
  signIn,
  startInVain,
  until,
} from '#test/console-process.ts'
import { aConsole, aWebApi, furnish, openWrites, ownerOf, storesAt } from '#test/two-processes.ts'

const [embedded] = bothDatabases

/** A folder with everything that a console expects. */
async function aFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'quatrain-console-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'data')
  const database = databaseOn(await openPglite({ folder }))
  await furnish(database)
  await database.close()
  return folder
}

interface Save {
  readonly name: string
  readonly description: string
}

/** Adds or changes the profile. */
async function save(browser: Browser, { name, description }: Save): Promise<Reply> {
  const { status, etag, body } = await browser.send('GET', `metricprofiles/${name}`)
  const profile = { name, groupname: 'operations', description, services: [{ service: 's', metric: 'disk' }] }
  if (status === 404) return browser.send('POST', 'metricprofiles', profile)
  return browser.send('PUT', 'metricprofiles', { ...profile, apiid: body.apiid }, { 'if-match': etag })
}

/** Saves one of its profiles after the other until the console has ended. Returns the write that was running then. */
async function saveUntilKilled(browser: Browser, prefix: string, acknowledged: Map<string, string>): Promise<Save> {
  for (let number = 1; ; number += 1) {
    const one = { name: `${prefix}${number % 3}`, description: `Save ${number}.` }
    const reply = await save(browser, one).catch(() => undefined)
    if (!reply) return one
    if (reply.status < 300) acknowledged.set(one.name, one.description)
    // A slow Web API, or an unfinished write.
    else expect([409, 412, 502], JSON.stringify(reply.body)).toContain(reply.status)
  }
}

test('an unfinished write of a killed process with an embedded database is recovered at the next start', async () => {
  if (!embedded) throw new Error('There is always an embedded database.')
  const [folder, webApi] = [await aFolder(), await aWebApi(embedded)]
  const settings = { QUATRAIN_DATA: folder, QUATRAIN_WEBAPI_URL: webApi.url, ...patientRecovery }
  const first = await aConsole(settings)
  const browser = await signIn(first.url)
  const profile = { name: 'half done', description: 'Once more.' }
  const reached = Promise.withResolvers<void>()
  const after = () => {
    reached.resolve()
    return new Promise<void>(() => {})
  }
  webApi.behave({ kind: 'wait', after }, 'POST')
  const cutOff = Promise.allSettled([save(browser, profile)])
  await reached.promise
  await first.kill()
  expect(await cutOff).toMatchObject([{ status: 'rejected' }])
  webApi.recover()

  const again = browser.at((await aConsole(settings)).url)
  expect((await save(again, profile)).status).toBe(409)
  await until('it can be saved', async () => (await save(again, profile)).status < 300)
})

test('an embedded database that is killed repeatedly opens again with every acknowledged write', async () => {
  if (!embedded) throw new Error('There is always an embedded database.')
  const [folder, webApi] = [await aFolder(), await aWebApi(embedded)]
  const settings = { QUATRAIN_DATA: folder, QUATRAIN_WEBAPI_URL: webApi.url }
  const acknowledged = new Map<string, string>()
  const underWay = new Map<string, string>()

  /** Starts it again. The write that was running when it was killed is either complete or undone. */
  async function open(): Promise<{ console: Running; browser: Browser }> {
    const console = await aConsole(settings)
    const browser = await signIn(console.url)
    for (const [name, description] of acknowledged) {
      const { body } = await browser.send('GET', `metricprofiles/${name}`)
      expect([description, underWay.get(name)]).toContain(body.description)
    }
    return { console, browser }
  }

  for (const round of [1, 2]) {
    const { console, browser } = await open()
    if (round === 1) {
      const second = await startInVain(settings)
      expect(second.said).toBe(`QUATRAIN_DATA: The database in ${folder} is in use by process ${console.pid}.\n`)
      expect(second.code).toBe(1)
    }
    const before = acknowledged.size
    const saving = Promise.all(['a', 'b'].map((who) => saveUntilKilled(browser, `${round}${who}`, acknowledged)))
    const enough = before + 3 + Math.random() * 3
    await until('some saves are done', async () => acknowledged.size > enough)
    await console.kill()
    expect(existsSync(`${folder}.lock`)).toBe(true)
    for (const { name, description } of await saving) underWay.set(name, description)
  }

  const { console, browser } = await open()
  for (const name of underWay.keys()) {
    const isSaved = async () => (await save(browser, { name, description: 'At last.' })).status < 300
    await until(`${name} can be saved`, isSaved)
  }
  expect(await console.stop()).toBe(0)
  expect(existsSync(`${folder}.lock`)).toBe(false)
  const database = databaseOn(await openPglite({ folder }))
  onTestFinished(() => database.close())
  const owner = ownerOf(database)
  expect(await openWrites(owner)).toBe(0)
  const { ours, theirs } = await storesAt(owner, webApi)
  expect(theirs).toEqual(ours)
})
