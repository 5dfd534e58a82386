import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, candidatesOf, ifMatch, testing } from '#test/probe-candidates.ts'
import { refusal } from '#test/refusal.ts'
import { type Client, firstTag, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('probe candidates on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let candidates: ReturnType<typeof candidatesOf>
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    candidates = candidatesOf(server, admin)
  })
  afterAll(() => server.close())

  const given = (values: object = {}) => candidates.given(values)
  const read = (id: number) => candidates.read(id)
  const change = (...given: Parameters<typeof candidates.change>) => candidates.change(...given)

  test('are listed by name, and those with the same name by age', async () => {
    const [first, second] = [await given({ name: 'zz-last' }), await given({ name: 'zz-last' })]
    await given({ name: 'Aa-first' })
    const { status, body, etag } = await admin.send('GET', 'probecandidates/')
    expect(status).toBe(200)
    const mine = body.filter(({ name }: { name: string }) => ['zz-last', 'Aa-first'].includes(name))
    expect(mine.map(({ name }: { name: string }) => name)).toEqual(['Aa-first', 'zz-last', 'zz-last'])
    expect(mine.slice(1).map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
    expect((await admin.send('GET', 'probecandidates', undefined, { 'if-none-match': etag ?? '' })).status).toBe(304)
    expect((await admin.send('GET', 'probecandidatestatuses')).body).toEqual([
      'deployed',
      'processing',
      'rejected',
      'submitted',
      'testing',
    ])
  })

  test('are restricted to superusers, including their history and statuses', async () => {
    const { id } = await given()
    const member = await server.as('member')
    for (const path of [
      'probecandidates',
      `probecandidates/${id}`,
      'probecandidatestatuses',
      `tenantversion/probecandidate/${id}`,
    ]) {
      const { status, body } = await member.send('GET', path)
      expect([status, body.detail], path).toEqual([403, 'You do not have permission to view probe candidates.'])
      expect((await (await server.as()).send('GET', path)).status, path).toBe(401)
      expect((await (await server.as('admin', 'super.test')).send('GET', path)).status, path).toBe(404)
    }
    expect((await member.send('DELETE', `probecandidates/${id}`, undefined, ifMatch('*'))).status).toBe(403)
    expect((await member.send('PUT', 'probecandidates', {}, ifMatch('*'))).status).toBe(403)
  })

  test.each(['99999999', 'nothing', '1.5', '-1', '99999999999999999999'])('%s is not an id', async (key) => {
    const result = refusal(await admin.send('GET', `probecandidates/${key}`))
    expect(result).toMatchObject({ code: 'not_found', detail: 'Probe candidate not found' })
    expect((await admin.send('GET', `tenantversion/probecandidate/${key}`)).status).toBe(404)
    const gone = refusal(await admin.send('DELETE', `probecandidates/${key}`, undefined, ifMatch('*')))
    expect(gone).toMatchObject({ code: 'not_found', detail: 'Probe candidate does not exist' })
  })

  test('belong to one tenant', async () => {
    const { id } = await given()
    const south = await server.as('admin', 'south.test')
    expect((await south.send('GET', 'probecandidates')).body).toEqual([])
    expect((await south.send('GET', `probecandidates/${id}`)).status).toBe(404)
  })

  test('a change requires the current version, and is in the history of its id', async () => {
    const candidate = await given()
    const {
      body: renamed,
      status,
      etag,
    } = await change(candidate, { name: 'renamed', rpm: 'x' }, '', firstTag(candidate))
    expect([status, etag]).toEqual([200, expect.stringMatching(/-2"$/)])
    server.clock.pass(3600)
    expect((await change(candidate, {}, '', firstTag(candidate))).status).toBe(412)
    expect((await admin.send('PUT', 'probecandidates', bodyOf(candidate))).status).toBe(428)
    const { body } = await change(renamed, { rpm: '' }, '?remark=Why', etag)
    expect(body).toMatchObject({ name: 'renamed', rpm: '', created: candidate.created })
    expect(Date.parse(body.last_update) - Date.parse(candidate.created)).toBe(3_600_000)
    const { body: versions } = await admin.send('GET', `tenantversion/probecandidate/${candidate.id}`)
    expect(versions).toMatchObject([
      { version: '3', user: 'admin', comment: 'Deleted rpm.', remark: 'Why', object_repr: 'renamed' },
      { version: '2', user: 'admin', comment: 'Added rpm. Changed name.' },
      { version: '1', user: 'API key NORTH', comment: 'Submitted by dev@example.org.', object_repr: 'queue-probe' },
    ])
  })

  test.each([
    [{ name: '' }, 'Name is mandatory', { name: 'Name is mandatory' }],
    [{ description: ' ' }, 'Description is mandatory', { description: 'Description is mandatory' }],
    [{ docurl: '' }, 'Docurl is mandatory', { docurl: 'Docurl is mandatory' }],
    [{ command: '' }, 'Command is mandatory', { command: 'Command is mandatory' }],
    [{ status: '' }, 'Status is mandatory', { status: 'Status is mandatory' }],
    [
      { status: 'processing' },
      "Service type is mandatory when probe status is 'processing'",
      { service_type: 'Service type is required' },
    ],
    [
      { ...testing, devel_url: '' },
      "Devel URL is mandatory when probe status is 'testing'",
      { devel_url: 'Devel UI URL is required' },
    ],
    [
      { status: 'deployed', service_type: 'queue' },
      "Production URL is mandatory when probe status is 'deployed'",
      { production_url: 'Production UI URL is required' },
    ],
    [
      { status: 'rejected', service_type: 'queue' },
      "Rejection reason is mandatory when probe status is 'rejected'",
      { rejection_reason: 'Rejection reason is required' },
    ],
    [{ production_url: 'http://host' }, 'Production UI URL: Invalid URL.', { production_url: 'Invalid URL' }],
    [{ docurl: 'javascript:alert(1)' }, 'Documentation: Invalid URL.', { docurl: 'Invalid URL' }],
  ])('%j is refused', async (values, detail, fields) => {
    const candidate = await given()
    const result = refusal(await change(candidate, values))
    expect(result).toMatchObject({ code: 'invalid_input', detail, fields })
    expect(await read(candidate.id)).toEqual(candidate)
  })

  test('an unknown status is not found, and a too long text is refused', async () => {
    const candidate = await given()
    const result = refusal(await change(candidate, { status: 'lost' }))
    expect(result).toMatchObject({ code: 'not_found', detail: 'Probe candidate status not found' })
    const long = refusal(await change(candidate, { command: 'x'.repeat(2049) }))
    expect(long.fields).toEqual({ command: 'Must be 2048 characters or fewer' })
    const { name: _, ...nameless }: Record<string, unknown> = bodyOf(candidate)
    const { body } = await admin.send('PUT', 'probecandidates', nameless, ifMatch('*'))
    expect(body.fields).toEqual({ name: 'Required' })
  })

  test('a deleted candidate exists only in its history', async () => {
    const { id } = await given()
    expect((await admin.send('DELETE', `probecandidates/${id}`)).status).toBe(428)
    expect((await admin.send('DELETE', `probecandidates/${id}`, undefined, ifMatch(firstTag({ id })))).status).toBe(204)
    expect((await admin.send('GET', `probecandidates/${id}`)).status).toBe(404)
    expect((await admin.send('GET', `tenantversion/probecandidate/${id}`)).body).toHaveLength(1)
  })

  test('lists and saves take the same number of statements for any number of candidates', async () => {
    const candidate = await given()
    const list = () => server.statements(() => admin.send('GET', 'probecandidates'))
    const save = (rpm: string) => server.statements(() => change(candidate, { rpm }))
    // The first statement after those of another tenant enters the scope.
    const twice = async (work: () => Promise<string[]>) => [await work(), await work()].at(-1)?.length ?? 0
    const [few, one] = [await twice(list), await twice(() => save('x'))]
    for (let count = 0; count < 10; count += 1) await given()
    expect(await twice(list)).toBe(few)
    expect(await twice(() => save('y'))).toBe(one)
    expect(one).toBeLessThanOrEqual(12)
  })
})
