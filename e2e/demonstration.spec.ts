import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDemonstration, demoFolder, demoScript, startDemonstration } from './src/demonstration.ts'
import { aMetricProfile, storedProfile } from './src/metric-profiles.ts'
import { ourDemonstration } from './src/our-demonstration.ts'
import { runCommand, type Settings } from './src/programs.ts'
import { sendRequest } from './src/send-request.ts'

/** Runs a script that ends by itself. */
const run = (script: string, settings: Settings) => runCommand([process.execPath, script], settings)

describe('the demonstration', () => {
  const folder = demoFolder()
  afterAll(() => folder.remove())

  const start = async () => {
    const demonstration = await startDemonstration(folder.data)
    return { ...demonstration, origin: `http://nordic.localhost:${demonstration.port}` }
  }

  test('keeps its data over a restart, even after it was killed right after a save', async () => {
    copyDemonstration(inject('filledDemonstration'), folder.data)
    const first = await start()
    expect(first.output()).not.toContain('Loading')
    const saved = await aMetricProfile({}, first.origin)
    const savedLast = await aMetricProfile({ description: 'The last word' }, first.origin)
    expect(await first.end('SIGKILL')).toBe('SIGKILL')

    const second = await start()
    expect(second.output()).not.toContain('Loading')
    expect(await storedProfile(saved, second.origin)).toBeDefined()
    expect(await storedProfile(savedLast, second.origin)).toMatchObject({ description: 'The last word' })
    const calls = [...second.output().matchAll(/'x-api-key: (\S+)' (\S+)/g)]
    expect(calls).toHaveLength(3)
    for (const [, key = '', url = ''] of calls) {
      for (const tenant of ['alpine', 'federation', 'nordic']) {
        const of = (text: string) => text.replace('alpine', tenant)
        const { origin, pathname } = new URL(of(url))
        const { status } = await sendRequest(origin, pathname, { headers: { 'x-api-key': of(key) } })
        expect(status, `${of(key)} at ${of(url)}`).toBe(200)
      }
    }
    expect(await second.end('SIGINT')).toBe(0)

    const [command = ''] = second.output().match(/QUATRAIN_WEBAPI_DATA=.*/) ?? []
    expect(await runCommand(['sh', '-c', command], {})).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\S{40,}\n$/),
    })
  })

  const hosts = {
    QUATRAIN_PORT: 'localhost',
    QUATRAIN_WEBAPI_PORT: 'localhost',
    QUATRAIN_IDENTITY_PROVIDER_PORT: '127.0.0.1',
  }
  test.for(oneOfEachKind(Object.entries(hosts), () => 'a taken port'))(
    'reports in one line that the port of %s is in use',
    async ([variable, host]) => {
      const { port } = ourDemonstration()
      const free: Record<string, string> = {}
      for (const each of Object.keys(hosts)) free[each] = String(await freePort())
      const ended = await run(demoScript, { ...free, QUATRAIN_DATA: folder.data, [variable]: String(port) })
      const error = `${variable}: port ${port} of ${host} is in use; set another\n`
      expect(ended).toEqual({ code: 1, out: '', error })
    },
  )
})

describe('a setting of the console', () => {
  let unused: string
  beforeAll(async () => {
    unused = `http://127.0.0.1:${await freePort()}`
  })

  const right = () => ({
    QUATRAIN_DATABASE_URL: `${unused.replace('http', 'postgresql')}/quatrain`,
    QUATRAIN_SECRET: 'a secret of thirty-two characters',
    QUATRAIN_WEBAPI_URL: unused,
  })

  const wrong = [
    ['QUATRAIN_SECRET', '', 'is missing: a random secret of at least 32 characters, the same for every process'],
    ['QUATRAIN_SECRET', 'short', 'must have at least 32 characters'],
    ['QUATRAIN_SECRET_PREVIOUS', 'short', 'must have at least 32 characters'],
    ['QUATRAIN_SECRET_PREVIOUS', 'a secret of thirty-two characters', 'must differ from QUATRAIN_SECRET'],
    ['QUATRAIN_DATABASE_URL', '', 'is missing; set it to a PostgreSQL address'],
    ['QUATRAIN_DATABASE_URL', 'mysql://db/quatrain', 'must be a PostgreSQL address'],
    ['QUATRAIN_WEBAPI_URL', '', 'is missing: the address of the Web API'],
    ['QUATRAIN_TLS', 'maybe', 'must be on or off'],
    ['QUATRAIN_PORT', 'http', 'must be a port number'],
  ] as const
  // One piece of code reports the wrong values of all settings.
  test.for(oneOfEachKind(wrong, () => 'a wrong setting'))(
    '%s="%s" is refused in one line that names the setting',
    async ([variable, value, output]) => {
      const { code, out, error } = await run('apps/server/src/main.ts', { ...right(), [variable]: value })
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(error).toMatch(/^[^\n]+\n$/)
      expect(error).toContain(`${variable}: ${output}`)
    },
  )
})
