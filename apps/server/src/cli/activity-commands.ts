import { readSettings } from '@quatrain/platform/settings.ts'
import type { Command } from 'commander'
import { type Anchor, isSignedWith } from '#kit/recording/activity-anchors.ts'
import { missedAnchors, type VerifiedChain, verifyActivity } from '#kit/recording/verify-activity.ts'
import { secretsOf } from '#request/secrets.ts'
import type { Db } from '#request/tenancy.ts'
import { previousSecretOf, storeSettings } from '#settings/settings.ts'
import { anchorsIn } from './given-anchors.ts'
import { withOperator } from './session.ts'
import { table } from './table.ts'
import { NotChecked } from './terminal.ts'

/** `activity verify`. */
export function addActivityCommands(program: Command): void {
  program
    .command('activity')
    .description('the log of who did what')
    .command('verify')
    .description(
      'recompute its chain of hashes; exits with 0 when it holds, 1 when it does not, 2 when it was not checked',
    )
    .option(
      '--anchor <line or file>',
      "also check where the chain ended, as the server's log said; needs QUATRAIN_ANCHOR_KEY or QUATRAIN_SECRET",
    )
    .action(async ({ anchor }: { readonly anchor?: string }) => {
      const { chains, anchors } = await verified(anchor)
      console.log(table([['TENANT', 'ROWS', 'LAST HASH', 'STATE'], ...chains.map(rowOf)]))
      if (anchors) console.log(`Anchors that hold: ${anchors.checked - anchors.missed.length - anchors.unsigned}.`)
      const broken = [...chains.flatMap(brokenChain), ...(anchors?.missed ?? []).map(missedAnchor)]
      if (broken.length > 0) throw new Error(broken.join(' '))
      if (anchors && anchors.checked === 0) throw new NotChecked('There is no anchor in what was given.')
      if (anchors && anchors.unsigned > 0) {
        throw new NotChecked(`Anchors that were not signed with the key given here: ${anchors.unsigned}.`)
      }
    })
}

interface Verified {
  readonly chains: readonly VerifiedChain[]
  readonly anchors?: { readonly checked: number; readonly missed: readonly Anchor[]; readonly unsigned: number }
}

async function verified(given: string | undefined): Promise<Verified> {
  try {
    const keys = given === undefined ? [] : anchorKeys()
    return await withOperator(async ({ tenancy: { everyTenant } }) => {
      const chains = await verifyActivity(everyTenant)
      return given === undefined ? { chains } : { chains, anchors: await verifiedAnchors(everyTenant, keys, given) }
    })
  } catch (cause) {
    throw new NotChecked('The activity log could not be checked.', { cause })
  }
}

async function verifiedAnchors(everyTenant: Db, keys: readonly string[], given: string) {
  let [checked, unsigned] = [0, 0]
  const missed: Anchor[] = []
  for await (const batch of anchorsIn(given)) {
    const signed = batch.filter((anchor) => isSignedWith(keys, anchor))
    checked += batch.length
    unsigned += batch.length - signed.length
    const found = await missedAnchors(everyTenant, signed)
    // The first that does not hold says what there is to say.
    if (missed.length === 0) missed.push(...found.slice(0, 1))
  }
  return { checked, unsigned, missed }
}

/** Lines that were signed before there was a key of its own, or with the previous secret, still count. */
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

const rowOf = (chain: VerifiedChain): string[] => [
  nameOf(chain),
  String(chain.rows),
  chain.lastHash,
  chain.firstBroken === null ? 'holds' : `broken at ${chain.firstBroken}`,
]

const brokenChain = (chain: VerifiedChain): string[] =>
  chain.firstBroken === null
    ? []
    : [`The activity log of ${nameOf(chain)} does not hold: row ${chain.firstBroken} is the first that is wrong.`]

const missedAnchor = ({ tenantId, number, at }: Anchor): string =>
  `Row ${number} of the activity log of tenant ${tenantId}, which was its last at ${at}, is not there or was changed.`
