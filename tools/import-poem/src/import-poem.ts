import { UsageError } from '@quatrain/server/cli/terminal.ts'
import type { Operator } from '@quatrain/server/features/tenants/operator.ts'
import type { Secrets } from '@quatrain/server/request/sealing/secrets.ts'
import type { Db, Tenant } from '@quatrain/server/request/tenancy/tenancy.ts'
import { sql } from 'kysely'
import { importGroups } from './groups.ts'
import { importKeys } from './keys.ts'
import { type Ledger, ledgerOf } from './ledger.ts'
import { importMetrics } from './metrics.ts'
import type { Model } from './models.ts'
import { importCandidates, importOverrides } from './overrides.ts'
import { importPackages, importRepos } from './packages.ts'
import { importProbes } from './probes.ts'
import { importProfiles } from './profiles.ts'
import { type Remote, type RemoteAccess, readRemote } from './remote.ts'
import type { Run } from './run.ts'
import type { SourceSchema } from './source.ts'
import { importPorts, importTags } from './tags-and-ports.ts'
import { importTemplates } from './templates.ts'
import { contextOf, enterTenant, nameOf, type TenantOptions, tenantOf } from './tenant.ts'
import { importUsers } from './users.ts'

export interface ImportOptions extends TenantOptions {
  readonly dryRun: boolean
  readonly zone: string
  /** The Web API that the other system uses. */
  readonly webApi: RemoteAccess | undefined
}

/** The result of a schema; `failure` says why nothing of it was imported. */
export interface ImportedSchema {
  readonly schema: string
  readonly tenant: string
  readonly ledger: Ledger
  readonly failure?: unknown
}

const ofCatalogue = [importRepos, importPackages, importProbes, importTemplates, importTags, importPorts]
const ofEveryTenant = [importGroups, importUsers, importKeys]
const ofTenants = [importMetrics, importOverrides, importProfiles, importCandidates]

/**
 * Imports the schemas, that of the super-tenant first, each in one transaction: if it fails, its tenant stays as it was,
 * and without a catalogue there are no tenants. A dry run does the same in one transaction that is rolled back.
 */
export async function importPoem(
  operator: Operator,
  secrets: Secrets,
  sourceSchemas: readonly SourceSchema[],
  options: ImportOptions,
): Promise<ImportedSchema[]> {
  const [shared] = sourceSchemas
  assertKnown(sourceSchemas, options)
  // Tenants come before those that they feed.
  const schemas = sourceSchemas.toSorted(
    (a, b) => Number(options.combinedFrom.has(a.name)) - Number(options.combinedFrom.has(b.name)),
  )
  if (!shared) throw new Error('An installation has a schema.')
  const ledgers = new Map(schemas.map((schema) => [schema, ledgerOf(schema)]))
  const results: ImportedSchema[] = []
  const ledgerIn = (schema: SourceSchema) => ledgers.get(schema) ?? ledgerOf(schema)
  const remotes = new Map<SourceSchema, Remote | Error | undefined>()
  for (const schema of schemas) remotes.set(schema, await remoteOf(schema))

  async function remoteOf(schema: SourceSchema): Promise<Remote | Error | undefined> {
    if (options.webApi === undefined || schema === shared || !shared) return undefined
    const tenant = nameOf(tenantOf(shared, schema.name), options)
    return readRemote(options.webApi, shared, { source: schema, tenant }).catch((error: Error) => error)
  }

  async function importInto(db: Db, source: SourceSchema): Promise<void> {
    if (!shared) return
    const sharedTenant = tenantOf(shared, source.name)
    const [ledger, sharedLedger] = [ledgerIn(source), ledgerIn(shared)]
    const remote = remotes.get(source)
    if (remote instanceof Error) throw remote
    const { tenant, isNew } = await enterTenant(operator, db, sharedTenant, options)
    if (sharedTenant.row)
      settleTenant(sharedLedger, sharedTenant.row, { tenant, isNew, name: nameOf(sharedTenant, options) })
    if (sharedTenant.domain) settleDomain(sharedLedger, sharedTenant.domain, { tenant, isNew })
    const ctx = contextOf(operator, tenant, db)
    const run: Run = { ctx, source, shared, ledger, sharedLedger, secrets, zone: options.zone, remote }
    const steps = source === shared ? [...ofCatalogue, ...ofEveryTenant] : [...ofEveryTenant, ...ofTenants]
    for (const step of steps) await step(run)
  }

  await inTransactions(operator, options.dryRun, async (perform) => {
    for (const source of schemas) {
      const tenant = nameOf(tenantOf(shared, source.name), options)
      const result = { schema: source.name, tenant, ledger: ledgerIn(source) }
      try {
        await perform((db) => importInto(db, source))
        results.push(result)
      } catch (failure) {
        results.push({ ...result, ledger: ledgerOf(source), failure })
        if (source === shared) return
      }
    }
  })
  operator.tenancy.forget()
  // The rest is settled after all tenants, which take their keys from the first schema.
  for (const schema of schemas) settleRest(schema, ledgerIn(schema))
  return results
}

