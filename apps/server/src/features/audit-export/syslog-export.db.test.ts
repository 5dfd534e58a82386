import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '#test/self-signed.ts'
import { startSyslogReceiver } from '#test/syslog-receiver.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { readExportLag } from './audit-export.reads.ts'
import { releaseReceiver } from './receivers.repository.ts'
import { exportToSyslog, sendWhatIsNew, syslogName } from './syslog-export.ts'

const [own, other] = [selfSigned(), selfSigned()]

describe.runIf(own && other).each(databases)('the activity log as syslog over TLS on $name', (kind) => {
  let server: TestApp
  let receiver: Awaited<ReturnType<typeof startSyslogReceiver>>
  beforeAll(async () => {
    server = await startTestApp(kind)
    receiver = await startSyslogReceiver({ ...own })
  })
  afterAll(async () => {
    await receiver.close()
    await server.close()
  })

  const address = () => ({ host: '127.0.0.1', port: receiver.port, ca: own?.cert })
  const aProcess = () => ({ receiver: syslogName, holder: randomUUID() })
  const send = (lease = aProcess(), to = address()) =>
    sendWhatIsNew({ everyTenant: server.tenancy.everyTenant, receiver: to, lease })
  const release = (held: ReturnType<typeof aProcess>) => releaseReceiver(server.tenancy.everyTenant, held)
  /** One round of a process that then ends. */
  async function sendOnce(to = address()) {
    const held = aProcess()
    await send(held, to).finally(() => release(held))
  }
  const lag = () => readExportLag(server.tenancy.everyTenant, syslogName, server.clock.now())
  async function log(count: number, after: object = {}) {
    const row = {
      at: server.clock.now(),
      request_id: '',
      actor: 'al"ice]',
      address: '',
      action: 'add' as const,
      kind: 'metric',
    }
    const text = { object_name: 'ping', object_id: 1, before: null, after: JSON.stringify(after) }
    for (const tenant of ['NORTH', 'SOUTH']) {
      const db = await server.tenant(tenant)
      await db
        .insertInto('activity')
        .values(Array.from({ length: count }, () => ({ ...row, ...text })))
        .execute()
    }
  }
  const arrived = () =>
    receiver.messages.map((message) => {
      const [, tenant, number] = /\[quatrain@32473 tenant="[^"]*" tenantId="(\d+)" number="(\d+)"\]/.exec(message) ?? []
      return `${tenant} ${number}`
    })
  const stored = async () => {
    const { rows } = await sql<{ row: string }>`select tenant_id || ' ' || number as row from activity`.execute(
      server.owner,
    )
    return rows.map(({ row }) => row)
  }

  test('has a message for each row, with its tenant and number as structured data', async () => {
    await log(2, { text: 'größer' })
    expect(await lag()).toMatchObject({ rows: 4 })
    await sendOnce()
    expect(arrived().sort()).toEqual((await stored()).sort())
    const message = receiver.messages.at(-1) ?? ''
    const at = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z`
    expect(message).toMatch(new RegExp(`^<110>1 ${at} [!-~]+ quatrain - activity \\[.*\\] \uFEFF\\{`))
    expect(JSON.parse(message.slice(message.indexOf('\uFEFF') + 1))).toMatchObject({
      actor: 'al"ice]',
      kind: 'metric',
      after: { text: 'größer' },
    })
    expect(await lag()).toEqual({ rows: 0, seconds: 0 })
  })

  test('leaves documents out of messages that receivers would cut off', async () => {
    receiver.messages.length = 0
    await log(1, { text: 'ü'.repeat(4_100) })
    await sendOnce()
    const [message = ''] = receiver.messages
    const row = JSON.parse(message.slice(message.indexOf('\uFEFF') + 1))
    expect(row).toMatchObject({
      object_name: 'ping',
      documents_left_out: true,
      hash: expect.stringMatching(/^\w{64}$/),
    })
    expect(row).not.toHaveProperty('after')
  })

  test('sends what a receiver that died has not confirmed again, and misses nothing', async () => {
    receiver.messages.length = 0
    const before = await stored()
    await log(150)
    receiver.die(true)
    await expect(sendOnce()).rejects.toThrow()
    expect((await lag()).rows).toBe(300)
    server.clock.pass(60)
    expect((await lag()).seconds).toBeGreaterThanOrEqual(60)
    receiver.die(false)
    await sendOnce()
    const added = (await stored()).filter((row) => !before.includes(row))
    expect(new Set(arrived())).toEqual(new Set(added))
  })

  test('two processes send one after the other, and each row once', async () => {
    receiver.messages.length = 0
    const before = await stored()
    const [one, two] = [aProcess(), aProcess()]
    for (let round = 0; round < 5; round++) {
      await Promise.all([log(60), send(one), send(two)])
    }
    await Promise.all([send(one), send(two)])
    await Promise.all([release(one), release(two)])
    await sendOnce()
    const added = (await stored()).filter((row) => !before.includes(row))
    expect(arrived().sort()).toEqual(added.sort())
    expect(receiver.mostAtOnce()).toBe(1)
  })

  test('is sent while a server listens, and by another one as soon as it has ended', async () => {
    receiver.messages.length = 0
    const { everyTenant } = server.tenancy
    for (const sent of [2, 4]) {
      const app = Fastify()
      exportToSyslog(app, { everyTenant, receiver: address() })
      await log(1)
      await app.listen({ port: 0 })
      await eventually(() => expect(receiver.messages).toHaveLength(sent))
      await app.close()
    }
    expect(await lag()).toEqual({ rows: 0, seconds: 0 })
  })

  test('sends nothing to a receiver with another certificate, nor to none', async () => {
    receiver.messages.length = 0
    await log(1)
    await expect(sendOnce({ ...address(), ca: other?.cert })).rejects.toThrow(/certificate/)
    await expect(sendOnce({ ...address(), port: await freePort() })).rejects.toThrow(/ECONNREFUSED/)
    expect(receiver.messages).toEqual([])
    await sendOnce()
    expect(receiver.messages).toHaveLength(2)
  })

  test('shows a receiver its own certificate, if it asks for one', async () => {
    const asking = await startSyslogReceiver({ ...own, requestCert: true, rejectUnauthorized: true, ca: other?.cert })
    try {
      const to = { host: '127.0.0.1', port: asking.port, ca: own?.cert }
      await log(1)
      await expect(sendOnce(to)).rejects.toThrow()
      expect((await lag()).rows).toBe(2)
      const withCertificate = { ...to, cert: other?.cert, key: other?.key }
      await sendOnce(withCertificate)
      expect(asking.messages).toHaveLength(2)
    } finally {
      await asking.close()
    }
  })
})
