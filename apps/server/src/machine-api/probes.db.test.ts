import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const path = '/api/v2/probes'
const key = { 'x-api-key': 'box-NORTH' }
const submission = {
  name: 'queue-probe',
  docurl: 'https://docs.example.org/queue',
  script: 'https://code.example.org/queue.py',
  command: 'queue.py -t 30',
  contact: 'dev@example.org',
}

describe.each(databases)('submissions of probes on $name', (kind) => {
  let mails: MailServer
  let server: TestApp
  beforeAll(async () => {
    mails = await startMailServer()
    const words = { subject: '[Monitoring]', signature: 'Your team' }
    const mail = { ...mailsThrough(mails, { from: 'quatrain@example.org', team: undefined }), words }
    server = await startTestApp(kind, { mail })
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })
  afterEach(async () => {
    mails.refuseWith()
    mails.received.length = 0
    await (await server.tenant('NORTH')).deleteFrom('probe_candidates').execute()
  })

  const box = () => server.box('box-NORTH')
  const list = async () => (await box().send('GET', path)).body
  const names = async () => (await list()).map(({ name }: { name: string }) => name)
  /** Sends a body byte by byte. */
  async function post(body: string | Buffer | undefined, type?: string, to = path) {
    const headers = { host: 'north.test', ...key, ...(type !== undefined && { 'content-type': type }) }
    const answer = await server.app.inject({
      method: 'POST',
      url: to,
      headers,
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  test.each([path, `${path}/`])('a probe is submitted and its status read at %s', async (address) => {
    // An hour ahead of UTC in January.
    vi.stubEnv('TZ', 'Europe/Oslo')
    onTestFinished(() => void vi.unstubAllEnvs())
    const answer = await box().send('POST', address, submission)
    expect([answer.status, answer.body]).toEqual([201, { detail: "Probe 'queue-probe' POSTed successfully" }])
    const { status, body } = await box().send('GET', address)
    const at = '2030-01-01 09:00:00'
    expect([status, body]).toEqual([200, [{ name: 'queue-probe', status: 'submitted', created: at, last_update: at }]])
    expect(mails.received).toMatchObject([
      {
        from: 'quatrain@example.org',
        to: ['dev@example.org'],
        headers: { subject: '[Monitoring] Probe submitted' },
        text:
          "Dear submitter,\n\nthe probe 'queue-probe' was submitted successfully.\n\n" +
          'You will get further instructions after it has been inspected.\n\nYour team\n',
      },
    ])
  })

  test('a second probe with the same name is another one; they are listed by name, then by age', async () => {
    for (const name of ['same', 'Zulu', 'same', 'alpha']) {
      await box().send('POST', path, { ...submission, name })
      server.clock.pass(1)
    }
    const all = await list()
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['Zulu', 'alpha', 'same', 'same'])
    expect(all[2].created < all[3].created).toBe(true)
  })

  test('times are in the time zone of the server', async () => {
    const before = process.env.TZ
    try {
      await box().send('POST', path, submission)
      process.env.TZ = 'UTC'
      const [{ created: utc }] = await list()
      process.env.TZ = 'Asia/Kathmandu'
      const [{ created, last_update }] = await list()
      expect(created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(last_update).toBe(created)
      expect(Date.parse(`${created}Z`) - Date.parse(`${utc}Z`)).toBe((5 * 60 + 45) * 60_000)
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  test('an unchanged list is 304', async () => {
    await box().send('POST', path, submission)
    const { etag = '' } = await box().send('GET', path)
    expect((await box().send('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    await box().send('POST', path, submission)
    expect((await box().send('GET', path, undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  test('a form is accepted like JSON', async () => {
    const encoded = new URLSearchParams({ ...submission, name: 'näme & co', colour: 'red' }).toString()
    expect((await post(encoded, 'application/x-www-form-urlencoded')).status).toBe(201)
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...submission, name: 'parts' })) form.append(field, value)
    const request = new Request('http://north.test', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    expect((await post(Buffer.from(await request.arrayBuffer()), type, `${path}/`)).status).toBe(201)
    expect(await names()).toEqual(['näme & co', 'parts'])
  })

  test.each([
    ['nothing', undefined, undefined, 400, /^Field 'name' is mandatory$/],
    ['null', 'null', 'application/json', 400, /^Field 'name' is mandatory$/],
    ['a list', '[]', 'application/json', 400, /^Field 'name' is mandatory$/],
    ['a text', '"x"', 'application/json', 400, /^Field 'name' is mandatory$/],
    ['broken JSON', '{"name":', 'application/json', 400, /^JSON parse error - ./],
    ['no JSON', '', 'application/json', 400, /^Field 'name' is mandatory$/],
    ['plain text', 'name=x', 'text/plain', 415, /^Unsupported media type "text\/plain" in request\.$/],
    ['XML', '<name/>', 'application/xml', 415, /^Unsupported media type "application\/xml" in request\.$/],
    ['a broken form', 'x', 'multipart/form-data; boundary=y', 400, /^The form cannot be read$/],
    ['an empty form', '', 'application/x-www-form-urlencoded', 400, /^Field 'name' is mandatory$/],
    [
      'a name that is too long',
      JSON.stringify({ ...submission, name: 'x'.repeat(129) }),
      'application/json; charset=utf-8',
      400,
      /^Field 'name' must be 128 characters or fewer$/,
    ],
    [
      'no timeout',
      JSON.stringify({ ...submission, command: 'queue.py' }),
      'application/json',
      400,
      /^Invalid 'command' field\. Command must have -t\/--timeout argument\. Please refer to the probe development guidelines: https:\/\/argoeu\.github\.io\/argo-monitoring\/docs\/monitoring\/guidelines$/,
    ],
  ] as const)('%s is refused with a message', async (_, body, type, status, detail) => {
    const answer = await post(body, type)
    expect(answer.status).toBe(status)
    expect(answer.body.detail).toMatch(detail)
    expect(await list()).toEqual([])
    expect(mails.received).toEqual([])
  })

  test('the key is checked first, and gives no access to another tenant’s candidates', async () => {
    for (const wrong of [undefined, 'revoked-NORTH', 'box-SOUTH', 'web-api-token-of-NORTH']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await server.box(wrong).send(method, path, 'nothing', { 'content-type': 'text/plain' })
        expect([status, body.detail]).toEqual([403, 'Authentication credentials were not provided.'])
      }
    }
    await box().send('POST', path, submission)
    expect((await server.box('box-SOUTH', 'south.test').send('GET', path)).body).toEqual([])
    expect((await server.box('box-NORTH', 'super.test').send('GET', path)).status).toBe(404)
  })

  test('cookies and their CSRF rules do not apply', async () => {
    const admin = await server.as('admin')
    expect((await admin.send('POST', path, submission, { ...key, 'x-csrftoken': 'wrong' })).status).toBe(201)
    expect((await admin.send('POST', path, submission)).status).toBe(403)
  })

  test('other methods are refused with the list of allowed ones', async () => {
    const { status, body, headers } = await box().send('PUT', path, submission)
    expect([status, body.detail]).toEqual([405, 'Method "PUT" not allowed.'])
    expect(String(headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  })

  test('a mail server that is down does not prevent a submission, and the mail is retried', async () => {
    mails.refuseWith(451)
    expect((await box().send('POST', path, submission)).status).toBe(201)
    expect(mails.received).toEqual([])
    mails.refuseWith()
    expect(await server.recoverWrites()).toBe(1)
    expect(mails.received).toHaveLength(1)
    expect(await server.recoverWrites()).toBe(0)
  })

  test('a mail that is refused permanently is dropped, and the submission is kept', async () => {
    mails.refuseWith(550)
    expect((await box().send('POST', path, submission)).status).toBe(201)
    mails.refuseWith()
    expect(await server.recoverWrites()).toBe(0)
    expect(mails.received).toEqual([])
    expect(await names()).toEqual(['queue-probe'])
  })

  test('reading takes the same number of statements for any number of candidates, and writes nothing', async () => {
    const read = () => server.statements(() => box().send('GET', path))
    await box().send('POST', path, submission)
    await read()
    const few = await read()
    for (let count = 0; count < 8; count += 1) await box().send('POST', path, submission)
    const many = await read()
    expect(many.length).toBe(few.length)
    expect(many.filter((statement) => !/^\s*(select|set)\b/i.test(statement))).toEqual([])
  })
})
