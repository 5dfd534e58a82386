import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#request/context/context.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { enqueue } from './deliveries.ts'
import { openIntent } from './intents.ts'

describe.each(bothDatabases)('deliveries on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test('a delivery that has happened takes over no save of the same object', async () => {
    const ctx = await server.context('all')
    const delivery = { tenant: ctx.tenant, kind: 'metrictagsync', key: 'all' }
    const deliveries = await inTransaction(ctx, (ctx) => enqueue(ctx, [delivery]))
    await server.recoverWrites()
    expect(await ctx.db.selectFrom('intents').select('id').execute()).toEqual([])
    const claim = { memo: {}, references: [], claimed: () => new Error() as never }
    const { intent } = await inTransaction(ctx, (ctx) => openIntent(ctx, { ...delivery, action: 'change' }, claim))
    expect(await server.deliver(deliveries)).toEqual([])
    const [held] = await ctx.db.selectFrom('intents').select(['holder', 'last_error']).execute()
    expect(held).toEqual({ holder: intent.holder, last_error: '' })
  })
})
