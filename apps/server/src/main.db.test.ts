import { onlyInFullRun } from '@quatrain/contract/testing/extent.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Browser, patientRecovery, type Reply, type Running, signIn, until } from '#test/console-process.ts'
import type { FaultyProxy } from '#test/faulty-proxy.ts'
import { holdWrites } from '#test/killed-writes.ts'
import { webApiClient } from '#test/service-types.ts'
import type { Client } from '#test/test-app.ts'
import { aConsole, aWebApi, furnish, openWrites, storesAt } from '#test/two-processes.ts'
import { addReferenced } from '#test/two-store-kinds.ts'
import { type Console, expectAgreement, expectDone, expectNoEffect, type Write } from '#test/two-stores.ts'

const clientOf = (browser: Browser): Client => ({
  send: async (...request) => ({ ...(await browser.send(...request)), headers: {} }),
})

describe.each(serverDatabases)('console processes on $name', (kind) => {
  let owner: Db
  let webApi: FaultyProxy
  let settings: Record<string, string>
  const ends: (() => Promise<void>)[] = []
  const atEnd = (work: () => Promise<void>) => void ends.unshift(work)
  beforeAll(async () => {
    const database = await kind.open()
    atEnd(() => database.close())
    owner = await furnish(database)
    webApi = await aWebApi(kind, atEnd)
    settings = { QUATRAIN_DATABASE_URL: database.url ?? '', QUATRAIN_WEBAPI_URL: webApi.url }
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const profile = (name: string, description = 'As it was.') => ({
    name,
    groupname: 'operations',
    description,
    services: [{ service: 's', metric: 'disk' }],
  })
  const add = async (browser: Browser, name: string) => {
    const { status, body, etag } = await browser.send('POST', 'metricprofiles', profile(name))
    expect(status, JSON.stringify(body)).toBe(201)
    return { ...profile(name), apiid: String(body.apiid), etag }
  }
  type Added = Awaited<ReturnType<typeof add>>
  const change = (browser: Browser, { etag, ...given }: Added, description: string) =>
    browser.send('PUT', 'metricprofiles', { ...given, description }, { 'if-match': etag })
  /** With a long timeout a process does not give up by itself. */
  const patient = { QUATRAIN_WEBAPI_TIMEOUT_SECONDS: '60', QUATRAIN_RECOVER_AFTER_SECONDS: '180' }
  const isRecovered = async () => (await openWrites(owner)) === 0

  test('a process that is killed between any two steps leaves no unfinished write of any kind', async () => {
    const first = await aConsole({ ...settings, ...patient })
    let browser = await signIn(first.url)
    const console: Console = { as: async () => clientOf(browser), tenant: async () => owner }
    await addReferenced({ ...console, webApi })
    const { writes, committing, requests, release } = await holdWrites({ console, webApi, owner })
    const answers = Promise.allSettled(requests)
    await first.kill()
    await release()
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(await openWrites(owner)).toBeGreaterThanOrEqual(requests.length)

    browser = browser.at((await aConsole({ ...settings, ...patientRecovery })).url)
    expect((await browser.send('GET', 'metricprofiles')).status).toBe(200)
    await until('everything is recovered', isRecovered)
    await expectAgreement(console)
    const expectUndone = (write: Write) => (write.action === 'delete' ? expectDone : expectNoEffect)(console, write)
    for (const write of writes) await expectUndone(write)
    for (const write of committing) await expectUndone(write).catch(() => expectDone(console, write))
    expect((await browser.send('GET', 'servicetypes')).body).toEqual([])
  })

  describe('a list of service types, in a service that can only delete and add', () => {
    const stored = [
      { name: 'APEL', title: 'Accounting', description: 'Of the topology.', tags: ['topology'] },
      { name: 'web.portal', title: 'Portal', description: 'A portal.', tags: ['poem'] },
    ]
    const calls = ['POST 1', 'DELETE 1', 'POST 2']
    const moments = calls.flatMap((call) => (['before', 'after'] as const).map((moment) => ({ moment, call })))

    onlyInFullRun.each(moments)('is whole after the process was killed $moment $call', async ({ moment, call }) => {
      const client = webApiClient({ webApi })
      webApi.recover()
      await client.replace(stored)
      const before = await client.list()
      const killed = await aConsole({ ...settings, ...patient })
      const browser = await signIn(killed.url)
      const isHeld = Promise.withResolvers<void>()
      const hold = () => {
        isHeld.resolve()
        return new Promise<void>(() => {})
      }
      const [method, number] = call.split(' ')
      let seen = 0
      webApi.behave({
        kind: 'by-call',
        behaviorOf(called) {
          if (called === 'PUT') return { kind: 'refuse', status: 405 }
          if (called === method) seen += 1
          return called === method && seen === Number(number) ? { kind: 'wait', [moment]: hold } : { kind: 'work' }
        },
      })
      const types = [{ name: 'web.portal', title: 'Portal', description: call + moment }]
      const sent = browser.send('POST', 'replaceservicetypes', { servicetypes: types }, { 'if-match': '*' })
      await Promise.all([isHeld.promise.then(() => killed.kill()), expect(sent).rejects.toThrow()])
      webApi.recover()
      webApi.behave({ kind: 'refuse', status: 405 }, 'PUT')

      await aConsole(settings)
      await until('the write is recovered', isRecovered)
      webApi.recover()
      expect(await client.list()).toEqual(before)
    })
  })

  describe('several processes', () => {
    let left: Running
    let right: Running
    beforeAll(async () => {
      const both = [aConsole(settings, atEnd), aConsole(settings, atEnd)] as const
      ;[left, right] = await Promise.all(both)
    })

    onlyInFullRun('share sessions, and notice that one has ended', async () => {
      const browser = await signIn(left.url)
      // Logging out removes the cookies; a copy of them may exist.
      const other = browser.copy(right.url)
      const isIn = async () => (await other.send('GET', 'sessionactive/true')).body.active
      expect(await isIn()).toBe(true)
      expect((await browser.send('POST', '/dj-rest-auth/logout/')).status).toBe(200)
      await until('the session has ended', async () => !(await isIn()))
    })

    onlyInFullRun('let one of several concurrent saves win in both stores', async () => {
      const browser = await signIn(left.url)
      const both = [browser, browser.at(right.url)]
      let raced = await add(browser, 'raced')
      for (const round of [1, 2, 3, 4]) {
        const answers = await Promise.all(
          [0, 1, 2, 3, 4].map((index) => change(both[index % 2] ?? browser, raced, `${round}/${index}`)),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412])
        const winner = answers.findIndex(({ status }) => status === 200)
        const { ours, theirs } = await storesAt(owner, webApi, ['raced'])
        expect(ours).toMatchObject([{ description: `${round}/${winner}` }])
        expect(theirs).toEqual(ours)
        raced = { ...raced, etag: answers[winner]?.etag ?? '' }
      }
      expect(await openWrites(owner)).toBe(0)
      expect((await browser.send('GET', 'tenantversion/metricprofile/raced')).body).toHaveLength(5)
    })

    onlyInFullRun('lose no acknowledged write when one is killed while it saves', async () => {
      const browser = await signIn(left.url)
      const names = ['a', 'b', 'c', 'd']
      const acknowledged = new Map<string, string>()
      const attempted = new Map<string, string>()
      let saves = 0
      const saveUntilKilled = async (name: string) => {
        let known = await add(browser, name)
        acknowledged.set(name, known.description)
        for (;;) {
          const description = `Save ${saves} of ${name}.`
          attempted.set(name, description)
          const answer: Reply = await change(browser, known, description)
          // A slow Web API, or an unfinished write.
          expect([200, 412, 502], answer.body.detail).toContain(answer.status)
          if (answer.status !== 200) continue
          saves += 1
          acknowledged.set(name, description)
          known = { ...known, etag: answer.etag }
        }
      }
      const saving = names.map((name) => saveUntilKilled(name).catch((error: unknown) => error))
      await until('a good deal has been saved', async () => saves > 40)
      await left.kill()
      // There was no error before the connections were lost.
      for (const error of await Promise.all(saving)) expect(error).toBeInstanceOf(TypeError)

      await until('everything is recovered', isRecovered)
      const { ours, theirs } = await storesAt(owner, webApi, names)
      expect(theirs).toEqual(ours)
      expect(ours.map(({ name }) => name)).toEqual(names)
      for (const { name, description } of ours) {
        expect([acknowledged.get(name), attempted.get(name)]).toContain(description)
      }
      expect((await browser.at(right.url).send('GET', 'metricprofiles/a')).status).toBe(200)
    })
  })
})
