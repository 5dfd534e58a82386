import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { BackupError } from '@quatrain/platform/backup/backup-error.ts'
import { fillTenant, type Row, type TenantTarget } from '@quatrain/platform/backup/fill-tenant.ts'
import type { Manifest } from '@quatrain/platform/backup/manifest.ts'
import { copySettings, inSnapshot } from '@quatrain/platform/backup/snapshot.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { findMigrations } from '@quatrain/platform/database/migrate.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { sql } from 'kysely'
import { replaceTokens } from '#features/api-keys/rotate-secret.effects.ts'
import { missingSamlKey, storeSamlKey } from '#features/sign-on/saml/saml-keys.ts'
import { contextIn, type Operator } from '#features/tenants/operator.ts'
import { matchNeeded } from '#features/tenants/tenant-catalogue.reads.ts'
import { tenantDetails, writeTenant } from '#features/tenants/tenant-file.ts'
import { recordTenant, storeTenant, tenantNamed } from '#features/tenants/tenants.service.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { importsOfTenants } from '#kit/recording/verify-activity.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { awaitRollOut } from '#request/tenancy/locks.ts'
import { consoleSchema, type Db, findTenants, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type Stores, type VerifiedArchive, verifyBackup } from './backup.ts'
import { webApiOfTenant } from './web-api.ts'

/** The operator whom the activity log names. */
type Who = Pick<Operator, 'name' | 'now'>

/** Writes one moment of a tenant in both stores to a new file, and reads it again. Throws `BackupError` and `not_found`. */
export async function exportTenant(
  file: string,
  stores: Stores,
  name: string,
  now: () => Date,
): Promise<VerifiedArchive> {
  await inSnapshot(stores, async ([transaction, insideWebApi]) => {
    if (!transaction) return
    const { everyTenant } = tenancyOf(transaction, now)
    const tenant = tenantNamed(await findTenants(everyTenant), name)
    if (tenant.deployment === 'super') throw new BackupError('The super-tenant is the installation; use backup create.')
    const webApi = insideWebApi && (await webApiOfTenant.sourceOf(insideWebApi, name))
    await writeTenant(file, everyTenant, tenant, { at: now(), webApi })
  })
  return verifyBackup(file, undefined, now)
}

export interface ImportOptions extends Who {
  /** The name of the tenant from now on; by default that in the file. */
  readonly as?: string | undefined
  readonly hostname?: string | undefined
  readonly dryRun?: boolean | undefined
}

/** What was imported, or why it cannot be. */
export type TenantImport = VerifiedArchive & { readonly domain: string; readonly problems: readonly string[] }

/**
 * Adds the tenant of a file to an installation. Either everything is stored or nothing; if the process is killed, data in the
 * Web API may be left, which the next import of the same name removes. Throws `BackupError`, and `already_exists` for a name that is taken.
 */
export async function importTenant(
  file: string,
  stores: Stores,
  secrets: Secrets,
  options: ImportOptions,
): Promise<TenantImport> {
  const verified = await verifyBackup(file, undefined, options.now)
  const { manifest, chains } = verified
  if (!manifest.tenant) throw new BackupError('The file has a whole installation; use backup restore.')
  if (chains.some(({ firstBroken }) => firstBroken !== null)) {
    throw new BackupError('The activity log in the file is invalid.')
  }
  const [{ database }, ofWebApi] = stores
  const importId = randomUUID()
  const tenantFile = { file, manifest, secrets, options, importId }
  try {
    const domain = await inTransaction(database, async (transaction) => {
      if (!ofWebApi || manifest.stores.length === 1) return fill(tenantFile, transaction, undefined)
      if (ofWebApi.database === database) return fill(tenantFile, transaction, transaction)
      return inTransaction(ofWebApi.database, (insideWebApi) => fill(tenantFile, transaction, insideWebApi))
    })
    if (ofWebApi) await webApiOfTenant.endImport(ofWebApi.database, importId)
    return { ...verified, domain, problems: [] }
  } catch (error) {
    if (error instanceof Stopped) return { ...verified, ...error.result }
    throw error
  }
}

/** Ends the transactions without storing anything. */
class Stopped extends Error {
  readonly result: Pick<TenantImport, 'domain' | 'problems'>
  constructor(result: Pick<TenantImport, 'domain' | 'problems'>) {
    super('Nothing is stored.')
    this.result = result
  }
}

const inTransaction = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  database.inOneTransaction(`begin; ${copySettings}`, work)

interface TenantFile {
  readonly file: string
  readonly manifest: Manifest
  readonly secrets: Secrets
  readonly options: ImportOptions
  readonly importId: string
}

