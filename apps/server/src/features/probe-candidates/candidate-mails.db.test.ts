import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, mailsThrough, startMailServer } from '#test/mail-server.ts'
import { bodyOf, candidatesOf, ifMatch, submission, testing } from '#test/probe-candidates.ts'
import { type Client, firstTag, startTestApp, type TestApp } from '#test/test-app.ts'

const notSent = 'Probe candidate has been successfully modified, but the email was not sent: '

describe.each(databases)('mails to submitters of probes on $name', (kind) => {
  let mails: MailServer
  let server: TestApp
  let admin: Client
  let candidates: ReturnType<typeof candidatesOf>
  beforeAll(async () => {
    mails = await startMailServer()
    const from = 'Quatrain <quatrain@example.org>'
    server = await startTestApp(kind, { mail: mailsThrough(mails, { from, team: 'team@example.org' }) })
    admin = await server.as('admin')
    candidates = candidatesOf(server, admin)
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

  const read = (id: number) => candidates.read(id)
  const change = (...given: Parameters<typeof candidates.change>) => candidates.change(...given)
  /** The mail about the submission itself is not tested here. */
  async function given(values: object = {}) {
    const candidate = await candidates.given(values)
    mails.received.length = 0
    return candidate
  }

  test('the address of the submitter cannot be changed', async () => {
    const candidate = await given()
    const refused = await change(candidate, { ...testing, contact: 'somebody.else@example.org' })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { contact: expect.stringMatching(/cannot be changed/) } },
    })
    const { body } = await change(candidate, testing)
    expect(body.contact).toBe('dev@example.org')
    expect(mails.received[0]?.to).toEqual(['dev@example.org', 'team@example.org'])
  })

  test('the submitter and the team are notified of each status once', async () => {
    const candidate = await given({ name: 'line breaks: é' })
    const { body } = await change(candidate, { status: 'processing', service_type: 'queue' })
    expect(body).toMatchObject({ status: 'processing', mailed: ['submitted', 'processing'] })
    expect(body.info).toBe('Mail to dev@example.org: [Quatrain] Probe processing. A mail cannot be recalled.')
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
    expect(again.body.info).toBe("The submitter was already notified of 'processing'; no mail is sent.")
    await change(candidate, { status: 'rejected', service_type: 'queue', rejection_reason: 'Too\nloud' })
    await change(candidate, { status: 'deployed', service_type: 'queue', production_url: 'https://prod.example.org/' })
    expect(mails.received.map(({ headers }) => headers.subject)).toEqual(
      ['processing', 'testing', 'rejected', 'deployed'].map((status) => `[Quatrain] Probe ${status}`),
    )
    expect(mails.received[1]?.text).toContain('\n    https://devel.example.org/queue\n')
    expect(mails.received[2]?.text).toContain('\n\nToo\nloud\n\n')
    expect(mails.received[3]?.text).toContain('\n    https://prod.example.org/\n')
  })

  test('a dry run names the mail, and sends none', async () => {
    const candidate = await given()
    const { status, body } = await change(candidate, testing, '?dry_run=true')
    expect(status).toBe(200)
    expect(body.notices).toEqual({
      info: 'Mail to dev@example.org: [Quatrain] Probe testing. A mail cannot be recalled.',
    })
    expect(body.changes).toMatchObject([{ kind: 'probecandidate', name: 'queue-probe', action: 'change' }])
    expect(await read(candidate.id)).toEqual(candidate)
    expect(mails.received).toEqual([])
    expect(await server.recoverWrites()).toBe(0)
  })

  test('restoring an earlier status does not repeat the mail about it', async () => {
    const candidate = await given()
    await change(candidate, testing)
    const { body } = await change(candidate, {}, '?restored_from=1')
    expect(body).toMatchObject({ status: 'submitted', mailed: ['submitted', 'testing'] })
    expect(body.info).toBe("A mail about 'testing' was sent to the submitter; it cannot be recalled.")
    const { body: versions } = await admin.send('GET', `tenantversion/probecandidate/${candidate.id}`)
    expect(versions[0].comment).toBe('Restored version 1. Changed status. Deleted devel_url and service_type.')
    expect(mails.received).toHaveLength(1)
  })

  test('a mail that is refused permanently loses no data, and the next save with that status tries again', async () => {
    const candidate = await given()
    mails.refuseWith(550)
    const { status, body } = await change(candidate, testing)
    expect([status, body.warning]).toEqual([200, `${notSent}Message failed: 550 not today`])
    expect(body.info).toBeUndefined()
    expect(await read(candidate.id)).toMatchObject({ ...testing, mailed: ['submitted'] })
    mails.refuseWith()
    expect(await server.recoverWrites()).toBe(0)
    expect(mails.received).toEqual([])
    const { body: saved } = await change(candidate, { ...testing, rpm: 'x' })
    expect(saved.warning).toBeUndefined()
    expect(mails.received).toHaveLength(1)
    expect((await read(candidate.id)).mailed).toEqual(['submitted', 'testing'])
  })

  test('a mail that is refused temporarily is retried later, once, and only if the status is unchanged', async () => {
    const [stays, moves, goes] = [await given(), await given(), await given()]
    mails.refuseWith(451)
    const { body } = await change(stays, testing)
    expect(body.warning).toBe(`${notSent}Message failed: 451 not today. It will be tried again.`)
    await change(moves, testing)
    await change(goes, testing)
    expect(await server.recoverWrites()).toBe(0)
    const home = await (await server.as('admin', 'super.test')).send('GET', 'catalogue_home')
    expect(home.body.undelivered).toEqual([])
    mails.refuseWith()
    await change(moves, { status: 'submitted' })
    await admin.send('DELETE', `probecandidates/${goes.id}`, undefined, ifMatch('*'))
    expect(await server.recoverWrites()).toBe(3)
    expect(mails.received.map(({ headers }) => headers['message-id'])).toEqual([
      `<probe-candidate.north.${stays.id}.testing@example.org>`,
    ])
    expect(await server.recoverWrites()).toBe(0)
    await change(stays, { ...testing, rpm: 'x' })
    expect(mails.received).toHaveLength(1)
  })

  test('the mail of a process that dies is sent by the next one, unless it was sent already', async () => {
    const candidate = await given()
    const north = await server.tenant('NORTH')
    await change(candidate, testing)
    const goneMails = mails.received.splice(0)
    expect(goneMails).toHaveLength(1)
    // The state after the transactions: the intent of the change, with and without the record of the sent mail.
    for (const [mailed, sent] of [
      [['submitted', 'testing'], 0],
      [['submitted'], 1],
    ] as const) {
      const delivery = { kind: 'probecandidatemail', key: `${candidate.id} testing`, action: 'change' } as const
      const by = { request_id: 'r', actor: 'admin', address: '', opened_at: server.clock.now() }
      const mine = north.updateTable('probe_candidates').where('id', '=', candidate.id)
      await mine.set({ mailed: [...mailed] }).execute()
      await north
        .insertInto('intents')
        .values({ ...delivery, ...by })
        .execute()
      expect(await server.recoverWrites()).toBe(1)
      expect(mails.received).toHaveLength(sent)
      expect((await read(candidate.id)).mailed).toEqual(['submitted', 'testing'])
    }
  })

  test('a save that keeps the status submitted sends no mail', async () => {
    const { body } = await change(await given(), { rpm: 'x' })
    expect([body.info, body.warning, mails.received]).toEqual([undefined, undefined, []])
  })

  test('no mail is sent while a transaction is open', async () => {
    const candidate = await given()
    let seen: unknown
    mails.beforeTaking(async () => {
      seen = (await read(candidate.id)).status
    })
    await change(candidate, testing)
    expect(seen).toBe('testing')
  })

  test('one of two concurrent saves wins, and one mail is sent', async () => {
    const candidate = await given()
    const answers = await Promise.all([1, 2].map(() => change(candidate, testing, '', firstTag(candidate))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(mails.received).toHaveLength(1)
  })

  test('a save with a mail takes the same number of statements for any number of candidates', async () => {
    const save = async () => {
      const candidate = await given()
      return server.statements(() => change(candidate, testing))
    }
    const few = await save()
    for (let count = 0; count < 8; count += 1) await given()
    expect((await save()).length).toBe(few.length)
    expect(mails.received).toHaveLength(1)
  })

  test('without a mail server, the preview and the message say so', async () => {
    const without = await startTestApp(kind)
    try {
      const box = without.box('box-NORTH')
      expect((await box.send('POST', '/api/v2/probes', submission)).status).toBe(201)
      const admin = await without.as('admin')
      const [candidate] = (await admin.send('GET', 'probecandidates')).body
      const body = bodyOf(candidate, testing)
      const preview = await admin.send('PUT', 'probecandidates?dry_run=true', body, ifMatch('*'))
      expect(preview.body.notices.warning).toBe(
        'The submitter is not notified: no mail server is set (QUATRAIN_SMTP_URL).',
      )
      const { status, body: saved } = await admin.send('PUT', 'probecandidates', body, ifMatch('*'))
      expect([status, saved.warning]).toEqual([200, `${notSent}no mail server is set (QUATRAIN_SMTP_URL).`])
      expect(await without.recoverWrites()).toBe(0)
    } finally {
      await without.close()
    }
  })
})