/** An option for a schema or tenant that was not read is a mistake in writing, which nobody would notice. */
function assertKnown(schemas: readonly SourceSchema[], options: ImportOptions): void {
  const [shared] = schemas
  const read = schemas.map(({ name }) => name)
  const tenants = shared ? read.map((name) => nameOf(tenantOf(shared, name), options)) : []
  const optionsToCheck = [
    ['--hostname', options.hostnames, read],
    ['--tenant', options.names, read],
    ['--combined-from', options.combinedFrom, read],
    ['--web-api-key', options.webApi?.keys ?? new Map(), tenants],
  ] as const
  for (const [option, values, knownValues] of optionsToCheck) {
    const unknown = [...values.keys()].find((name) => !knownValues.includes(name))
    if (unknown !== undefined)
      throw new UsageError(`${option} names ${unknown}. These were read: ${knownValues.join(', ')}.`)
  }
}

function settleTenant(
  ledger: Ledger,
  row: Parameters<Ledger['settle']>[0],
  { tenant, isNew, name }: { readonly tenant: Tenant; readonly isNew: boolean; readonly name: string },
): void {
  if (isNew) ledger.settle(row, 'imported')
  else if (tenant.name === name) ledger.settle(row, 'present')
  else ledger.settle(row, 'mapped', `The console calls it ${tenant.name}.`)
  if (row.fields.combined === true && !tenant.combined) {
    ledger.note(
      row,
      'It is combined, but not here: name its tenants with --combined-from at the first import, or with tenant combine.',
    )
  }
}

function settleDomain(
  ledger: Ledger,
  row: Parameters<Ledger['settle']>[0],
  { tenant, isNew }: { readonly tenant: Tenant; readonly isNew: boolean },
): void {
  const isSame = row.fields.domain === tenant.domain
  if (isSame) ledger.settle(row, isNew ? 'imported' : 'present')
  else ledger.settle(row, 'listed', `The tenant ${tenant.name} has the host name ${tenant.domain}.`)
}

type Perform = (work: (db: Db) => Promise<void>) => Promise<void>

class DryRun extends Error {}

/** A transaction for each work, or one for all of them that is rolled back at the end. */
async function inTransactions({ tenancy }: Operator, dryRun: boolean, work: (perform: Perform) => Promise<void>) {
  if (!dryRun) return work((work) => tenancy.everyTenant.transaction().execute(work))
  await tenancy.everyTenant
    .transaction()
    .execute(async (db) => {
      await work(async (work) => {
        await savepoint(db, 'savepoint tenant')
        try {
          await work(db)
        } catch (error) {
          await savepoint(db, 'rollback to savepoint tenant')
          throw error
        }
      })
      throw new DryRun()
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error
    })
}

const savepoint = (db: Db, statement: string) => sql.raw(statement).execute(db)

type Reason = readonly [outcome: 'mapped' | 'listed', why: string]

/** Tables of which nothing is imported, and rows that belong to no object. */
const reasons: Partial<Record<Model, Reason>> = {
  session: ['mapped', 'Users log in again.'],
  authToken: ['listed', 'The console has keys of users instead, which are shown once.'],
  contentType: ['mapped', 'The kinds of objects are those of the console.'],
  templateType: ['mapped', 'The types of metrics are those of the console.'],
  permission: ['mapped', 'Groups and superusers have the permissions.'],
  permissionGroup: ['mapped', 'Groups and superusers have the permissions.'],
  migration: ['mapped', 'The console has its own tables.'],
  oldHistory: ['listed', 'That system does not show it any more.'],
  history: ['listed', 'It is a version of an object of an unknown kind.'],
  webApiKey: ['listed', 'By its name it belongs to no tenant.'],
  tenant: ['listed', 'Its schema was not read.'],
  domain: ['listed', 'A tenant has one host name: that of its primary domain.'],
}

/** Settles what the imports of the kinds have left. */
function settleRest(source: SourceSchema, ledger: Ledger): void {
  for (const [model, [outcome, why]] of Object.entries(reasons) as [Model, Reason][]) {
    for (const row of source.rowsOf(model)) if (!ledger.isSettled(row)) ledger.settle(row, outcome, why)
  }
  for (const row of source.rows) {
    const isPermission = row.table.endsWith('permissions') || /user_groups$/.test(row.table)
    if (isPermission && !ledger.isSettled(row))
      ledger.settle(row, 'mapped', 'Groups and superusers have the permissions.')
  }
}
