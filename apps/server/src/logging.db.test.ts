import { Writable } from 'node:stream'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { password } from '#test/seed.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

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

  describe('a fault of ours', () => {
    test('tells nothing but the id under which the log has it', async () => {
      await sql`alter table metric_profiles rename column description to broken`.execute(server.owner)
      lines.length = 0
      const answer = await admin.send('GET', 'metricprofiles')
      await sql`alter table metric_profiles rename column broken to description`.execute(server.owner)

      expect(refusal(answer)).toEqual({ code: 'internal', detail: 'Internal server error', source: 'internal-api' })
      const entries = lines.map((line) => JSON.parse(line))
      const told = entries.filter(({ level, reqId }) => level >= 50 && reqId === answer.body.requestId)
      expect(told).toMatchObject([
        { err: { message: expect.stringContaining('description'), stack: expect.any(String) } },
      ])
    })

    test('does not write into the log what was to be stored', async () => {
      await sql`alter table sessions add column extra text not null default ''`.execute(server.owner)
      await sql`alter table sessions alter column extra drop default`.execute(server.owner)
      lines.length = 0
      const { status } = await (await visitor()).send('POST', '/dj-rest-auth/login', { username: 'member', password })
      await sql`alter table sessions drop column extra`.execute(server.owner)
      expect(status).toBe(500)
      expect(lines.join('')).toContain('null value in column')
      // Neither the row, nor the hash of the new session.
      expect(lines.join('')).not.toMatch(/Failing row|[0-9a-f]{64}/)
    })
  })

  async function visitor() {
    const browser = server.browser()
    await browser.send('GET', 'istenantschema')
    return browser
  }

  test('no secret gets into the log, whatever is asked', async () => {
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
