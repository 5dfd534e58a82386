import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { candidatesOf, testing } from '#test/probe-candidates.ts'
import { refusal } from '#test/refusal.ts'
import { endSabotage, sabotage } from '#test/sabotage.ts'
import { password } from '#test/seed.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('the log on $name', (kind) => {
  const lines: string[] = []
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind, { log })
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  describe('an internal error', () => {
    test('returns only the request ID under which it was logged', async () => {
      await sql`alter table metric_profiles rename column description to broken`.execute(server.owner)
      lines.length = 0
      const answer = await admin.send('GET', 'metricprofiles')
      await sql`alter table metric_profiles rename column broken to description`.execute(server.owner)

      expect(refusal(answer)).toEqual({ code: 'internal', detail: 'Internal server error', source: 'internal-api' })
      const entries = lines.map((line) => JSON.parse(line))
      const result = entries.filter(({ level, reqId }) => level >= 50 && reqId === answer.body.requestId)
      expect(result).toMatchObject([
        { err: { message: expect.stringContaining('description'), stack: expect.any(String) } },
      ])
    })

    test('does not log the data of the write', async () => {
      await sql`alter table sessions add column extra text not null default ''`.execute(server.owner)
      await sql`alter table sessions alter column extra drop default`.execute(server.owner)
      lines.length = 0
      const { status } = await (await visitor()).send('POST', '/dj-rest-auth/login', { username: 'member', password })
      await sql`alter table sessions drop column extra`.execute(server.owner)
      expect(status).toBe(500)
      expect(lines.join('')).toContain('null value in column')
      // Neither the row nor the hash of the new session.
      expect(lines.join('')).not.toMatch(/Failing row|[0-9a-f]{64}/)
    })
  })

  /** The log lines of the request with this response. */
  const entriesOf = ({ body }: Answer) =>
    lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === body.requestId)

  describe('a write that failed at the Web API', () => {
    afterEach(async () => {
      server.webApi.recover()
      await endSabotage(server)
      await server.recoverWrites()
    })
    const profile = (name: string) => ({ name, groupname: 'operations', description: '', services: [] })

    test.each<[string, Behavior, string]>([
      ['cuts the connection', { kind: 'drop', carryOut: false }, 'other side closed'],
      ['does not answer', { kind: 'hang', carryOut: false }, 'aborted due to timeout'],
      ['answers with what nobody understands', { kind: 'rubbish' }, 'invalid_type'],
    ])('and %s logs the cause of its 502', async (_, behavior, cause) => {
      server.webApi.behave(behavior, 'POST')
      lines.length = 0
      const answer = await admin.send('POST', 'metricprofiles', profile('never'))
      expect(answer.status).toBe(502)
      expect(JSON.stringify(answer.body)).not.toContain(cause)
      expect(entriesOf(answer)).toContainEqual(
        expect.objectContaining({ err: expect.objectContaining({ stack: expect.stringContaining(cause) }) }),
      )
    })

    test('and could not be undone logs both causes', async () => {
      await sabotage(server, ['metric_profiles'], `raise exception 'The first cause.'`)
      server.webApi.behave({ kind: 'drop', carryOut: false }, 'DELETE')
      lines.length = 0
      const answer = await admin.send('POST', 'metricprofiles', profile('half done'))
      expect(answer.status).toBe(500)
      expect(JSON.stringify(answer.body)).not.toMatch(/The first cause|other side closed/)
      const causes = entriesOf(answer).flatMap(({ err }) => err?.causes ?? [])
      expect(causes.map(({ stack }) => stack)).toEqual([
        expect.stringContaining('The first cause.'),
        expect.stringContaining('other side closed'),
      ])
    })
  })

  test('a mail is no error if no mail server is set', async () => {
    lines.length = 0
    const candidates = candidatesOf(server, admin)
    const { status, body } = await candidates.change(await candidates.given(), testing)
    expect([status, body.warning]).toEqual([200, expect.stringContaining('no mail server is set')])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => JSON.parse(line).level > 30 || /"stack"|write not recovered/.test(line))).toEqual([])
  })

  async function visitor() {
    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    return browser
  }

  test('no request writes a secret to the log', async () => {
    const browser = await visitor()
    lines.length = 0
    const { headers } = await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password })
    await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password: 'a wrong one' })
    await browser.send('POST', '/dj-rest-auth/login', `{"password": "${password}", `)
    await browser.send('POST', '/dj-rest-auth/login', { username: 'member', password, and: password })
    await browser.send('GET', 'usergroups', undefined, { authorization: 'Basic bWVtYmVyOnNlY3JldA==' })
    await browser.send('PUT', 'metricprofiles', { password })
    const { body } = await browser.send('GET', 'public_apikey')
    const box = server.box('box-NORTH')
    await box.send('GET', '/api/v2/metrics')
    await box.send('GET', '/api/v2/metrics/unknown')
    await server.box(body.token).send('GET', '/api/v2/webapi/metric_profiles')
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).match(/=([^;]+)/)?.[1])
    const secrets = [...cookies, password, 'a wrong one', 'box-NORTH', 'bWVtYmVyOnNlY3JldA', body.token]
    expect(cookies).toHaveLength(3)
    expect(lines.length).toBeGreaterThanOrEqual(9)
    for (const secret of secrets) expect(lines.join('')).not.toContain(String(secret))
  })
})
