import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readSettings } from '@quatrain/platform/settings.ts'
import type { Command } from 'commander'
import { type VerifiedArchives, verifyArchives } from '#features/activity-archives/verify-archives.ts'
import { type Anchor, anchorOfLine, isSignedWith } from '#kit/recording/activity-anchors.ts'
import { missedAnchors, type VerifiedChain, verifyActivity } from '#kit/recording/verify-activity.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { previousSecretOf, storeSettings } from '#settings/settings.ts'
import { addActivityArchive } from './activity-archive.ts'
import { addActivityExport } from './activity-export.ts'
import { withOperator } from './session.ts'
import { table } from './table.ts'
import { NotChecked } from './terminal.ts'

/** `activity verify`, `activity export`, `activity archive`. */
export function addActivityCommands(program: Command): void {
  const activity = program.command('activity').description('the log of all writes and sign-ins')
  addActivityExport(activity)
  addActivityArchive(activity)
  activity
    .command('verify')
    .description(
      'recompute its hash chain; exits with 0 if the chain is valid, 1 if it is not, 2 if it was not checked',
    )
    .option(
      '--anchor <line or file>',
      "also check the last row that the server's log recorded; needs QUATRAIN_ANCHOR_KEY or QUATRAIN_SECRET",
    )
    .option('--archives <folder>', 'also verify the files of `activity archive` in this folder')
    .action(async (options: VerifyOptions) => {
      const { chains, archives, anchors } = await verified(options)
      console.log(table([['TENANT', 'ROWS', 'LAST HASH', 'STATE'], ...chains.map((chain) => rowOf(chain, archives))]))
      if (archives) console.log(`Valid archives: ${archives.files}, with ${archives.rows} rows.`)
      if (anchors) {
        const { checked, missed, unsigned, archived } = anchors
        console.log(`Valid anchors: ${checked - missed.length - unsigned - archived}.`)
      }
      const broken = [
        ...chains.flatMap(brokenChain),
        ...(archives?.problems ?? []),
        ...(anchors?.missed ?? []).map(missedAnchor),
      ]
      if (broken.length > 0) throw new Error(broken.join(' '))
      if (anchors && anchors.checked === 0) throw new NotChecked('The given text contains no anchor.')
      if (anchors && anchors.unsigned > 0) {
        throw new NotChecked(`Anchors that were not signed with the given key: ${anchors.unsigned}.`)
      }
      if (anchors && anchors.archived > 0) {
        throw new NotChecked(`Anchors of archived rows: ${anchors.archived}. Use --archives to check them.`)
      }
    })
}

interface VerifyOptions {
  readonly anchor?: string
  readonly archives?: string
}

interface Verification {
  readonly chains: readonly VerifiedChain[]
  readonly archives?: VerifiedArchives
  readonly anchors?: CheckedAnchors
}

interface CheckedAnchors {
  readonly checked: number
  readonly missed: readonly Anchor[]
  readonly unsigned: number
  /** The number of anchors whose rows are in archives that were not read. */
  readonly archived: number
}

async function verified({ anchor, archives: folder }: VerifyOptions): Promise<Verification> {
  try {
    const keys = anchor === undefined ? [] : anchorKeys()
    return await withOperator(async ({ tenancy: { everyTenant } }) => {
      const chains = await verifyActivity(everyTenant)
      const anchorCheck = anchor === undefined ? undefined : await verifiedAnchors(everyTenant, keys, anchor, chains)
      const archives = folder && (await verifyArchives({ everyTenant, folder, anchors: anchorCheck?.archived ?? [] }))
      return {
        chains,
        ...(archives && { archives }),
        ...(anchorCheck && {
          anchors: {
            ...anchorCheck,
            archived: archives ? 0 : anchorCheck.archived.length,
            missed: [...anchorCheck.missed, ...(archives ? archives.missed.slice(0, 1) : [])],
          },
        }),
      }
    })
  } catch (cause) {
    throw new NotChecked('The activity log could not be checked.', { cause })
  }
}

