import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addOwnKey } from '#test/own-key.ts'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { lease } from './deliveries.repository.ts'

type Behaviour = (response: ServerResponse) => unknown

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly event: {
    readonly id: string
    readonly type: string
    readonly subject: string
    readonly source: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

const accept: Behaviour = (response) => response.writeHead(204).end()
const refuse: Behaviour = (response) => response.writeHead(500).end('Not today \0\n')

/** A program on loopback that is told about events. */
class Receiver {
  messages: Message[] = []
  behaviour: Behaviour = accept
  readonly server: Server
  constructor() {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      this.messages.push({ headers: textsOf(request.headers), text, event: JSON.parse(text) })
      this.behaviour(response)
    })
  }
  at(index: number): Message {
    const message = this.messages.at(index)
    if (!message) throw new Error(`There is no message ${index}.`)
    return message
  }
  get last(): Message {
    return this.at(-1)
  }
  async listen() {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
  }
}

const textsOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

describe.each(databases)('webhooks on $name', (kind) => {
  let server: TestApp
  let admin: Client
  const receiver = new Receiver()
  let address = ''
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    address = await receiver.listen()
  })
  afterAll(async () => {
    receiver.server.closeAllConnections()
    receiver.server.close()
    await server.close()
  })
  beforeEach(async () => {
    admin = await server.as('admin')
    Object.assign(receiver, { messages: [], behaviour: accept })
  })
  afterEach(async () => {
    await sql`delete from webhooks`.execute(server.tenancy.everyTenant)
  })

  let made = 0
  async function aWebhook(values: object = {}, host: Host = 'north.test') {
    made += 1
    const webhook = {
      name: `hook-${made}`,
      address,
      events: ['metricprofile.*'],
      has_values: true,
      active: true,
      ...values,
    }
    const client = await server.as('admin', host)
    const { status, body } = await client.send('POST', 'webhooks', webhook)
    expect({ status, body }).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } })
    return { ...webhook, id: Number(body.id), secret: String(body.secret) }
  }
  async function aProfile(host: Host = 'north.test') {
    made += 1
    const name = `profile-${made}`
    const services = [{ service: 's', metric: 'disk' }]
    const profile = { name, groupname: 'operations', description: '', services }
    const client = await server.as('admin', host)
    const { status, body } = await client.send('POST', 'metricprofiles', profile)
    expect(status).toBe(201)
    const save = async (description: string) => {
      const change = { ...profile, description, apiid: body.apiid }
      expect((await client.send('PUT', 'metricprofiles', change, whatever)).status).toBe(200)
    }
    return { ...profile, save }
  }
  /** Throws unless the message has a signature with this secret and an acceptable time. */
  function verify({ headers, text }: Message, secret: string) {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(server.clock.now().getTime())
    try {
      return new Webhook(secret).verify(text, headers)
    } finally {
      clock.mockRestore()
    }
  }
  test('say who manages an object as code, unless the owner has changed it', async () => {
    await aWebhook({ has_values: false })
    const { name, groupname, services, save } = await aProfile()
    const apply = async (description: string) => {
      const objects = [{ kind: 'metricprofile', name, spec: { groupname, services, description } }]
      const { body: plan } = await admin.send('POST', 'configuration/plan', { owner: 'git', objects })
      const managed = { owner: 'git', objects, adopt: true }
      const { body } = await admin.send('POST', 'changerequests', { title: 'Files', writes: plan.writes, managed })
      const settled = await admin.send('POST', `changerequests/${body.id}/settle`, { action: 'apply', effects: '*' })
      expect(settled.status).toBe(200)
    }
    await apply('by files')
    await save('by hand')
    await apply('by files again')
    expect(await server.sendWebhooks()).toBe(4)
    expect(receiver.messages.map(({ event }) => event.data.managed_by)).toEqual([
      undefined,
      undefined,
      'git',
      undefined,
    ])
  })

  const messagesOf = async (name: string) => (await admin.send('GET', `webhooks/${name}/deliveries`)).body
  const read = async (name: string) => (await admin.send('GET', `webhooks/${name}`)).body

  test('tell each recorded change as a signed event of CloudEvents', async () => {
    const { secret, name } = await aWebhook()
    const profile = await aProfile()
    await profile.save('changed')
    expect(await server.sendWebhooks()).toBe(2)
    expect(receiver.messages).toHaveLength(2)
    const [added, changed] = [receiver.at(0), receiver.at(1)]
    for (const message of receiver.messages) expect(verify(message, secret)).toEqual(message.event)
    expect(() => verify({ ...added, text: `${added.text} ` }, secret)).toThrow()
    expect(added.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8')
    expect(added.event).toMatchObject({
      specversion: '1.0',
      id: added.headers['webhook-id'],
      source: '//north.test',
      type: 'quatrain.metricprofile.add',
      subject: profile.name,
      time: server.clock.now().toISOString(),
      data: { tenant: 'NORTH', actor: 'admin', after: { name: profile.name }, before: null },
    })
    expect(changed.event.data).toMatchObject({
      action: 'change',
      fields: ['description'],
      before: { description: '' },
      after: { description: 'changed' },
    })
    expect(await messagesOf(name)).toMatchObject([
      { event: 'metricprofile.change', state: 'sent', due: null, attempts: [{ status: 204, answer: '' }] },
      { event: 'metricprofile.add', state: 'sent' },
    ])
  })

  test('can ask for changes of every kind of object', async () => {
    const events = [...server.app.kinds.keys()].map((kind) => `${kind}.change`)
    expect(events).toContain('changerule.change')
    await aWebhook({ events })
    const rule = { ...usualRule, all_kinds: true }
    expect((await admin.send('PUT', 'changerule?remark=Audit', rule, whatever)).status).toBe(200)
    await server.sendWebhooks()
    const fields = { fields: ['all_kinds'], before: { all_kinds: false }, after: { all_kinds: true } }
    expect(receiver.last.event).toMatchObject({
      type: 'quatrain.changerule.change',
      data: { kind: 'changerule', action: 'change', name: 'NORTH', actor: 'admin', ...fields },
    })
    await sql`delete from change_rules`.execute(await server.tenant('NORTH'))
  })

  test('are told only what they want, and nothing while they are paused', async () => {
    const { name } = await aWebhook({ events: ['*.delete', 'report.change'] })
    const paused = await aWebhook({ events: ['*.*'], active: false })
    const short = await aWebhook({ events: ['metricprofile.change'], has_values: false })
    const profile = await aProfile()
    await profile.save('secret plan')
    await server.sendWebhooks()
    expect([await messagesOf(name), await messagesOf(paused.name)]).toEqual([[], []])
    expect(receiver.messages).toHaveLength(1)
    verify(receiver.at(0), short.secret)
    expect(receiver.at(0).event.data).toMatchObject({ fields: ['description'] })
    expect(receiver.at(0).text).not.toContain('secret plan')
  })

  test('are told by a dry run and a refused write nothing', async () => {
    const { name } = await aWebhook()
    const profile = await aProfile()
    await admin.send('POST', 'metricprofiles?dry_run=true', { ...profile, save: undefined, name: 'dry' })
    await admin.send('POST', 'metricprofiles', { ...profile, save: undefined })
    expect(await messagesOf(name)).toHaveLength(1)
  })

  test('get the events of an object in order, also after failures, and those of others meanwhile', async () => {
    const { name } = await aWebhook()
    const [first, second] = [await aProfile(), await aProfile()]
    await first.save('later')
    receiver.behaviour = (response) => (receiver.last.event.subject === first.name ? refuse : accept)(response)
    await server.sendWebhooks()
    expect(receiver.messages.map(({ event }) => event.subject)).toEqual([first.name, second.name])
    const [, , failed] = await messagesOf(name)
    expect(failed).toMatchObject({
      state: 'waiting',
      due: new Date(server.clock.now().getTime() + 5_000).toISOString(),
      attempts: [{ status: 500, answer: 'Not today' }],
    })
    expect(await server.sendWebhooks()).toBe(0)
    receiver.behaviour = accept
    server.clock.pass(5)
    await server.sendWebhooks()
    expect(receiver.messages.slice(2).map(({ event }) => event.type)).toEqual([
      'quatrain.metricprofile.add',
      'quatrain.metricprofile.change',
    ])
    // Its receiver recognises a message that it has got before.
    expect(receiver.at(2).event.id).toBe(receiver.at(0).event.id)
    expect(receiver.at(2).text).toBe(receiver.at(0).text)
  })

  test('are paused after 24 hours of failures, and go on when they are active again', async () => {
    const { name, id } = await aWebhook()
    await aProfile()
    receiver.behaviour = refuse
    for (let hours = 0; (await read(name)).active && hours < 30; hours += 1) {
      await server.sendWebhooks()
      server.clock.pass(3_600)
      admin = await server.as('admin')
    }
    expect(await read(name)).toMatchObject({ active: false, paused_because: 'The receiver has failed for 24 hours.' })
    expect((await admin.send('GET', 'home')).body.pausedWebhooks).toBe(1)
    expect((await (await server.as('member')).send('GET', 'home')).body).not.toHaveProperty('pausedWebhooks')
    const [message] = await messagesOf(name)
    expect(message).toMatchObject({ state: 'failed', due: null })
    const [last] = message.attempts
    const first = message.attempts.at(-1)
    expect(Date.parse(last.at) - Date.parse(first.at)).toBe(86_400_000)
    const { body: versions } = await admin.send('GET', `tenantversion/webhook/${name}`)
    expect(versions[0]).toMatchObject({ user: 'Quatrain', fields: { active: false } })
    await admin.send('POST', `webhooks/${name}/deliveries`, { message: message.id })
    receiver.behaviour = accept
    expect(await server.sendWebhooks()).toBe(1)
    const change = { id, name, address, events: ['*.*'], has_values: true, active: true }
    expect((await admin.send('PUT', 'webhooks', change, whatever)).body).toMatchObject({ paused_because: '' })
  })

  test('that are gone by their own answer are paused at once', async () => {
    const { name } = await aWebhook()
    await aProfile()
    receiver.behaviour = (response) => response.writeHead(410).end()
    await server.sendWebhooks()
    expect((await read(name)).paused_because).toBe('The receiver answered 410: it is gone.')
  })

  test.each<readonly [string, Behaviour, object]>([
    ['dies in between', (response) => response.destroy(), { status: null, answer: expect.stringContaining('hang up') }],
    [
      'redirects to an inner address',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      { status: 302 },
    ],
    [
      'answers without end',
      (response) => {
        response.writeHead(500)
        response.write('x'.repeat(100_000))
      },
      { status: 500, answer: 'x'.repeat(500) },
    ],
  ])('try again when the receiver %s', async (_, behaviour, outcome) => {
    const { name } = await aWebhook()
    await aProfile()
    receiver.behaviour = behaviour
    await server.sendWebhooks()
    expect(await messagesOf(name)).toMatchObject([{ state: 'waiting', attempts: [outcome] }])
    expect(receiver.messages).toHaveLength(1)
  })

  test('are given up after ten seconds if the receiver hangs, which delays no other', async () => {
    const hanging = await aWebhook()
    await aProfile()
    const other = await aWebhook({ events: ['report.change'] })
    await admin.send('POST', `webhooks/${other.name}/deliveries`, {})
    const hangs = Promise.withResolvers<void>()
    let isHanging = false
    let wasHanging: boolean | undefined
    receiver.behaviour = async (response) => {
      if (receiver.last.event.type !== 'quatrain.webhook.test') {
        isHanging = true
        hangs.resolve()
        response.on('close', () => {
          isHanging = false
        })
        return
      }
      // Which of them comes first does not matter.
      await hangs.promise
      wasHanging = isHanging
      accept(response)
    }
    await server.sendWebhooks()
    // The other one was answered while the first was still waited for, and both have ended now.
    expect([wasHanging, isHanging]).toEqual([true, false])
    const [message] = await messagesOf(hanging.name)
    expect(message).toMatchObject({ state: 'waiting', attempts: [{ status: null }] })
  }, 30_000)

  test.each(['http://10.1.2.3/', 'https://[::1]:1/', 'http://93.184.215.14/'])('never call %s', async (inner) => {
    const { name } = await aWebhook({ address: inner })
    await admin.send('POST', `webhooks/${name}/deliveries`, {})
    await server.sendWebhooks()
    const [{ state, attempts }] = await messagesOf(name)
    expect([state, attempts[0].status, attempts[0].answer]).toEqual([
      'failed',
      null,
      expect.stringMatching(/is not a public host|must begin with https/),
    ])
  })

  test('send a message of a process that has ended when its lease has', async () => {
    await aWebhook()
    await aProfile()
    expect(await lease(server.tenancy.everyTenant, server.clock.now(), 10)).toHaveLength(1)
    expect(await server.sendWebhooks()).toBe(0)
    server.clock.pass(60)
    expect(await server.sendWebhooks()).toBe(1)
    expect(receiver.messages).toHaveLength(1)
  })

  test('are sent once by several processes', async () => {
    await aWebhook()
    for (let count = 0; count < 5; count += 1) await aProfile()
    const [one, other] = await Promise.all([server.sendWebhooks(), server.sendWebhooks()])
    expect(one + other).toBe(5)
    expect(new Set(receiver.messages.map(({ event }) => event.id)).size).toBe(5)
    expect(receiver.messages).toHaveLength(5)
  })

  test('sign with both secrets while one is replaced', async () => {
    const { name, secret } = await aWebhook()
    const { body } = await admin.send('POST', `webhooks/${name}/secret`, { step: 'replace' })
    expect((await read(name)).has_former_secret).toBe(true)
    await admin.send('POST', `webhooks/${name}/deliveries`, {})
    await server.sendWebhooks()
    for (const own of [secret, body.secret]) verify(receiver.at(0), own)
    expect((await admin.send('POST', `webhooks/${name}/secret`, { step: 'drop' })).body).toEqual({ secret: '' })
    await admin.send('POST', `webhooks/${name}/deliveries`, {})
    await server.sendWebhooks()
    verify(receiver.at(1), body.secret)
    expect(() => verify(receiver.at(1), secret)).toThrow()
    const everything = await Promise.all([
      admin.send('GET', 'webhooks'),
      admin.send('GET', `tenantversion/webhook/${name}`),
      admin.send('GET', 'changes'),
    ])
    expect(JSON.stringify(everything.map(({ body }) => body))).not.toContain('whsec_')
    const { rows } = await sql`select * from activity_with_documents where kind = 'webhook'`.execute(
      server.tenancy.everyTenant,
    )
    expect(JSON.stringify(rows)).not.toContain('whsec_')
  })

  test('of two tenants with the same id are told about their own tenant', async () => {
    const north = await aWebhook()
    await sql`alter table webhooks alter column id restart with ${sql.raw(String(north.id))}`.execute(server.owner)
    const south = await aWebhook({}, 'south.test')
    expect(south.id).toBe(north.id)
    const [ours, theirs] = [await aProfile(), await aProfile('south.test')]
    await server.sendWebhooks()
    const of = (domain: string) => receiver.messages.filter(({ event }) => event.source === `//${domain}`)
    expect(of('north.test').map(({ event }) => event.subject)).toEqual([ours.name])
    expect(of('south.test').map(({ event }) => event.subject)).toEqual([theirs.name])
    for (const message of of('north.test')) verify(message, north.secret)
    for (const message of of('south.test')) verify(message, south.secret)
  })

  test('tell what happens to change requests, keys that expire, and logins of superusers from a new place', async () => {
    await aWebhook({ events: ['changerequest.submit', 'userkey.expire', 'user.new-place', 'stores.differ'] })
    const { body } = await admin.send('POST', 'changerequests', { title: 'Tidy up' })
    await admin.send('POST', `changerequests/${body.id}/actions`, { action: 'submit', text: 'Please' })
    const expires = new Date(server.clock.now().getTime() + 13 * 86_400_000).toISOString()
    await addOwnKey(admin, { name: 'soon', expires })
    const { id: tenantId } = (await server.context('NORTH')).tenant
    const everyTenant = server.tenancy.everyTenant
    await sql`insert into sign_in_addresses (tenant_id, user_id, address, last_at)
      select tenant_id, id, '198.51.100.7', ${server.clock.now()}::timestamptz from users
      where tenant_id = ${tenantId} and username in ('admin', 'member')`.execute(everyTenant)
    await sql`insert into store_comparisons (tenant_id, compared_at, differences)
      values (${tenantId}, ${server.clock.now()}::timestamptz, 0)`.execute(everyTenant)
    await sql`update store_comparisons set differences = 2 where tenant_id = ${tenantId}`.execute(everyTenant)
    await server.sendWebhooks()
    expect(receiver.messages.map(({ event }) => [event.type, event.subject])).toEqual([
      ['quatrain.changerequest.submit', 'Tidy up'],
      ['quatrain.user.new-place', 'admin'],
      ['quatrain.stores.differ', 'Differences'],
      ['quatrain.userkey.expire', 'soon of admin'],
    ])
    expect(await server.sendWebhooks()).toBe(0)
    expect(receiver.at(0).event.data).toMatchObject({ actor: 'admin', text: 'Please' })
  })

  test.each([
    [{ address: 'ftp://hooks.test/' }, 'address'],
    [{ address: 'hooks' }, 'address'],
    [{ events: [] }, 'events'],
    [{ events: ['report.explode'] }, 'events.0'],
    [{ events: ['*.*.*'] }, 'events.0'],
  ])('are refused with %o', async (values, field) => {
    const webhook = { name: 'wrong', address, events: ['*.*'], has_values: true, active: true, ...values }
    const { status, body } = await admin.send('POST', 'webhooks', webhook)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  test('cost a save no statement, with or without them', async () => {
    const profile = await aProfile()
    const count = async (text: string) => (await server.statements(() => profile.save(text))).length
    const without = await count('without')
    await aWebhook()
    expect(await count('with')).toBe(without)
  })
})
