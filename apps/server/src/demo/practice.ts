// Adds the tenant that shows findings on purpose.
import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { z } from 'zod'
import { call } from '#clients/web-api/call.ts'
import { webApiFor } from '#clients/web-api/web-api-for.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { addTenantKey } from '#features/tenants/tokens.service.ts'
import { addUserKey } from '#features/user-keys/user-keys.service.ts'
import type { Kind, Kinds } from '#kit/kinds/kinds.ts'
import { readWrite } from '#kit/kinds/operation.ts'
import type { Context } from '#request/context/context.ts'
import { deferredContext } from '#request/context/deferred-context.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { findTenants, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { machineKey } from './credentials.ts'
import { type PracticeWrite, practiceTenant, practiceWrites } from './practice-objects.ts'
import { provision } from './web-api.ts'

interface Options {
  readonly database: Database
  readonly secret: string
  readonly kinds: Kinds
  readonly webApiUrl: string
}

/** Long enough for people and keys to count as unused. */
const agedMs = 200 * 86_400_000
const timeout = 30_000

const endpoint = { type: 'SITES', group: 'PRACTICE-1', service: 'practice.web', hostname: 'web.practice.example.org' }
const topology = {
  groups: [{ type: 'NGI', group: 'PRACTICE', subgroup: endpoint.group, tags: { monitored: '1' } }],
  endpoints: [{ ...endpoint, tags: { monitored: '1', production: '1' } }],
}

/** Results can be UNKNOWN or MISSING, which it lacks. */
const operationsProfile = {
  name: 'practice_ops',
  available_states: ['OK', 'CRITICAL'],
  defaults: { down: 'CRITICAL', missing: 'CRITICAL', unknown: 'CRITICAL' },
  operations: [],
}

/** The console refuses such a range, and takes it over from the Web API. */
const refusedThresholds = { name: 'RANGES', rules: [{ metric: 'practice.web', thresholds: 'time=1s;9:1;20:' }] }

/** Adds the tenant with what it has, as if that had happened long ago, unless it exists. */
export async function addPractice({ database, secret, kinds, webApiUrl: url }: Options): Promise<void> {
  const now = () => new Date(Date.now() - agedMs)
  const tenancy = tenancyOf(database, now)
  const tenants = await findTenants(tenancy.everyTenant)
  const superTenant = tenants.find(({ deployment }) => deployment === 'super')
  if (!superTenant || tenants.some(({ name }) => name === practiceTenant)) return
  const operator = { tenancy, name: 'platform-root', now }
  const secrets = secretsOf(secret)
  const { tenant } = await addTenant(operator, { name: practiceTenant })
  const connector = machineKey(practiceTenant)
  for (const end of ['', '-RO']) {
    const [name, token] = [`WEB-API-${practiceTenant}${end}`, `${connector.token}-console${end}`]
    await addTenantKey(operator, secrets, practiceTenant, { name, kind: 'webapi', token })
    await provision(database, practiceTenant, [{ name, role: end === '' ? 'editor' : 'viewer', token }])
  }
  await provision(database, practiceTenant, [connector])
  const post = (path: string, body: unknown) =>
    call({ url, key: connector.token, timeout }, { method: 'POST', path: `/api/v2/${path}`, body }, z.unknown())
  for (const [list, rows] of Object.entries(topology)) await post(`topology/${list}`, rows)
  await post('operations_profiles', operationsProfile)
  const { body } = await post('thresholds_profiles', refusedThresholds)
  const adopted = { apiid: createdEnvelope.parse(body).data.id, groupname: practiceTenant }

  const webApis = { url, timeout, tenancy, apiKeys: apiKeysOf(secrets, now) }
  const contextOf = (tenant: Tenant): Context => ({
    ...deferredContext({ tenancy, webApiFor: webApiFor(webApis), now }, tenant, {
      actor: 'admin',
      requestId: 'demonstration',
      address: '',
    }),
    // A superuser is a member of every group.
    caller: {
      deployment: tenant.deployment,
      user: { username: 'admin', isSuperuser: true, groups: byGroupKind(() => [practiceTenant]) },
    },
  })
  const adoption: PracticeWrite = { kind: 'thresholdsprofile', operation: 'adopt', input: adopted }
  for (const { kind, operation = 'add', isOfCatalogue, input } of [...practiceWrites, adoption]) {
    const ctx = contextOf(isOfCatalogue ? superTenant : tenant)
    const stored = operation === 'change' ? await storedInput(kinds.get(kind), ctx, String(input.name)) : {}
    await readWrite(kinds, { kind, operation, input: { ...stored, ...input }, base: '*' })(ctx)
  }
  const ctx = contextOf(tenant)
  const people = await ctx.db.selectFrom('users').select(['id', 'username']).where('is_superuser', '=', false).execute()
  for (const user of people)
    await addUserKey(ctx, user, { name: 'script', read_only: true, expires: null, networks: [] })
}

/** The input that changes nothing of an object that has an id. */
async function storedInput(kind: Kind | undefined, ctx: Context, name: string) {
  const record = { id: 0, ...(await kind?.get?.(ctx, name)) }
  return kind && { ...storedDocument(kind.resource, record), id: record.id }
}
