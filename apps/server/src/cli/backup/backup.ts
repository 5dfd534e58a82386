import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { readArchive, rowsOf } from '@quatrain/platform/backup/archive-reader.ts'
import type { OpenStore } from '@quatrain/platform/backup/backed-up-store.ts'
import { BackupError } from '@quatrain/platform/backup/backup-error.ts'
import { createBackup as writeBackup } from '@quatrain/platform/backup/create-backup.ts'
import { type Manifest, tableOf } from '@quatrain/platform/backup/manifest.ts'
import { restoreBackup as fillStores } from '@quatrain/platform/backup/restore-backup.ts'
import { version } from '@quatrain/platform/version.ts'
import { consoleStore } from '#database/console-store.ts'
import { readEpoch } from '#database/database-epoch.ts'
import { recordVerified } from '#database/verified-backups.ts'
import { contextIn } from '#features/tenants/operator.ts'
import { type ChainOfRows, chainsOfRows } from '#kit/recording/chains-of-rows.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findTenants, tenancyOf } from '#request/tenancy/tenancy.ts'

/** The stores of an installation: the console's first. The Web API's is missing if another service takes its place. */
export type Stores = readonly [OpenStore, ...OpenStore[]]

/** A backup that was read from the beginning to its end. */
export interface VerifiedArchive {
  readonly manifest: Manifest
  readonly bytes: number
  readonly rows: number
  readonly chains: readonly ChainOfRows[]
}

/** Writes a snapshot of all stores to a new file, reads it again and records that it is complete. Throws `BackupError`. */
export async function createBackup(
  file: string,
  stores: Stores,
  secrets: Secrets,
  now: () => Date,
): Promise<VerifiedArchive> {
  const [{ database }] = stores
  const origin = {
    build: version,
    installation: await readEpoch(database),
    createdAt: now().toISOString(),
    secrets: secrets.accepted.map(fingerprintOf),
  }
  await writeBackup(file, stores, origin)
  return verifyBackup(file, database, now)
}

/**
 * Reads a whole backup: checksums, numbers of rows and the hash chains of the activity log. If `database` is the console's from which it was made, records that. Throws
 * `BackupError` if it is damaged or incomplete.
 */
export async function verifyBackup(
  file: string,
  database: OpenStore['database'] | undefined,
  now: () => Date,
): Promise<VerifiedArchive> {
  const chains = chainsOfRows()
  const manifest = await readArchive(file, ({ name }, content, { stores }) => {
    const { store, table } = tableOf(name)
    const add = store === consoleStore.name && { activity: chains.add, activity_archives: chains.addArchive }[table]
    if (!add) return
    const columns = stores.find(({ name }) => name === store)?.tables.find(({ name }) => name === table)?.columns ?? []
    for (const row of rowsOf(content)) add(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
  })
  if (manifest.history)
    throw new BackupError('The file is an archive of the activity log; use activity verify --archives.')
  const { size: bytes } = await stat(file)
  const rows = manifest.parts.reduce((sum, part) => sum + part.rows, 0)
  if (database && !manifest.tenant && (await readEpoch(database)) === manifest.installation) {
    const createdAt = new Date(manifest.createdAt)
    await recordVerified(database, { createdAt, verifiedAt: now(), file: basename(file), bytes, rows })
  }
  return { manifest, bytes, rows, chains: chains.chains() }
}

/**
 * Fills an empty installation from a backup. All lists get new entity tags, and the activity log of the super-tenant says
 * what was restored. Throws `BackupError` with nothing written.
 */
export async function restoreBackup(
  file: string,
  stores: Stores,
  secrets: Secrets,
  { name, now }: { readonly name: string; readonly now: () => Date },
): Promise<VerifiedArchive> {
  const verified = await verifyBackup(file, undefined, now)
  const { manifest } = verified
  if (manifest.tenant) throw new BackupError('The file has one tenant only; use tenant import.')
  const acceptedFingerprints = secrets.accepted.map(fingerprintOf)
  if (!manifest.secrets.every((secret) => acceptedFingerprints.includes(secret))) {
    throw new BackupError(
      'The backup was made with another QUATRAIN_SECRET. Set the secret of that time, or as QUATRAIN_SECRET_PREVIOUS if it was replaced since.',
    )
  }
  await fillStores(file, manifest, stores, async ([transaction]) => {
    if (!transaction) return
    const tenancy = tenancyOf(transaction, now)
    const superTenant = (await findTenants(tenancy.everyTenant)).find(({ deployment }) => deployment === 'super')
    if (!superTenant) return
    const ctx = contextIn({ name, now, tenancy }, superTenant, tenancy.of(superTenant))
    const after = { file: basename(file), created_at: manifest.createdAt, build: manifest.build }
    await recordEvent(ctx, {
      action: 'restore-backup',
      kind: 'tenant',
      id: superTenant.id,
      name: superTenant.name,
      after,
    })
  })
  return verified
}

/** Recognises a secret without revealing it. */
const fingerprintOf = ({ tokenFor }: Pick<Secrets, 'tokenFor'>): string => tokenFor('fingerprint of backups')