async function verifiedAnchors(
  everyTenant: Db,
  keys: readonly string[],
  file: string,
  chains: readonly VerifiedChain[],
) {
  let [checked, unsigned] = [0, 0]
  const missed: Anchor[] = []
  const archived: Anchor[] = []
  const archivedUntil = new Map(chains.map((chain) => [chain.tenantId, chain.archived]))
  for await (const batch of anchorsIn(file)) {
    const signed = batch.filter((anchor) => isSignedWith(keys, anchor))
    checked += batch.length
    unsigned += batch.length - signed.length
    const { stored = [], inFiles = [] } = Object.groupBy(signed, ({ tenantId, number }) =>
      number > (archivedUntil.get(tenantId) ?? 0) ? 'stored' : 'inFiles',
    )
    const missedInBatch = await missedAnchors(everyTenant, stored)
    // The first invalid one explains the failure.
    if (missed.length === 0) missed.push(...missedInBatch.slice(0, 1))
    archived.push(...inFiles)
  }
  return { checked, unsigned, missed, archived }
}

/** Accepts lines that were signed before the anchors had a key of their own, or with the previous secret. */
function anchorKeys(): string[] {
  const settings = readSettings(anchorSettings, process.env)
  const { QUATRAIN_ANCHOR_KEY: own, QUATRAIN_SECRET: secret } = settings
  if (own === undefined && secret === undefined) readSettings(storeSettings, process.env)
  const { accepted } = secret === undefined ? { accepted: [] } : secretsOf(secret, previousSecretOf(settings))
  return [...(own === undefined ? [] : [own]), ...accepted.map(({ anchorKey }) => anchorKey)]
}

const anchorSettings = storeSettings
  .pick({ QUATRAIN_ANCHOR_KEY: true, QUATRAIN_SECRET: true, QUATRAIN_SECRET_PREVIOUS: true })
  .partial()

const nameOf = ({ tenant, tenantId }: VerifiedChain): string => tenant || `(deleted, ${tenantId})`

const rowOf = (chain: VerifiedChain, archives: VerifiedArchives | undefined): string[] => [
  nameOf(chain),
  String(chain.rows),
  chain.lastHash,
  chain.firstBroken === null
    ? ['holds', ...archivedRows(chain, archives), ...importedRows(chain)].join('; ')
    : `broken at ${chain.firstBroken}`,
]

const archivedRows = ({ archived }: VerifiedChain, archives: VerifiedArchives | undefined): string[] =>
  archived === 0 ? [] : [`rows 1 to ${archived} are archived${archives ? '' : ', and were not verified'}`]

const importedRows = ({ imported = 0 }: VerifiedChain): string[] =>
  imported === 0 ? [] : [`rows 1 to ${imported} were imported, and verified in their file`]

const brokenChain = (chain: VerifiedChain): string[] =>
  chain.firstBroken === null
    ? []
    : [`The activity log of ${nameOf(chain)} is invalid: row ${chain.firstBroken} is the first wrong row.`]

const missedAnchor = ({ tenantId, number, at }: Anchor): string =>
  `Row ${number} of the activity log of tenant ${tenantId}, its last row at ${at}, is missing or was changed.`

/** The maximum number of anchors in one statement. */
const most = 1_000

/**
 * Reads the anchors of a line of the server's log, or of a file with such lines, in batches. Other lines of a file are
 * skipped. Throws the file system's error if the file cannot be read.
 */
async function* anchorsIn(lineOrFile: string): AsyncGenerator<Anchor[]> {
  let batch: Anchor[] = []
  for await (const line of linesOf(lineOrFile)) {
    const anchor = anchorOfLine(line)
    if (anchor) batch.push(anchor)
    if (batch.length === most) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function* linesOf(lineOrFile: string): AsyncGenerator<string> {
  if (lineOrFile.trimStart().startsWith('{')) {
    yield lineOrFile
    return
  }
  const input = createReadStream(lineOrFile)
  await once(input, 'open')
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}
