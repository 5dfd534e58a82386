import { AppError } from '@quatrain/platform/errors.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unreadableSecrets } from '#features/api-keys/rotate-secret.effects.ts'
import { appSecrets } from '#features/second-factor/app-secret.ts'
import { clientSecretOf } from '#features/sign-on/client-secret.ts'
import { find } from '#features/sign-on/identity-providers.repository.ts'
import { signingKeyOf } from '#features/sign-on/saml/saml-keys.ts'
import { rotateTokenSecret } from '#features/tenants/tokens.service.ts'
import { secretsOfWebhook } from '#features/webhooks/webhook-secrets.ts'
import { find as findWebhook } from '#features/webhooks/webhooks.repository.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { tablesOf } from '#test/database-catalogue.ts'
import { secret } from '#test/seed.ts'
import { anIdentityProvider } from '#test/stored-samples.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

interface SealedRow {
  readonly tenant: string
  readonly id: number
  readonly sealed: string
  readonly tenantId: number
}

/** How the product decrypts a column of a row. Returns the status, and the text if it can be decrypted. */
type Opener = (server: TestApp, row: SealedRow) => Promise<{ status: number; text: unknown }>

/** The secrets of the servers of tests. */
const secrets = secretsOf(secret)

const hosts: Readonly<Record<string, Host>> = { all: 'super.test', NORTH: 'north.test', SOUTH: 'south.test' }

/** Every encrypted column of the schema. */
const openers: Readonly<Record<string, Opener>> = {
  'api_keys.token_sealed': async (server, { tenant, tenantId, id }) => {
    const keys = server.owner.selectFrom('api_keys').selectAll().where('tenant_id', '=', tenantId)
    const key = await keys.where('id', '=', id).executeTakeFirstOrThrow()
    const admin = await server.as('admin', key.used_by === 'webapi' ? 'super.test' : hosts[tenant])
    const { body: all } = await admin.send('GET', 'apikeys')
    const { key: address } = all.find((key: { id: number; tenant: string }) => key.id === id && key.tenant === tenant)
    const { status, body } = await admin.send('POST', `apikeys/${address}/reveal`)
    return { status, text: body.token }
  },
  // It is decrypted to check a code only.
  'authenticator_apps.secret_sealed': async (server, { tenantId, id }) => {
    const apps = server.owner.selectFrom('authenticator_apps').selectAll().where('tenant_id', '=', tenantId)
    const { user_id: userId, secret_sealed } = await apps.where('id', '=', id).executeTakeFirstOrThrow()
    return opened(() => appSecrets.opened(secrets, { tenantId, userId }, secret_sealed, 'The secret'))
  },
  // It is decrypted for calls of the provider only.
  'identity_providers.client_secret_sealed': async (server, { tenant, id }) => {
    const provider = await find(await server.tenant(tenant), { id })
    return opened(() => clientSecretOf(secrets, provider))
  },
  // It signs messages only.
  'saml_keys.private_key_sealed': async (server, { tenant }) => {
    const ctx = await server.context(tenant)
    return opened(async () => (await signingKeyOf(ctx, secrets)).privateKey)
  },
  // They sign messages only.
  'webhooks.secrets_sealed': async (server, { tenant, tenantId, id }) => {
    const webhook = await findWebhook(await server.tenant(tenant), { id })
    return opened(() => secretsOfWebhook(secrets, { ...webhook, tenantId })[0])
  },
}

async function opened(decrypt: () => unknown) {
  try {
    return { status: 200, text: await decrypt() }
  } catch (error) {
    return { status: error instanceof AppError && error.code === 'internal' ? 500 : 0, text: undefined }
  }
}

