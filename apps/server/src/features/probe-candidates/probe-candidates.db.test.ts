import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { refusal } from '#test/refusal.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(databases)('probe candidates on $name', (kind) => {
  let mails: MailServer
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    mails = await startMailServer()
    const from = 'Quatrain <quatrain@example.org>'
    server = await startTestApp(kind, { mail: mailsThrough(mails, { from, team: 'team@example.org' }) })
    admin = await server.as('admin')
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })
  afterEach(() => {
    mails.refuseWith()
    mails.beforeTaking(undefined)
    mails.received.length = 0
  })

  const ifMatch = (etag = '') => ({ 'if-match': etag })
  const submission = {
    name: 'queue-probe',
    description: 'Checks a queue',
    docurl: 'https://docs.example.org/queue',
    script: 'https://code.example.org/queue.py',
    command: 'queue.py -t 30',
    contact: 'dev@example.org',
  }

  /** Submits one as anybody with a key does, and answers with it as the console has it. */
  async function given(values: object = {}) {
    const { status } = await server.box('box-NORTH').send('POST', '/api/v2/probes', { ...submission, ...values })
    expect(status).toBe(201)
    const { body } = await admin.send('GET', 'probecandidates')
    const { id } = body.toSorted((a: { id: number }, b: { id: number }) => b.id - a.id)[0]
    mails.received.length = 0
    return read(id)
  }
  const read = async (id: number) => (await admin.send('GET', `probecandidates/${id}`)).body
  /** What a form sends. */
  const bodyOf = ({ created: _, last_update: __, mailed: ___, ...body }: Record<string, unknown>, change = {}) => ({
    ...body,
    ...change,
  })
  const change = (candidate: Record<string, unknown>, values: object, query = '', match = '*') =>
    admin.send('PUT', `probecandidates${query}`, bodyOf(candidate, values), ifMatch(match))
  const testing = { status: 'testing', service_type: 'queue', devel_url: 'https://devel.example.org/queue' }
  const notSent = 'Probe candidate has been successfully modified, but the email was not sent: '

  test('are listed by name, and those of one name in the order in which they came', async () => {
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

  test('are for superusers only, with their history and their statuses', async () => {
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

  test.each(['99999999', 'nothing', '1.5', '-1', '99999999999999999999'])('%s is the number of none', async (key) => {
    const told = refusal(await admin.send('GET', `probecandidates/${key}`))
    expect(told).toMatchObject({ code: 'not_found', detail: 'Probe candidate not found' })
    expect((await admin.send('GET', `tenantversion/probecandidate/${key}`)).status).toBe(404)
    const gone = refusal(await admin.send('DELETE', `probecandidates/${key}`, undefined, ifMatch('*')))
    expect(gone).toMatchObject({ code: 'not_found', detail: 'Probe candidate does not exist' })
  })

  test("are one tenant's own", async () => {
    const { id } = await given()
    const south = await server.as('admin', 'south.test')
    expect((await south.send('GET', 'probecandidates')).body).toEqual([])
    expect((await south.send('GET', `probecandidates/${id}`)).status).toBe(404)
  })

  test('a change is made to what was seen, and told in the history of its number', async () => {
    const candidate = await given()
    const { body: renamed, status, etag } = await change(candidate, { name: 'renamed', rpm: 'x' }, '', '"1"')
    expect([status, etag]).toEqual([200, '"2"'])
    server.clock.pass(3600)
    expect((await change(candidate, {}, '', '"1"')).status).toBe(412)
    expect((await admin.send('PUT', 'probecandidates', bodyOf(candidate))).status).toBe(428)
    const { body } = await change(renamed, { rpm: '' }, '?remark=Why', '"2"')
    expect(body).toMatchObject({ name: 'renamed', rpm: '', created: candidate.created })
    expect(Date.parse(body.last_update) - Date.parse(candidate.created)).toBe(3_600_000)
    const { body: versions } = await admin.send('GET', `tenantversion/probecandidate/${candidate.id}`)
    expect(versions).toMatchObject([
      { version: '3', user: 'admin', comment: 'Deleted rpm.', remark: 'Why', object_repr: 'renamed' },
      { version: '2', user: 'admin', comment: 'Added rpm. Changed name.' },
      { version: '1', user: '', comment: 'Submitted by dev@example.org.', object_repr: 'queue-probe' },
    ])
    expect(mails.received).toEqual([])
  })

  test('the address of whoever submitted it is never changed', async () => {
    const candidate = await given()
    const { body } = await change(candidate, { ...testing, contact: 'somebody.else@example.org' })
    expect(body.contact).toBe('dev@example.org')
    expect(mails.received[0]?.to).toEqual(['dev@example.org', 'team@example.org'])
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
    [{ production_url: 'http://host' }, 'production_url: Invalid URL.', { production_url: 'Invalid URL' }],
    [{ docurl: 'javascript:alert(1)' }, 'docurl: Invalid URL.', { docurl: 'Invalid URL' }],
  ])('%j is refused', async (values, detail, fields) => {
    const candidate = await given()
    const told = refusal(await change(candidate, values))
    expect(told).toMatchObject({ code: 'invalid_input', detail, fields })
    expect(await read(candidate.id)).toEqual(candidate)
    expect(mails.received).toEqual([])
  })

  test('a status that there is not is not found, and a text that is too long is refused', async () => {
    const candidate = await given()
    const told = refusal(await change(candidate, { status: 'lost' }))
    expect(told).toMatchObject({ code: 'not_found', detail: 'Probe candidate status not found' })
    const long = refusal(await change(candidate, { command: 'x'.repeat(2049) }))
    expect(long.fields).toEqual({ command: 'Must be 2048 characters or fewer' })
    const { name: _, ...nameless }: Record<string, unknown> = bodyOf(candidate)
    const { body } = await admin.send('PUT', 'probecandidates', nameless, ifMatch('*'))
    expect(body.fields).toEqual({ name: 'Required' })
  })

  test('the submitter and the team are told of each status once', async () => {
    const candidate = await given({ name: 'line\r\nbreaks: é' })
    const { body } = await change(candidate, { status: 'processing', service_type: 'queue' })
    expect(body).toMatchObject({ status: 'processing', mailed: ['submitted', 'processing'] })
    expect(body.info).toBe('Mail to dev@example.org: [Quatrain] Probe processing. A mail cannot be taken back.')
    expect(body.warning).toBeUndefined()
    const [mail] = mails.received
    expect(mail?.to).toEqual(['dev@example.org', 'team@example.org'])
    expect(mail?.from).toBe('quatrain@example.org')
    expect(mail?.headers).toMatchObject({
      from: 'Quatrain <quatrain@example.org>',
      to: 'dev@example.org',
      subject: '[Quatrain] Probe processing',
      'message-id': `<probe-candidate.north.${candidate.id}.processing@example.org>`,
    })
    expect(mail?.headers['content-type']).toMatch(/^text\/plain; charset=utf-8/)
    expect(mail?.headers).not.toHaveProperty('bcc')
    expect(mail?.text).toMatch(/^Dear submitter,\n\nthe probe 'line breaks: é' is being set up for testing\.\n/)
    expect(mail?.text).toMatch(/\n\n {4}queue\n\n/)
    expect(mail?.text.trimEnd().endsWith('\n\nThe monitoring team')).toBe(true)

    await change(candidate, { status: 'processing', service_type: 'queues' })
    await change(candidate, testing)
    const again = await change(candidate, { status: 'processing', service_type: 'queue' })
    expect(again.body.info).toBe("The submitter was told of 'processing' before; no mail is sent again.")
    await change(candidate, { status: 'rejected', service_type: 'queue', rejection_reason: 'Too\nloud' })
    await change(candidate, { status: 'deployed', service_type: 'queue', production_url: 'https://prod.example.org/' })
    expect(mails.received.map(({ headers }) => headers.subject)).toEqual(
      ['processing', 'testing', 'rejected', 'deployed'].map((status) => `[Quatrain] Probe ${status}`),
    )
    expect(mails.received[1]?.text).toContain('\n    https://devel.example.org/queue\n')
    expect(mails.received[2]?.text).toContain('\n\nToo\nloud\n\n')
    expect(mails.received[3]?.text).toContain('\n    https://prod.example.org/\n')
  })

  test('a dry run says which mail would go, and sends none', async () => {
    const candidate = await given()
    const { status, body } = await change(candidate, testing, '?dry_run=true')
    expect(status).toBe(200)
    expect(body.notices).toEqual({
      info: 'Mail to dev@example.org: [Quatrain] Probe testing. A mail cannot be taken back.',
    })
    expect(body.changes).toMatchObject([{ kind: 'probecandidate', name: 'queue-probe', action: 'change' }])
    expect(await read(candidate.id)).toEqual(candidate)
    expect(mails.received).toEqual([])
    expect(await server.mend()).toBe(0)
  })

  test('an earlier status is brought back, and the mail about the later one is not', async () => {
    const candidate = await given()
    await change(candidate, testing)
    const { body } = await change(candidate, {}, '?restored_from=1')
    expect(body).toMatchObject({ status: 'submitted', mailed: ['submitted', 'testing'] })
    expect(body.info).toBe("The submitter was told of 'testing' by mail already; that mail cannot be taken back.")
    const { body: versions } = await admin.send('GET', `tenantversion/probecandidate/${candidate.id}`)
    expect(versions[0].comment).toBe('Restored version 1. Changed status. Deleted devel_url and service_type.')
    expect(mails.received).toHaveLength(1)
  })

  test('a mail that is refused for good loses nothing, and is tried again by the next save of that status', async () => {
    const candidate = await given()
    mails.refuseWith(550)
    const { status, body } = await change(candidate, testing)
    expect([status, body.warning]).toEqual([200, `${notSent}Message failed: 550 not today`])
    expect(body.info).toBeUndefined()
    expect(await read(candidate.id)).toMatchObject({ ...testing, mailed: ['submitted'] })
    mails.refuseWith()
    expect(await server.mend()).toBe(0)
    expect(mails.received).toEqual([])
    const { body: saved } = await change(candidate, { ...testing, rpm: 'x' })
    expect(saved.warning).toBeUndefined()
    expect(mails.received).toHaveLength(1)
    expect((await read(candidate.id)).mailed).toEqual(['submitted', 'testing'])
  })

  test('a mail server that is busy is asked again later, once and only as long as it is true', async () => {
    const [stays, moves, goes] = [await given(), await given(), await given()]
    mails.refuseWith(451)
    const { body } = await change(stays, testing)
    expect(body.warning).toBe(`${notSent}Message failed: 451 not today. It will be tried again.`)
    await change(moves, testing)
    await change(goes, testing)
    expect(await server.mend()).toBe(0)
    const home = await (await server.as('admin', 'super.test')).send('GET', 'catalogue_home')
    expect(home.body.untold).toEqual([])
    mails.refuseWith()
    await change(moves, { status: 'submitted' })
    await admin.send('DELETE', `probecandidates/${goes.id}`, undefined, ifMatch('*'))
    expect(await server.mend()).toBe(3)
    expect(mails.received.map(({ headers }) => headers['message-id'])).toEqual([
      `<probe-candidate.north.${stays.id}.testing@example.org>`,
    ])
    expect(await server.mend()).toBe(0)
    await change(stays, { ...testing, rpm: 'x' })
    expect(mails.received).toHaveLength(1)
  })

  test('a process that dies before the mail goes leaves it to the next, which sends it', async () => {
    const candidate = await given()
    const north = await server.tenant('NORTH')
    const key = `${candidate.id} testing`
    await change(candidate, testing)
    mails.received.length = 0
    // As the transaction of the change leaves it: the intent is there, the mail is not.
    await north
      .updateTable('probe_candidates')
      .set({ mailed: ['submitted'] })
      .where('id', '=', candidate.id)
      .execute()
    await north
      .insertInto('intents')
      .values({
        kind: 'probecandidatemail',
        key,
        action: 'change',
        request_id: 'r',
        actor: 'admin',
        address: '',
        opened_at: server.clock.now(),
      })
      .execute()
    expect(await server.mend()).toBe(1)
    expect(mails.received).toHaveLength(1)
    expect((await read(candidate.id)).mailed).toEqual(['submitted', 'testing'])
  })

  test('nothing is sent while a transaction is open', async () => {
    const candidate = await given()
    let seen: unknown
    mails.beforeTaking(async () => {
      seen = (await read(candidate.id)).status
    })
    await change(candidate, testing)
    expect(seen).toBe('testing')
  })

  test('of two who save at once one wins, and one mail goes', async () => {
    const candidate = await given()
    const answers = await Promise.all([1, 2].map(() => change(candidate, testing, '', '"1"')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(mails.received).toHaveLength(1)
  })

  test('a deleted candidate is gone, but for its history', async () => {
    const { id } = await given()
    expect((await admin.send('DELETE', `probecandidates/${id}`)).status).toBe(428)
    expect((await admin.send('DELETE', `probecandidates/${id}`, undefined, ifMatch('"1"'))).status).toBe(204)
    expect((await admin.send('GET', `probecandidates/${id}`)).status).toBe(404)
    expect((await admin.send('GET', `tenantversion/probecandidate/${id}`)).body).toHaveLength(1)
  })

  test('lists and saves cost the same statements, however many there are', async () => {
    const candidate = await given()
    const list = () => server.statements(() => admin.send('GET', 'probecandidates'))
    const save = (rpm: string) => server.statements(() => change(candidate, { ...testing, rpm }))
    await save('warm')
    const [few, one] = [await list(), await save('x')]
    for (let count = 0; count < 10; count += 1) await given()
    expect((await list()).length).toBe(few.length)
    const saving = await save('y')
    expect(saving.length).toBe(one.length)
    expect(saving.length).toBeLessThanOrEqual(12)
  })

  test('where no mail server is set, it is said before and after', async () => {
    const without = await startTestApp(kind)
    try {
      const box = without.box('box-NORTH')
      expect((await box.send('POST', '/api/v2/probes', submission)).status).toBe(201)
      const admin = await without.as('admin')
      const [candidate] = (await admin.send('GET', 'probecandidates')).body
      const body = bodyOf(candidate, testing)
      const preview = await admin.send('PUT', 'probecandidates?dry_run=true', body, ifMatch('*'))
      expect(preview.body.notices.warning).toBe('The submitter is not told: no mail server is set (QUATRAIN_SMTP_URL).')
      const { status, body: saved } = await admin.send('PUT', 'probecandidates', body, ifMatch('*'))
      expect([status, saved.warning]).toEqual([200, `${notSent}no mail server is set (QUATRAIN_SMTP_URL).`])
      expect(await without.mend()).toBe(0)
    } finally {
      await without.close()
    }
  })
})
