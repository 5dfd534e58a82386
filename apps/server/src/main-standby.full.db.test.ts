import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, consoleSettings, signIn } from '#test/console-process.ts'
import { type Replicated, startReplicated } from '#test/replicated.ts'
import { aConsole, aWebApi, furnish } from '#test/two-processes.ts'
import { diagnose } from './cli/doctor/doctor.ts'

describe.each(serverDatabases)('two consoles with a standby, beside a Web API on $name', (kind) => {
  let unavailable: string | undefined
  let place: Replicated
  let settings: Record<string, string>
  let browsers: Browser[]
  let metricsPort: number
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const started = await startReplicated()
    if ('unavailable' in started) {
      unavailable = started.unavailable
      return
    }
    place = started
    ends.push(place.stop)
    const database = await place.databases.open()
    ends.push(() => database.close())
    await furnish(database)
    const atEnd = (work: () => Promise<void>) => void ends.push(work)
    const webApi = await aWebApi(kind, atEnd)
    metricsPort = await freePort()
    settings = {
      QUATRAIN_DATABASE_URL: String(database.url),
      QUATRAIN_STANDBY_DATABASE_URL: place.urlOnStandby(String(database.url)),
      QUATRAIN_WEBAPI_URL: webApi.url,
    }
    const consoles = [
      await aConsole({ ...settings, QUATRAIN_METRICS_PORT: String(metricsPort) }, atEnd),
      await aConsole(settings, atEnd),
    ]
    browsers = []
    for (const { url } of consoles) browsers.push(await signIn(url))
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  beforeEach(async ({ skip }) => {
    if (unavailable !== undefined) return skip(unavailable)
    await place.caughtUp()
  })

  async function metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  }
  const readsOf = async (result: string) =>
    Number(new RegExp(`quatrain_standby_reads_total\\{result="${result}"\\} (\\d+)`).exec(await metrics())?.[1])
  const lag = async () => Number(/^quatrain_standby_lag_seconds (\S+)$/m.exec(await metrics())?.[1])

  test('show a save of one in the list of the other, and count where it was read', async () => {
    const [one, other] = browsers
    if (!one || !other) throw new Error('There are two consoles.')
    const names = async (browser: Browser) =>
      (await browser.send('GET', 'metricprofiles')).body.map(({ name }: { name: string }) => name)
    const add = async (browser: Browser, name: string) => {
      const profile = { name, groupname: 'operations', description: '', services: [] }
      expect((await browser.send('POST', 'metricprofiles', profile)).status).toBe(201)
    }
    await add(one, 'BEFORE')
    await place.caughtUp()
    expect(await names(one)).toEqual(['BEFORE'])
    expect([await readsOf('standby'), await readsOf('lag'), await readsOf('failure')]).toEqual([1, 0, 0])
    expect(await lag()).toBeGreaterThanOrEqual(0)

    await place.pause()
    await add(other, 'MEANWHILE')
    for (const browser of browsers) expect(await names(browser)).toEqual(['BEFORE', 'MEANWHILE'])
    expect([await readsOf('standby'), await readsOf('lag')]).toEqual([1, 1])
    expect(await lag()).toBeGreaterThan(0)
    await place.resume()
    await place.caughtUp()
    expect(await names(one)).toEqual(['BEFORE', 'MEANWHILE'])
    expect(await readsOf('standby')).toBe(2)
  })

  async function found(level: string, changed: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const diagnoses = await diagnose(consoleSettings({ ...settings, ...changed }))
    return diagnoses.flatMap(({ level: its, subject, text }) =>
      its === level && (subject === 'Standby' || subject === 'Settings') ? [`${subject}: ${text}`] : [],
    )
  }

  test('the doctor says whether the standby follows', async () => {
    expect(await found('ok')).toContain('Standby: The standby follows its primary.')
    expect(await found('error')).toEqual([])
  })

  test('the doctor recognises another server, and one that is no standby or is away', async () => {
    const standbyAt = (url: string) => ({ QUATRAIN_STANDBY_DATABASE_URL: url })
    const primaryUrl = String(settings.QUATRAIN_DATABASE_URL)
    expect(await found('error', standbyAt(primaryUrl))).toEqual(['Standby: This server is a primary, not a standby.'])
    const nowhere = new URL(primaryUrl)
    nowhere.port = String(await freePort())
    expect(await found('error', standbyAt(nowhere.href))).toEqual([expect.stringMatching(/^Standby: .*ECONNREFUSED/)])
    const embedded = { ...consoleSettings(settings), QUATRAIN_DATABASE_URL: undefined, QUATRAIN_DATA: '/tmp/nothing' }
    expect((await diagnose(embedded)).map(({ text }) => text)).toEqual([
      'QUATRAIN_STANDBY_DATABASE_URL: only a database at QUATRAIN_DATABASE_URL can have a standby',
    ])
    const other = await startReplicated()
    if ('unavailable' in other) throw new Error(other.unavailable)
    ends.push(other.stop)
    const database = await other.databases.open()
    ends.push(() => database.close())
    await other.caughtUp()
    expect(await found('error', standbyAt(other.urlOnStandby(String(database.url))))).toEqual([
      'Standby: The standby follows another primary than that of QUATRAIN_DATABASE_URL, so that nothing is read there.',
    ])
  })
})
