import { z } from 'zod'

const table = z.object({ name: z.string(), columns: z.array(z.string()) })

/** A store as a backup describes it. */
const store = z.object({
  name: z.string(),
  /** All migrations that have run in it, in order. */
  migrations: z.array(z.string()),
  /** The tables in the order in which they can be filled. */
  tables: z.array(table),
})
export type StoreHeader = z.output<typeof store>

/** The tenant of a file that has one only. */
const ofTenant = z.object({
  name: z.string(),
  /** What the file does not have, and why, in words. */
  leftOut: z.array(z.string()),
  /** What an import needs to know before the first row; the server that wrote it can read it. */
  details: z.json(),
})

/** The rows of the activity log in an archive of a tenant's history. */
const ofHistory = z.object({
  tenantId: z.int(),
  /** Empty for a tenant that was deleted before. */
  tenant: z.string(),
  firstNumber: z.int(),
  lastNumber: z.int(),
  /** The hash of the row before the first one, and of the last one. */
  previousHash: z.string(),
  lastHash: z.string(),
})

/** The first file of an archive: what is needed before the first row. */
export const header = z.object({
  format: z.literal(
    1,
    'The archive has a format that this build does not know; use the build that made it, or a newer one.',
  ),
  /** The version of the program that made it. */
  build: z.string(),
  createdAt: z.iso.datetime(),
  /** Identifies the state of the installation: it changes with each restore. */
  installation: z.string(),
  /** Recognise the secrets with which the content was encrypted, without revealing them. */
  secrets: z.array(z.string()),
  stores: z.array(store),
  /** Absent in a backup of the whole installation. */
  tenant: ofTenant.optional(),
  /** The archived rows; present only in an archive of the activity log, which cannot be restored. */
  history: ofHistory.optional(),
})
export type Header = z.output<typeof header>

const part = z.object({ name: z.string(), rows: z.int(), sha256: z.string() })
export type Part = z.output<typeof part>

const sequence = z.object({ store: z.string(), name: z.string(), last: z.string(), isCalled: z.boolean() })
export type Sequence = z.output<typeof sequence>

/** The last file of an archive, without which it is incomplete. */
export const manifest = header.extend({
  /** The number of rows by store and table. */
  rows: z.record(z.string(), z.record(z.string(), z.int())),
  sequences: z.array(sequence),
  parts: z.array(part),
})
export type Manifest = z.output<typeof manifest>

export const headerFile = 'header.json'
export const manifestFile = 'manifest.json'

/** The file with rows of a table; parts are numbered. */
export const partName = (store: string, table: string, number: number): string =>
  `${store}/${table}/${String(number).padStart(6, '0')}.jsonl`

/** The store and the table of a file. */
export function tableOf(part: string): { readonly store: string; readonly table: string } {
  const [store = '', table = ''] = part.split('/')
  return { store, table }
}
