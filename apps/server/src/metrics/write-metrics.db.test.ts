import { databases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { candidatesOf, testing } from '#test/probe-candidates.ts'
import { endSabotage, sabotage } from '#test/sabotage.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { aWrite } from '#test/two-stores.ts'

describe.each(databases)('metrics of writes on $name', (kind) => {
  let mails: MailServer
  let server: TestApp
  let port: number
  beforeAll(async () => {
    mails = await startMailServer()
    port = await freePort()
    server = await startTestApp(kind, {
      metrics: { host: '127.0.0.1', port },
      mail: mailsThrough(mails, { from: 'quatrain@example.org', team: undefined }),
    })
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })

  /** The value of each series whose line begins with `name`. */
  async function scrape(name: string): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(name))
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }
  /** By how much the series that begin with `name` grow during `work`, without those that stay. */
  async function growth(name: string, work: () => Promise<unknown>) {
    const before = await scrape(name)
    await work()
    const after = Object.entries(await scrape(name))
    return Object.fromEntries(
      after.flatMap(([series, value]) => (value === before[series] ? [] : [[series, value - (before[series] ?? NaN)]])),
    )
  }
  const written = (outcome: string) => `quatrain_two_store_writes_total{kind="metricprofile",outcome="${outcome}"}`
  const recovered = (outcome: string) => `quatrain_recoveries_total{kind="metricprofile",outcome="${outcome}"}`

  test('a write to both stores is counted by its outcome, and a dry run is not', async () => {
    const writing = async (status: number, behave: () => unknown) => {
      const write = await aWrite(server, 'change')
      return growth('quatrain_two_store_writes_total', async () => {
        await behave()
        expect((await write.send()).status).toBe(status)
        server.webApi.recover()
        await endSabotage(server)
      })
    }
    expect(await writing(200, () => {})).toEqual({ [written('done')]: 1 })
    expect(await writing(502, () => server.webApi.behave({ kind: 'refuse', status: 409 }, 'PUT'))).toEqual({
      [written('refused')]: 1,
    })
    expect(await writing(500, () => sabotage(server, ['versions'], "raise exception 'no space'"))).toEqual({
      [written('undone')]: 1,
    })
    expect(await writing(502, () => server.webApi.behave({ kind: 'drop', carryOut: true }, 'PUT'))).toEqual({
      [written('unfinished')]: 1,
    })
    const admin = await server.as('admin')
    const body = { name: 'dry', groupname: 'operations', description: '', services: [] }
    expect(
      await growth('quatrain_two_store_writes_total', () => admin.send('POST', 'metricprofiles?dry_run=true', body)),
    ).toEqual({})
  })

  test('recovery is counted with its failures', async () => {
    await server.recoverWrites()
    const write = await aWrite(server, 'add')
    server.webApi.behave({ kind: 'drop', carryOut: true }, 'POST')
    await write.send()
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await growth('quatrain_recoveries_total', () => server.recoverWrites())).toEqual({
      [recovered('failed')]: 1,
    })
    expect(await scrape('quatrain_unfinished_writes')).toEqual({ quatrain_unfinished_writes: 1 })
    server.webApi.recover()
    expect(await growth('quatrain_recoveries_total', () => server.recoverWrites())).toEqual({ [recovered('done')]: 1 })
    expect(await scrape('quatrain_unfinished_writes')).toEqual({ quatrain_unfinished_writes: 0 })
  })

  test('mails are counted by their outcome, and one that waits is no unfinished write', async () => {
    const candidates = candidatesOf(server, await server.as('admin'))
    const mailing = async (code?: number) => {
      mails.refuseWith()
      const candidate = await candidates.given()
      mails.refuseWith(code)
      return growth('quatrain_mails_total', () => candidates.change(candidate, testing))
    }
    expect(await mailing()).toEqual({ 'quatrain_mails_total{outcome="sent"}': 1 })
    expect(await mailing(550)).toEqual({ 'quatrain_mails_total{outcome="refused"}': 1 })
    expect(await mailing(451)).toEqual({ 'quatrain_mails_total{outcome="failed"}': 1 })
    server.clock.pass(90)
    expect(await scrape('quatrain_waiting_mails')).toEqual({ quatrain_waiting_mails: 1 })
    expect(await scrape('quatrain_oldest_waiting_mail_seconds')).toEqual({ quatrain_oldest_waiting_mail_seconds: 90 })
    expect(await scrape('quatrain_unfinished_writes')).toEqual({ quatrain_unfinished_writes: 0 })
    mails.refuseWith()
    await server.recoverWrites()
    expect(await scrape('quatrain_waiting_mails')).toEqual({ quatrain_waiting_mails: 0 })
  })
})
