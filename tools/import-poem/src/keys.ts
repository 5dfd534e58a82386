import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { type ApiKeyDocument, apiKeys, type KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { isWebApiNameOf } from '@quatrain/server/features/api-keys/api-keys.effects.ts'
import { recordedKeys } from '@quatrain/server/features/api-keys/recorded-keys.ts'
import { lookupsOf, newKeyRows } from '@quatrain/server/request/keys/key-tokens.ts'
import { momentOf, textOf } from './decode.ts'
import { addNew, byKey, Refused, type Run, readRows, recordAdded, type WantedObject } from './run.ts'
import type { SourceRow } from './source.ts'

/** The tenant's keys for machines, and its keys for the Web API from the schema of the super-tenant. */
export async function importKeys(run: Run): Promise<void> {
  const { source, shared, ledger, sharedLedger } = run
  await importKeysOf(run, 'poem', source.rowsOf('apiKey'), ledger)
  const own = shared.rowsOf('webApiKey').filter(({ fields }) => nameOfKey(run, textOf(fields.name)) !== undefined)
  await importKeysOf(run, 'webapi', own, sharedLedger)
}

/** The name that a key for the Web API has here: tools of the other system write the tenant's name in capitals. */
function nameOfKey({ ctx: { tenant } }: Run, name: string): string | undefined {
  if (isWebApiNameOf(tenant, name)) return name
  const upper = { ...tenant, name: tenant.name.toUpperCase() }
  return isWebApiNameOf(upper, name) ? name.replace(upper.name, tenant.name) : undefined
}

const orderOf = ({ fields }: SourceRow): string =>
  [fields.revoked === true, fields.created, fields.name].map(String).join('\n')

async function importKeysOf(
  run: Run,
  used_by: KeyKind,
  rows: readonly SourceRow[],
  ledger: Run['ledger'],
): Promise<void> {
  const { ctx, secrets, zone } = run
  // A key in use comes before revoked ones of its name.
  const inOrder = rows.toSorted((a, b) => byCodePoint(orderOf(a), orderOf(b)))
  const wantedKeys = readRows(ledger, inOrder, (row) => {
    const { fields } = row
    const token = textOf(fields.token)
    const name = (used_by === 'webapi' && nameOfKey(run, textOf(fields.name))) || textOf(fields.name)
    if (token === '') throw new Refused('It has no token, so no machine can use it.')
    const { success, error } = apiKeys.add.safeParse({ name, used_by, token })
    if (!success && used_by === 'webapi') throw error
    if (!success) {
      // Machines send only the token, so keys go on working under names that forms refuse.
      const problem = apiKeys.add.safeParse({ name: 'imported', used_by, token }).error
      if (problem) throw problem
      if (name === '' || name.length > 50) throw error
    }
    const expires = momentOf(fields.expiry_date, zone)?.toISOString() ?? null
    const limits = { expires, networks: [], scopes: [], rotated: null, previous_until: null }
    const document: ApiKeyDocument = { name, used_by, revoked: fields.revoked === true, ...limits }
    const extra = { token, created: momentOf(fields.created, zone) ?? ctx.now() }
    const [lookup = ''] = lookupsOf(secrets, token)
    return { row, key: lookup, document, extra }
  })
  const findExistingKeys = () =>
    ctx.db.selectFrom('api_keys').select(['name', 'used_by', 'revoked', 'expires_at', 'token_lookup']).execute()
  const keyed = (keys: Awaited<ReturnType<typeof findExistingKeys>>) =>
    byKey(
      keys,
      ({ token_lookup }) => token_lookup,
      ({ name, used_by, revoked, expires_at }) => ({
        name,
        used_by,
        revoked,
        expires: expires_at?.toISOString() ?? null,
        networks: [],
        scopes: [],
        rotated: null,
        previous_until: null,
      }),
    )
  const live = new Set(
    (await findExistingKeys()).filter((key) => !key.revoked && key.used_by === used_by).map(({ name }) => name),
  )
  await addNew(
    { ...run, ledger },
    {
      wantedObjects: wantedKeys,
      keyLabel: 'token',
      find: async () => keyed(await findExistingKeys()),
      choose: (added) =>
        added.filter(({ row, document: { name, revoked } }) => {
          if (revoked) return true
          if (live.has(name)) {
            ledger.settle(row, 'listed', 'Another key in use has this name.')
            return false
          }
          live.add(name)
          return true
        }),
      store: (added) => storeKeys(run, added),
    },
  )
}

type NewKey = WantedObject<{ readonly token: string; readonly created: Date }> & { readonly document: ApiKeyDocument }

async function storeKeys(run: Run, added: readonly NewKey[]): Promise<void> {
  const { ctx, secrets } = run
  const keyRows = added.map(({ document: { expires, rotated: _, previous_until: __, ...key }, extra }) => ({
    ...key,
    networks: [...key.networks],
    scopes: [...key.scopes],
    ...extra,
    expires_at: expires,
    last_used_at: null,
  }))
  const stored = await newKeyRows(ctx.db, secrets, ctx.tenant.id, keyRows)
  await ctx.db.insertInto('api_keys').values(stored).execute()
  await recordAdded(
    run,
    added.map(({ document }, index) => recordedKeys.added(stored[index]?.id ?? 0, document)),
  )
}
