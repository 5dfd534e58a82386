import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { findTenants } from '#request/tenancy/tenancy.ts'
import { openSeeded } from '#test/seeded.ts'
import { deleteTenantAs } from './delete-tenant.service.ts'
import type { Operator } from './operator.ts'
import { addSuperuser } from './superusers.service.ts'
import { addTenant } from './tenants.service.ts'
import { addTenantKey, revokeKey } from './tokens.service.ts'

const now = () => new Date('2030-01-01T08:00:00Z')
const secrets = secretsOf('a secret of thirty-two characters')

describe.each(databases)('tenants on $name', (kind) => {
  let database: TestDatabase
  let operator: Operator
  beforeAll(async () => {
    const seeded = await openSeeded(kind, now)
    database = seeded.database
    operator = { tenancy: seeded.tenancy, now, name: 'root (command line)' }
  })
  afterAll(() => database.close())

  const activityOf = async (name: string) => {
    const tenant = (await findTenants(operator.tenancy.everyTenant)).find((tenant) => tenant.name === name)
    if (!tenant) throw new Error(`No tenant ${name}.`)
    const log = operator.tenancy.of(tenant).selectFrom('activity').select(['action', 'kind', 'object_name', 'actor'])
    return log.orderBy('number').execute()
  }

  test('a new tenant has a group of each kind and the internal metrics', async () => {
    const { tenant, notices } = await addTenant(operator, { name: 'East-1' })

    expect(tenant).toMatchObject({ schemaName: 'east-1', domain: 'east-1.super.test', deployment: 'tenant' })
    expect(notices).toEqual({ imported: 'Metric self.check has been imported' })
    const db = operator.tenancy.of(tenant)
    const groups = await db.selectFrom('groups').select(['kind', 'name']).orderBy('kind').execute()
    const kinds = ['aggregations', 'metricprofiles', 'metrics', 'reports', 'thresholdsprofiles']
    expect(groups).toEqual(kinds.map((kind) => ({ kind, name: 'EAST-1' })))
    const versions = await db
      .selectFrom('versions')
      .select(['kind', 'name', 'number', 'comment'])
      .orderBy('kind')
      .execute()
    expect(versions).toEqual([
      ...kinds.map((kind) => ({ kind: `groupof${kind}`, name: 'EAST-1', number: 1, comment: 'Initial version.' })),
      { kind: 'metric', name: 'self.check', number: 1, comment: 'Initial version.' },
    ])
    expect((await activityOf('all')).at(-1)).toEqual({
      action: 'add',
      kind: 'tenant',
      object_name: 'East-1',
      actor: 'root (command line)',
    })
  })

  test.each([
    [{ name: 'NORTH' }, 'There is already a tenant NORTH.'],
    [{ name: 'north' }, 'There is already a tenant named like north.'],
    [{ name: 'WEST', hostname: 'www.north.test' }, 'There is already a tenant at north.test.'],
    [{ name: 'WEST', hostname: 'not a host' }, 'Hostname: Must be a host name such as console.example.org.'],
    [{ name: 'PUBLIC' }, 'Name: This name is reserved.'],
    [{ name: 'a b' }, 'Name: Must begin with a letter and hold only letters, digits, - and _.'],
    [{ name: 'WEST', combinedFrom: ['nowhere'] }, 'There is no tenant nowhere.'],
    [{ name: 'WEST', combinedFrom: ['all'] }, 'Feeding tenants: all cannot feed a combined tenant.'],
  ])('%o is refused, and nothing is stored', async (given, message) => {
    const before = await findTenants(operator.tenancy.everyTenant)
    await expect(addTenant(operator, given)).rejects.toThrow(message)
    expect(await findTenants(operator.tenancy.everyTenant)).toEqual(before)
  })

  test('a deleted tenant is removed with all its data except its history', async () => {
    const { tenant } = await addTenant(operator, { name: 'GONE' })
    const ann = { username: 'ann', email: '', firstName: '', lastName: '', passwordHash: 'x' }
    await addSuperuser(operator, 'GONE', ann)
    const other = addSuperuser(operator, 'GONE', { ...ann, username: 'Ann' })
    await expect(other).rejects.toThrow('GONE already has a user ann.')
    await addTenant(operator, { name: 'FED', combinedFrom: ['GONE'] })
    await expect(deleteTenantAs(operator, 'GONE')).rejects.toThrow('The tenant GONE feeds the combined tenant FED.')
    await deleteTenantAs(operator, 'FED')

    await deleteTenantAs(operator, 'GONE')

    const db = operator.tenancy.of(tenant)
    for (const table of ['users', 'groups', 'metrics'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const kept = await db.selectFrom('versions').select('name').distinct().orderBy('name').execute()
    expect(kept.map(({ name }) => name)).toEqual(['GONE', 'ann', 'self.check'])
    expect((await activityOf('all')).at(-1)).toMatchObject({ action: 'delete', object_name: 'GONE' })
  })

  test('the super-tenant cannot be deleted', async () => {
    await expect(deleteTenantAs(operator, 'all')).rejects.toThrow('You cannot delete public schema!')
  })

  test('a key is valid until it is revoked, and no document contains its token', async () => {
    const keys = apiKeysOf(secrets, now)
    const { tenancy } = operator
    const [, north, south] = (await findTenants(tenancy.everyTenant)).filter(
      ({ domain }) => domain.endsWith('.test') && !domain.includes('.super.'),
    )
    if (!north || !south) throw new Error('The seed has changed.')
    const used = (token: string) => ({ token, address: '', scope: 'metrics', log: { info: () => {} } }) as const
    const token = await addTenantKey(operator, secrets, north.name, { name: 'new-box', kind: 'poem' })

    await keys.assertOpens(tenancy.of(north), used(token))
    const again = addTenantKey(operator, secrets, north.name, { name: 'another-box', kind: 'poem', token })
    await expect(again).rejects.toThrow('API key with this token already exists')
    await expect(keys.assertOpens(tenancy.of(south), used(token))).rejects.toThrow()
    await revokeKey(operator, north.name, { name: 'new-box', kind: 'poem' })
    await expect(keys.assertOpens(tenancy.of(north), used(token))).rejects.toThrow()

    expect((await activityOf(north.name)).slice(-2)).toEqual([
      { action: 'add', kind: 'apikey', object_name: 'new-box', actor: 'root (command line)' },
      { action: 'change', kind: 'apikey', object_name: 'new-box', actor: 'root (command line)' },
    ])
    const versions = await tenancy
      .of(north)
      .selectFrom('versions')
      .select('document')
      .where('kind', '=', 'apikey')
      .execute()
    expect(JSON.stringify(versions)).not.toContain(token)
    // Its name is free again.
    await addTenantKey(operator, secrets, north.name, { name: 'new-box', kind: 'poem', token: 'given by hand' })
    await keys.assertOpens(tenancy.of(north), used('given by hand'))
  })
})
