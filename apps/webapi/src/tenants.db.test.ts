import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'
import { aGroup, aMetricProfile } from '#test/builders.ts'
import { callable, startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { addKey, findKeys, revokeKey } from './keys.ts'
import { migrateWebApi } from './migrate.ts'
import { addTenant, findTenants, provisionTenant, removeTenant } from './tenants.ts'

describe.each(databases)('tenants and keys on $name', (kind) => {
  let api: WebApiUnderTest
  let operator: Db
  beforeAll(async () => {
    api = await startWebApi(kind)
    operator = operatorOn(api.database)
  })
  afterAll(() => api.close())

  const opens = async (key: string) => (await api.call('GET', 'metric_profiles', { key })).status === 200

  test('provisioning is idempotent', async () => {
    const tenant = { name: 'QUAY', keys: [{ name: 'console', role: 'editor', token: 'quay console' } as const] }
    const first = await provisionTenant(api.database, tenant)
    const before = await findKeys(operator, 'QUAY')

    expect(await provisionTenant(api.database, tenant)).toBe(first)
    expect(await findKeys(operator, 'QUAY')).toEqual(before)
    expect(await opens('quay console')).toBe(true)
  })

  test('provisioning replaces the token and role of a key, and activates a revoked one', async () => {
    const key = { name: 'console', role: 'editor', token: 'lock first' } as const
    await provisionTenant(api.database, { name: 'LOCK', keys: [key] })
    await revokeKey(operator, 'LOCK', 'console')
    await provisionTenant(api.database, { name: 'LOCK', keys: [{ ...key, role: 'viewer', token: 'lock second' }] })

    expect([await opens('lock first'), await opens('lock second')]).toEqual([false, true])
    expect(await findKeys(operator, 'LOCK')).toMatchObject([{ name: 'console', role: 'viewer', revoked_at: null }])
  })

  test('a token belongs to one key', async () => {
    const keys = [{ name: 'mine', role: 'viewer', token: 'HARBOR viewer' } as const]
    await expect(provisionTenant(api.database, { name: 'ORCHARD', keys })).rejects.toThrow(
      'The token of the key mine belongs to another key already.',
    )
    await expect(
      provisionTenant(api.database, { name: 'ORCHARD', keys: [{ name: 'empty', role: 'viewer', token: '' }] }),
    ).rejects.toThrow('The key empty needs a token.')
  })

  test('tokens are not stored', async () => {
    const token = await addKey(operator, 'ORCHARD', { name: 'secret', role: 'viewer' })
    expect(await opens(token)).toBe(true)
    const { rows } = await sql<{ stored: string }>`select json_agg(tokens)::text as stored from tokens`.execute(
      operator,
    )
    expect(rows[0]?.stored).not.toContain(token)
  })

  test('a revoked key gives no access, and its name can be used again', async () => {
    const key = { name: 'box', role: 'viewer' } as const
    const token = await addKey(operator, 'ORCHARD', key)
    await expect(addKey(operator, 'ORCHARD', key)).rejects.toThrow('The tenant ORCHARD already has a key box.')
    await revokeKey(operator, 'ORCHARD', 'box')

    expect(await opens(token)).toBe(false)
    await expect(revokeKey(operator, 'ORCHARD', 'box')).rejects.toThrow('The tenant ORCHARD has no key box in use.')
    expect(await opens(await addKey(operator, 'ORCHARD', key))).toBe(true)
    expect(await opens(token)).toBe(false)
  })

  test('a tenant is deleted with all its data', async () => {
    await addTenant(operator, 'GONE')
    await expect(addTenant(operator, 'GONE')).rejects.toThrow('There is already a tenant GONE.')
    const key = await addKey(operator, 'GONE', { name: 'console', role: 'admin' })
    await api.add('metric_profiles', aMetricProfile(), { key })
    for (const path of ['topology/groups', 'topology/endpoints']) {
      const row = { group: 'x', type: 'x', subgroup: 'x', service: 'x', hostname: 'x', tags: { x: '1' } }
      expect(await api.call('POST', path, { key, body: [row] })).toMatchObject({ status: 201 })
    }
    await removeTenant(operator, 'GONE')
    expect(await tablesOfMissingTenants(operator)).toEqual([])

    expect(await opens(key)).toBe(false)
    expect((await findTenants(operator)).map(({ name }) => name)).not.toContain('GONE')
    await expect(removeTenant(operator, 'GONE')).rejects.toThrow('There is no tenant GONE.')
    await expect(findKeys(operator, 'GONE')).rejects.toThrow('There is no tenant GONE.')
  })
})

describe.each(databases.filter(({ name }) => name === 'PGlite'))(
  'an owner without superuser rights, on $name',
  ({ open }) => {
    test('can set up and run the service', async () => {
      const database = await open()
      const operator = operatorOn(database)
      await sql`create role plain_owner createrole`.execute(operator)
      await sql
        .raw('grant create on database postgres to plain_owner; set session authorization plain_owner')
        .execute(operator)
      await migrateWebApi(database)
      await provisionTenant(database, { name: 'QUAY', keys: [{ name: 'console', role: 'editor', token: 'quay' }] })
      const api = await callable(database)
      const id = await api.add('metric_profiles', aMetricProfile(), { key: 'quay' })
      await api.call('POST', 'topology/groups', { key: 'quay', body: [aGroup()] })

      expect(await api.call('GET', `metric_profiles/${id}`, { key: 'quay' })).toMatchObject({ status: 200 })
      expect(await findKeys(operator, 'QUAY')).toHaveLength(1)
      await removeTenant(operator, 'QUAY')
      expect(await api.call('GET', 'metric_profiles', { key: 'quay' })).toMatchObject({ status: 401 })
      await sql`reset session authorization`.execute(operator)
      expect(await tablesOfMissingTenants(operator)).toEqual([])
      await api.close()
    })

    test('is told which privilege is missing if it cannot create roles', async () => {
      const database = await open()
      const operator = operatorOn(database)
      await sql`create role poor_owner`.execute(operator)
      await sql
        .raw('grant create on database postgres to poor_owner; set session authorization poor_owner')
        .execute(operator)

      await expect(migrateWebApi(database)).rejects.toThrow(
        'Have an administrator run: create role quatrain_webapi nologin; grant quatrain_webapi to poor_owner;',
      )
      await database.close()
    })
  },
)

/** Tables with rows of a tenant that does not exist. Every table of the database is looked at. */
async function tablesOfMissingTenants(operator: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'webapi'::regnamespace and c.relkind = 'r'`.execute(operator)
  const left: string[] = []
  for (const { name } of rows) {
    const found = await sql`
      select from ${sql.table(name)} where tenant_id not in (select id from tenants) limit 1`.execute(operator)
    if (found.rows.length > 0) left.push(name)
  }
  return left
}