describe.each(databases)('encrypted columns on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    const admin = await server.as('admin', 'super.test')
    for (const tenant of Object.keys(hosts)) {
      const values = {
        ...anIdentityProvider,
        group_rules: [],
        tenant,
        name: 'Campus',
        client_secret: `secret of ${tenant}`,
      }
      expect((await admin.send('POST', 'identityproviders', values)).status).toBe(201)
      const saml = { ...values, name: 'SAML', protocol: 'saml', metadata_address: 'https://127.0.0.1/metadata' }
      expect((await admin.send('POST', 'identityproviders', saml)).status).toBe(201)
      const own = await server.as('admin', hosts[tenant])
      expect((await own.send('POST', 'secondfactor/app')).status).toBe(201)
      const webhook = {
        name: 'tickets',
        address: 'https://127.0.0.1/hook',
        events: ['*.*'],
        has_values: true,
        active: true,
      }
      expect((await own.send('POST', 'webhooks', webhook)).status).toBe(201)
    }
  })
  afterAll(() => server.close())

  async function rowsOf(column: string): Promise<SealedRow[]> {
    const [table = '', name = ''] = column.split('.')
    const { rows } = await sql<SealedRow>`
      select tenant.name as tenant, tenant.id as "tenantId", sealing.id, sealing.${sql.ref(name)} as sealed
      from ${sql.table(table)} as sealing join tenants as tenant on tenant.id = sealing.tenant_id
      order by tenant.name, sealing.id`.execute(server.owner)
    return rows
  }

  async function put(column: string, { tenantId, id, sealed }: Omit<SealedRow, 'tenant'>) {
    const [table = '', name = ''] = column.split('.')
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sealed}
      where tenant_id = ${tenantId} and id = ${id}`.execute(server.owner)
  }

  test('are known, each with how it is decrypted', async () => {
    const tables = await tablesOf(server.owner)
    const sealed = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.name.endsWith('_sealed')).map((column) => `${name}.${column.name}`),
    )
    expect(sealed).toEqual(Object.keys(openers))
  })

  test.each(Object.entries(openers))(
    '%s can be decrypted in its own row, and in no other of any tenant',
    async (column, open) => {
      const rows = await rowsOf(column)
      expect(new Set(rows.map(({ tenant }) => tenant)).size).toBe(3)
      for (const row of rows) {
        expect(await open(server, row)).toMatchObject({ status: 200, text: expect.any(String) })
        for (const { sealed } of rows.filter((other) => other !== row)) {
          await put(column, { ...row, sealed })
          expect(await open(server, row)).toMatchObject({ status: 500, text: undefined })
        }
        await put(column, row)
      }
    },
  )

  test('a Web API key cannot be decrypted as one that a tenant may read', async () => {
    const name = 'WEB-API-NORTH'
    const change = (used_by: string) =>
      sql`update api_keys set used_by = ${used_by} where name = ${name}`.execute(server.owner)
    await change('poem')
    const admin = await server.as('admin')
    const { status, body } = await admin.send('POST', `apikeys/${name}/reveal`)
    expect({ status, detail: body.detail }).toEqual({
      status: 500,
      detail:
        'The token of the API key WEB-API-NORTH cannot be read: it was encrypted with another secret of the server or for another owner.',
    })
    await change('webapi')
  })

  test('are all encrypted again by `secret rotate`, each with a row in the activity log of its tenant', async () => {
    const columns = Object.keys(openers)
    const read = async () => (await Promise.all(columns.map(rowsOf))).flat()
    const reseals = () =>
      sql`select tenant_id, kind, object_name from activity where action = 'reseal'`.execute(server.owner)
    const before = await read()
    const { rows: earlier } = await reseals()
    const { everyTenant } = server.tenancy
    const [rotating, renewed] = [
      secretsOf('another secret, of more characters', secret),
      secretsOf('another secret, of more characters'),
    ]
    const operator = { tenancy: server.tenancy, name: 'operator', now: server.clock.now }
    expect(await rotateTokenSecret(operator, rotating)).toEqual({ resealed: before.length, tenants: 3, unchanged: 0 })
    const texts = new Set(before.map(({ sealed }) => sealed))
    expect((await read()).filter(({ sealed }) => texts.has(sealed))).toEqual([])
    expect(await unreadableSecrets(everyTenant, renewed)).toEqual([])
    expect(await unreadableSecrets(everyTenant, secrets)).toHaveLength(before.length)
    const { rows } = await reseals()
    expect(rows).toHaveLength(earlier.length + before.length)
    expect(rows).toContainEqual({ tenant_id: expect.any(Number), kind: 'samlkey', object_name: 'SAML key of NORTH' })
  })
})
