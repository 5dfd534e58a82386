import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { freePort, portOf } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '#test/command.ts'
import { addOwnKey } from '#test/own-key.ts'
import { password } from '#test/seed.ts'
import { selfSigned } from '#test/self-signed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

const opened: Server[] = []
afterAll(() => {
  for (const server of opened) server.close().closeAllConnections()
})

/** The address of a server that answers like this. */
async function listening(server: Server): Promise<string> {
  opened.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${portOf(server)}`
}

const serverOf = async (listener: RequestListener) => `http://${await listening(createServer(listener))}`

const unsent = { QUATRAIN_URL: 'http://127.0.0.1:1', QUATRAIN_KEY: 'quk_secret' }
const quatrain = (environment: Readonly<Record<string, string>>, args: readonly string[], input = '') =>
  runCommand(['request', ...args], environment, input)

let made = 0

describe.each(databases)('quatrain request on $name', (database) => {
  let server: TestApp
  let admin: Client
  let url: string
  const keys = { admin: '', reviewer: '', member: '' }
  /** What happens before the console gets a request of the command. */
  let beforeRequest: (method: string, path: string) => Promise<unknown> = async () => undefined

  beforeAll(async () => {
    server = await startTestApp(database)
    admin = await server.as('admin')
    const person = {
      first_name: '',
      last_name: '',
      email: 'r@example.org',
      is_superuser: true,
      is_active: true,
      password,
    }
    await admin.send('POST', 'users', { ...person, username: 'reviewer' })
    for (const name of ['admin', 'reviewer', 'member'] as const) keys[name] = await addOwnKey(await server.as(name))
    url = await serverOf(async (request, response) => {
      await beforeRequest(request.method ?? '', request.url ?? '')
      request.headers.host = 'north.test'
      server.app.routing(request, response)
    })
  })
  afterAll(() => server.close())
  afterEach(() => {
    beforeRequest = async () => undefined
  })

  const by = (user: keyof typeof keys, line: string, input?: unknown) =>
    quatrain({ QUATRAIN_URL: url, QUATRAIN_KEY: keys[user] }, line.split(' '), JSON.stringify(input))
  const stateOf = async (number: string) => (await admin.send('GET', `changerequests/${number}`)).body.state

  /** A metric profile, and a write that gives it another description and another metric. */
  async function changeOfProfile() {
    made += 1
    const name = `PROFILE_${made}`
    const profile = {
      name,
      groupname: 'operations',
      description: 'Most sites',
      services: [{ service: 'web', metric: 'disk' }],
    }
    const { body, etag } = await admin.send('POST', 'metricprofiles', profile)
    const change = { description: 'All sites', services: [{ service: 'web', metric: 'passive' }] }
    const input = { ...profile, ...change, apiid: body.apiid }
    const saved = (content: object) =>
      admin.send('PUT', 'metricprofiles', { ...profile, ...content, apiid: body.apiid }, { 'if-match': '*' })
    const remarks = { title: `Change ${name}`, description: 'Because of the move' }
    return {
      name,
      saved,
      body: { ...remarks, writes: [{ kind: 'metricprofile', operation: 'change', input, base: etag }] },
    }
  }

  async function created() {
    const profile = await changeOfProfile()
    const { code, out, err } = await by('admin', 'create - --json', profile.body)
    expect([code, err]).toEqual([0, ''])
    return { ...profile, number: String(JSON.parse(out).id) }
  }

  test('a request is added, previewed, submitted, approved by another key and applied', async () => {
    const { name, body } = await changeOfProfile()
    const { code, out, err } = await by('admin', 'create -', body)
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(/^Change request \d+ \(Change PROFILE_\d+\): draft$/),
      '',
    ])
    const number = /\d+/.exec(out)?.[0] ?? ''
    const previewed = await by('admin', `preview ${number}`)
    expect([previewed.code, previewed.out.split('\n').slice(0, -1)]).toEqual([
      0,
      [
        `1. Change metric profile ${name}`,
        '   Description: Most sites → All sites',
        '   Metric instances:',
        '      − removed web, disk',
        '      + added web, passive',
        '   Also delete in NORTH: metric disk',
        '   Also add in NORTH: metric passive',
        '   Warning: Metric web.http will be missing in metrics: passive.',
        'Which checks boxes start or stop is not known: there is no topology of today.',
      ],
    ])
    const [, effects = ''] = /^Effect: (\S+)$/m.exec(previewed.out) ?? []
    const unconfirmed = await by('admin', `apply ${number}`)
    expect([unconfirmed.code, unconfirmed.err]).toEqual([64, 'There is no terminal to prompt on; use --yes.'])
    expect(await by('admin', `submit ${number}`)).toEqual({
      code: 2,
      out: `Change request ${number} (Change ${name}): in review`,
      err: '',
    })
    expect(await by('admin', `apply ${number} --effects ${effects}`)).toEqual({
      code: 2,
      out: `Change request ${number} (Change ${name}): in review`,
      err: 'State: The change request is in review.',
    })
    expect((await by('reviewer', `approve ${number} --effects another`)).code).toBe(3)
    const approved = await by('reviewer', `approve ${number} --effects ${effects}`)
    expect(approved).toEqual({ code: 0, out: `Change request ${number} (Change ${name}): approved`, err: '' })
    const applied = await by('admin', `apply ${number} --yes`)
    expect(applied).toEqual({ code: 0, out: `Change request ${number} (Change ${name}): applied`, err: previewed.out })
    expect((await admin.send('GET', `metricprofiles/${name}`)).body.description).toBe('All sites')
    const shown = (await by('admin', `show ${number}`)).out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')
    expect(shown.split('\n')).toEqual([
      `Change request ${number} (Change ${name}): applied`,
      'By admin, TIME UTC',
      'Because of the move',
      `1. Change metric profile ${name}`,
      'TIME UTC: key script of admin submitted it for review',
      'TIME UTC: key script of reviewer approved it',
      'TIME UTC: key script of admin applied it',
    ])
    expect((await by('member', 'list')).out).toMatch(
      new RegExp(`^${number} +applied +Change ${name} +admin +1 +20`, 'm'),
    )

    const reverted = await by('admin', `revert ${number} --json`)
    expect(JSON.parse(reverted.out)).toMatchObject({ state: 'draft', title: `Revert: Change ${name}` })
    expect((await by('admin', `apply ${JSON.parse(reverted.out).id} --yes`)).code).toBe(0)
    expect(await stateOf(number)).toBe('reverted')
  })

  test('what others have changed differently is a conflict; what else they have changed is merged', async () => {
    const { number, saved } = await created()
    await saved({ description: 'No sites' })
    const previewed = await by('admin', `preview ${number}`)
    const sentence = /was changed differently meanwhile: description\./i
    expect([previewed.code, previewed.out]).toEqual([3, expect.stringMatching(sentence)])
    for (const line of [`apply ${number} --yes`, `apply ${number} --effects * --json`]) {
      expect(await by('admin', line)).toMatchObject({ code: 3, err: expect.stringMatching(sentence) })
    }
    await saved({
      services: [
        { service: 'web', metric: 'disk' },
        { service: 'storage', metric: 'disk' },
      ],
    })
    expect((await by('admin', `preview ${number}`)).out).toContain('\n   Merged with what others have saved since')
    expect((await by('admin', `apply ${number} --yes`)).code).toBe(0)
  })

  test('what the user may not do is refused, with the sentence of the console and its field', async () => {
    const { number, body } = await created()
    const withdrawn = await by('reviewer', `withdraw ${number} --json`)
    const message = 'Only its author can withdraw a change request.'
    expect([withdrawn.code, withdrawn.err, JSON.parse(withdrawn.out)]).toEqual([
      4,
      message,
      { error: { message, code: 'not_allowed' } },
    ])
    const unknown = { ...body, writes: [{ kind: 'user', operation: 'remove', input: { key: 'admin' } }] }
    expect(await by('admin', 'create -', unknown)).toEqual({
      code: 4,
      out: '',
      err: 'Writes 1, kind: Change requests cannot remove users.',
    })
    expect((await by('member', `approve ${number} --yes`)).code).toBe(4)
    expect(await quatrain({ QUATRAIN_URL: url, QUATRAIN_KEY: 'quk_unknown' }, ['list'])).toMatchObject({ code: 4 })
    expect((await by('admin', 'show 999999')).code).toBe(4)
  })

  test('writes are added to an open request, also while it is edited', async () => {
    const { number } = await created()
    const { body } = await changeOfProfile()
    let edits = 0
    beforeRequest = async (method) => {
      if (method !== 'PUT' || edits > 0) return
      edits += 1
      const { etag = '', body } = await admin.send('GET', `changerequests/${number}`)
      const { link, description, writes } = body
      const [{ kind, operation, input }] = writes
      const edited = { title: 'Edited', link, description, writes: [{ kind, operation, input }] }
      expect((await admin.send('PUT', `changerequests/${number}`, edited, { 'if-match': etag })).status).toBe(200)
    }
    const added = await by('admin', `add ${number} -`, { writes: body.writes })
    expect([added.code, added.out, edits]).toEqual([0, `Change request ${number} (Edited): draft`, 1])
    expect((await admin.send('GET', `changerequests/${number}`)).body.writes).toHaveLength(2)
    beforeRequest = async (method) => {
      if (method !== 'PUT') return
      edits += 1
      await admin.send('POST', `changerequests/${number}/actions`, { action: edits % 2 ? 'refuse' : 'submit' })
      await admin.send('POST', `changerequests/${number}/actions`, { action: 'submit' })
    }
    const { body: other } = await changeOfProfile()
    expect((await by('reviewer', `add ${number} -`, { writes: other.writes })).code).toBe(4)
  })

  test('a request is scheduled, taken from the schedule, refused and withdrawn', async () => {
    const { number } = await created()
    const at = '2030-01-02T03:04:00+02:00'
    const scheduled = await by('admin', `schedule ${number} --yes --at ${at}`)
    expect([scheduled.code, scheduled.out]).toEqual([0, expect.stringMatching(/: scheduled for 2030-01-02 01:04 UTC$/)])
    expect((await by('admin', `schedule ${number} --yes --at tomorrow`)).err).toMatch(/^At: /m)
    expect((await by('admin', `unschedule ${number}`)).out).toMatch(/: draft$/)
    expect((await by('admin', `submit ${number} Please`)).code).toBe(2)
    expect((await by('reviewer', `refuse ${number} Never`)).out).toMatch(/: draft$/)
    expect(await by('admin', `comment ${number} Why?`)).toMatchObject({ code: 0 })
    const waited = await by('admin', `wait ${number}`)
    expect([waited.code, waited.out]).toEqual([4, expect.stringMatching(/reviewer refused it\n {3}Never\n/)])
    expect((await by('admin', `withdraw ${number}`)).out).toMatch(/: withdrawn$/)
    expect((await by('admin', `wait ${number} --for approved`)).code).toBe(4)
    expect((await by('admin', `wait ${number} --for withdrawn`)).code).toBe(0)
  })

  test('a wait ends when somebody applies the request, and with its time', async () => {
    const { number } = await created()
    let reads = 0
    beforeRequest = async () => {
      reads += 1
      if (reads !== 1) return
      await admin.send('POST', `changerequests/${number}/settle`, {
        action: 'schedule',
        effects: '*',
        at: '2030-01-01T09:00:00Z',
      })
    }
    const scheduled = await by('admin', `wait ${number} --for scheduled`)
    expect([scheduled.code, reads]).toEqual([0, 1])
    expect((await by('admin', `wait ${number} --timeout 0s`)).code).toBe(1)
    let applied = ''
    reads = 0
    beforeRequest = async () => {
      reads += 1
      if (reads !== 2) return
      await admin.send('POST', `changerequests/${number}/actions`, { action: 'unschedule' })
      applied = (await admin.send('POST', `changerequests/${number}/settle`, { action: 'apply', effects: '*' })).body
        .state
    }
    const waited = await by('admin', `wait ${number} --json`)
    expect([waited.code, JSON.parse(waited.out).state, applied, reads]).toEqual([0, 'applied', 'applied', 2])
    expect((await by('admin', `wait ${number} --for failed`)).code).toBe(1)

    const { number: reviewed } = await created()
    await by('admin', `submit ${reviewed}`)
    expect((await by('admin', `wait ${reviewed} --for approved --timeout 0s`)).code).toBe(2)
  })

  test('every command prints JSON, also when it fails', async () => {
    const { number, body } = await created()
    const lines: [string, unknown?][] = [
      ['list'],
      [`show ${number}`],
      ['create -', (await changeOfProfile()).body],
      ['create -', body],
      [`add ${number} -`, { writes: (await changeOfProfile()).body.writes }],
      [`preview ${number}`],
      [`comment ${number} Hello`],
      [`schedule ${number} --at 2030-01-02T03:04:00Z --yes`],
      [`unschedule ${number}`],
      [`submit ${number}`],
      [`approve ${number} --yes`],
      [`refuse ${number}`],
      [`apply ${number} --yes`],
      [`wait ${number} --timeout 0s`],
      [`revert ${number}`],
      [`withdraw ${number}`],
      ['show 999999'],
      ['create -', { title: '' }],
      ['add x -', { writes: [] }],
    ]
    for (const [line, input] of lines) {
      const { out } = await by(/^(approve|refuse)/.test(line) ? 'reviewer' : 'admin', `${line} --json`, input)
      expect(typeof JSON.parse(out), line).toBe('object')
    }
    const { out } = await runCommand(['request', '--help'], {})
    const commands = [...out.matchAll(/^ {2}(\w+) .*[<[]options/gm)].map(([, name = '']) => name)
    expect(new Set(lines.map(([line]) => line.split(' ')[0]))).toEqual(new Set(commands))
  })

  test('texts of other users cannot control the terminal', async () => {
    const { body } = await changeOfProfile()
    const { out } = await by('admin', 'create -', { ...body, title: 'Red \u001b[31m\u009b and \u202eback' })
    expect(out).toContain('(Red \ufffd[31m\ufffd and \ufffdback)')
  })

  test('the examples of the documentation work', async () => {
    const page = await readFile(new URL('../../../../../docs/change-requests.md', import.meta.url), 'utf8')
    const lines = page.match(/^quatrain request .*$/gm) ?? []
    expect(lines.length).toBeGreaterThan(2)
    const { number } = await created()
    let effects = ''
    for (const line of lines) {
      const words = line
        .replace(/ #.*/, '')
        .replaceAll('$number', number)
        .replaceAll('$effects', effects)
        .split(' ')
        .slice(2)
      const input = (await changeOfProfile()).body
      const file = words.map((word) => (word.endsWith('.json') ? '-' : word))
      const { code, out, err } = await by(
        'admin',
        file.join(' '),
        words[0] === 'add' ? { writes: input.writes } : input,
      )
      expect([line, code, err.startsWith('error')]).toEqual([line, 0, false])
      effects = /^Effect: (\S+)$/m.exec(out)?.[1] ?? effects
    }
    expect(await stateOf(number)).toBe('applied')
  })
})

describe('a call that nobody answers', () => {
  const ofHost = (url: string, ...args: string[]) => quatrain({ ...unsent, QUATRAIN_URL: url }, args)

  test('names the address and the cause, and never the key', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`
    const address = await serverOf((_, response) => response.destroy())
    const page = await serverOf((_, response) => response.writeHead(200).end('<html>'))
    const elsewhere = await serverOf((_, response) => response.writeHead(302, { location: page }).end())
    const failures: [string, RegExp][] = [
      [closed, new RegExp(`^${closed} cannot be reached: .*ECONNREFUSED.*\\.$`)],
      ['http://nowhere.invalid', /^http:\/\/nowhere\.invalid cannot be reached: .*nowhere\.invalid/],
      [address, new RegExp(`^The connection to ${address} was lost: .*\\.$`)],
      [page, new RegExp(`^The answer of ${page} to GET /api/v2/internal/changerequests is not what`)],
      [elsewhere, new RegExp(`^${elsewhere} answered 302, which is not the answer of a console\\.$`)],
    ]
    for (const [url, err] of failures) {
      const result = await ofHost(url, 'list')
      expect(result).toEqual({ code: 1, out: '', err: expect.stringMatching(err) })
    }
    const { err } = await ofHost(address, 'withdraw', '1')
    expect(err).toMatch(/It may have been carried out all the same/)
  })

  test('ends after five minutes, in which a large change request is applied', async () => {
    const limits: number[] = []
    const limit = { current: new AbortController() }
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      limit.current = new AbortController()
      return limit.current.signal
    })
    const hanging = await serverOf(() => limit.current.abort(new DOMException('', 'TimeoutError')))
    const results = [await ofHost(hanging, 'list'), await ofHost(hanging, 'submit', '1')]
    timeout.mockRestore()
    expect(results.map(({ code, err }) => [code, err])).toEqual([
      [1, `${hanging} did not answer within 300 seconds.`],
      [1, expect.stringMatching(/ did not answer within 300 seconds\. It may have been carried out all the same/)],
    ])
    expect(limits).toEqual([300_000, 300_000])
  })

  const certificate = selfSigned()
  test.skipIf(!certificate)('says that a certificate is not accepted', async () => {
    const url = `https://${await listening(createTlsServer({ ...certificate }, (_, response) => response.end('{}')))}`
    const { code, err } = await ofHost(url, 'list')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The certificate of \S+ is not accepted: self-signed.*NODE_EXTRA_CA/),
    ])
  })

  test.each([
    [['list', '--url', 'console.example.org'], /^The address of the console must be like/],
    [['show', 'first'], /^first is not the number of a change request\.$/],
    [['show', '../users'], /is not the number/],
    [['list', '--key-file', '/nowhere/key'], /^ENOENT.*\/nowhere\/key/],
    [['create', '/nowhere/request.json'], /^ENOENT/],
    [['create', '-'], /^- is not JSON: /],
    [['wait', '1', '--timeout', '10'], /It must have the form 90s, 10m or 2h\.$/],
    [['wait', '1', '--for', 'ever'], /Allowed choices are draft, in review/],
    [['schedule', '1'], /required option '--at <time>' not specified$/],
    [['frobnicate'], /unknown command/],
  ])('%j is a wrong call', async (args, err) => {
    const result = await quatrain(unsent, args)
    expect(result).toEqual({ code: 64, out: '', err: expect.stringMatching(err) })
  })

  test('needs a key, which is no argument', async () => {
    expect(await quatrain({ ...unsent, QUATRAIN_KEY: '' }, ['list'])).toMatchObject({
      code: 64,
      err: /^There is no key/,
    })
    expect(await quatrain({ ...unsent, QUATRAIN_KEY: 'two\nlines' }, ['list'])).toMatchObject({ code: 64 })
  })
})