/** Fills open transactions of both stores. Returns the host name of the tenant. */
async function fill(
  tenantFile: TenantFile,
  transaction: Database,
  insideWebApi: Database | undefined,
): Promise<string> {
  const { file, manifest, secrets, importId } = tenantFile
  const { as = manifest.tenant?.name ?? '', hostname, dryRun = false, ...identity } = tenantFile.options
  const from = manifest.tenant?.name ?? ''
  const details = tenantDetails.parse(manifest.tenant?.details)
  const { settings, catalogue, feeding } = details
  const operator = { ...identity, tenancy: tenancyOf(transaction, identity.now) }
  const { everyTenant } = operator.tenancy
  const existing = await findTenants(everyTenant)
  // No version of a template changes from here on.
  await awaitRollOut(everyTenant)
  const matched = await matchNeeded(everyTenant, catalogue)
  const problems = [
    ...(await otherMigrations(manifest, [transaction, insideWebApi])),
    ...matched.problems,
    ...settings.combined_from
      .filter((name) => !existing.some((tenant) => tenant.name === name))
      .map((name) => `There is no tenant ${name}, which feeds this one.`),
    ...existing.filter(({ name }) => name === as).map(({ name }) => `There is a tenant ${name} already.`),
  ]
  if (problems.length > 0) throw new Stopped({ domain: '', problems })
  const { tenant, superTenant } = await storeTenant(operator, everyTenant, {
    name: as,
    combinedFrom: settings.combined_from,
    createdOn: settings.created_on,
    useServiceTitle: settings.use_service_title,
    termsUrl: settings.terms_url,
    privacyUrl: settings.privacy_url,
    samlLoginString: settings.saml_login_string,
    ...(hostname !== undefined && { hostname }),
  })
  const remote =
    insideWebApi &&
    (await webApiOfTenant.beginImport(insideWebApi, {
      name: as,
      from,
      feeding,
      import: importId,
      isComplete: (importId) => wasStored(everyTenant, importId),
    }))
  if (remote && !('db' in remote)) throw new Stopped({ domain: tenant.domain, problems: remote })
  const local: TenantTarget = {
    name: 'console',
    schema: consoleSchema,
    db: everyTenant,
    tenant: tenant.id,
    owner: transaction.within<unknown>(scope({ schema: consoleSchema })),
    // Archives belong to the hash chain in the file, and the rows begin another one.
    rewrite: async (table, rows) =>
      table === 'activity_archives' ? [] : rows.map((row) => rewritten(table, row, { from, as, ...matched })),
  }
  await fillTenant(file, manifest, remote ? [local, remote] : [local])
  await replaceTokens(everyTenant, secrets, tenant)
  const own = contextIn(operator, tenant, operator.tenancy.of(tenant))
  const signingKey = details.signs ? await missingSamlKey(own) : undefined
  if (signingKey) await storeSamlKey(own, secrets, signingKey)
  const ctx = contextIn(operator, superTenant, operator.tenancy.of(superTenant))
  await recordTenant(ctx, tenant)
  await recordEvent(ctx, {
    action: 'import-tenant',
    kind: 'tenant',
    id: tenant.id,
    name: tenant.name,
    after: {
      file: basename(file),
      import: importId,
      tenant: from,
      created_at: manifest.createdAt,
      build: manifest.build,
      activity: manifest.rows.console?.activity ?? 0,
    },
  })
  if (dryRun) throw new Stopped({ domain: tenant.domain, problems: [] })
  return tenant.domain
}

/** Rows of another release have another meaning. */
async function otherMigrations({ stores }: Manifest, insides: readonly (Database | undefined)[]): Promise<string[]> {
  const problems: string[] = []
  for (const [index, { name, migrations }] of stores.entries()) {
    const transaction = insides[index]
    if (!transaction) continue
    const existingMigrations = await findMigrations(transaction.within<unknown>(scope({ schema: 'pg_catalog' })), name)
    const different =
      existingMigrations.find((each) => !migrations.includes(each)) ??
      migrations.find((each) => !existingMigrations.includes(each))
    if (different !== undefined) {
      problems.push(`The file was made by another release: the migration ${different} of the ${name} differs.`)
    }
  }
  return problems
}

/** Whether the console has stored its part of an import. The row outlives the tenant. */
async function wasStored(everyTenant: Db, importId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${importsOfTenants}) as stored where import = ${importId} limit 1`.execute(everyTenant)
  return rows.length > 0
}

interface Mapping {
  readonly from: string
  readonly as: string
  readonly templates: ReadonlyMap<string, string>
  readonly versions: ReadonlyMap<string, string>
}

const nobodyKnows = () => `of no token ${randomUUID()}`

/** A row as it is stored here. */
function rewritten(table: string, row: Row, { from, as, templates, versions }: Mapping): Row {
  switch (table) {
    case 'metrics':
      return {
        ...row,
        template_id: templates.get(row.template_id ?? '') ?? null,
        template_version_id: versions.get(row.template_version_id ?? '') ?? null,
      }
    case 'api_keys':
      return { ...row, name: keyName(row.name ?? '', { from, as }), token_lookup: nobodyKnows(), token_sealed: '' }
    case 'user_keys':
      return { ...row, token_hash: nobodyKnows() }
    case 'intents':
      // The process of the row is one of another installation.
      return { ...row, process: null }
    default:
      return row
  }
}

/** Keys of the Web API are found by the name of their tenant. */
function keyName(name: string, { from, as }: Pick<Mapping, 'from' | 'as'>): string {
  const isOfWebApi = [`WEB-API-${from}`, `WEB-API-${from}-RO`].includes(name)
  return isOfWebApi ? name.replace(from, as) : name
}
