import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

describe.each(bothDatabases)('dry runs with many side effects on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  const names = Array.from({ length: 120 }, (_, index) => `PORT_${String(index).padStart(3, '0')}`)
  const ports = names.map((name) => ({ name, value: '443' }))
  const dryRun = (query: string, given = ports, headers = {}) =>
    admin.send('POST', `default_ports?${query}`, { ports: given }, { 'if-match': '*', ...headers })

  test('return the number and a sample, and the rest on request', async () => {
    const first: DryRun = (await dryRun('dry_run=true')).body
    expect(first.groups).toMatchObject([{ kind: 'defaultport', action: 'add', count: 120 }])
    expect(first.changes).toHaveLength(50)
    const result = first.changes.map(({ name }) => name)
    for (let next = first.groups[0]?.next ?? null; next !== null; ) {
      const page = await dryRun(`dry_run=true&cursor=${next}`, ports, { 'if-preview-match': first.preview })
      expect(page).toMatchObject({ status: 200, body: { preview: first.preview } })
      result.push(...page.body.changes.map(({ name }: { name: string }) => name))
      next = page.body.groups[0].next
    }
    expect(result.toSorted()).toEqual(names)
  })

  test('return no further pages after the side effects have changed', async () => {
    const { body } = await dryRun('dry_run=true')
    const other = ports.map((port) => ({ ...port, value: '444' }))
    const headers = { 'if-preview-match': body.preview }
    expect((await dryRun(`dry_run=true&cursor=${body.groups[0].next}`, other, headers)).status).toBe(412)
  })

  test('accept only their own cursors, and a write accepts none', async () => {
    const wrong = await dryRun('dry_run=true&cursor=never')
    expect(wrong).toMatchObject({ status: 400, body: { fields: { cursor: 'Not a cursor of this dry run' } } })
    const { body } = await dryRun('dry_run=true')
    const other = await dryRun(`cursor=${body.groups[0].next}`, ports, { 'if-preview-match': body.preview })
    expect(other).toMatchObject({ status: 400, body: { fields: { cursor: 'Only a dry run can have a cursor' } } })
    expect((await admin.send('GET', 'default_ports')).body).toEqual([])
  })
})
