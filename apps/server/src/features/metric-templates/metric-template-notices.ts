// The notices of a write of templates after the deliveries to the Web API.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { again, type Deliver, type Done, type Undelivered } from '#kit/intents/deliveries.ts'
import { listing } from '#kit/recording/describe-change.ts'
import type { NamingTemplate } from './metric-templates.repository.ts'

/** Finishes a write that delivers only tags. */
export async function deliverTags<Saved>(
  deliver: Deliver,
  { saved, deliveries }: Done<Saved>,
): Promise<Saved & Notices> {
  return { ...saved, ...warningOf(await deliver(deliveries), () => []) }
}

/**
 * Throws `partly_done` if profiles still have the old name in the Web API, although the console has saved everything
 * (specification part 1 section 4).
 */
export async function deliverRenamed<Saved>(
  deliver: Deliver,
  { saved, deliveries }: Done<Saved>,
): Promise<Saved & Notices> {
  const undelivered = await deliver(deliveries)
  const { warning } = warningOf(undelivered, (schema, { kind, key, reason }) => [
    `${schema}: Error trying to update metric in ${wordOf(kind)} ${key}: ${reason} ${again}`,
  ])
  if (warning && undelivered.some(isProfile)) throw new AppError('partly_done', warning)
  return { ...saved, ...(warning && { warning }) }
}

/** `Metric template A is being deleted: 40 tenants follow by roll-out 7.` A dry run has no roll-out. */
export function deletedLater(names: readonly string[], tenants: number, rollOut: number | undefined): Notices {
  if (rollOut === undefined) return {}
  const templateSubject = names.length === 1 ? `Metric template ${names[0]} is` : `${names.length} metric templates are`
  const tenantSubject = tenants === 1 ? '1 tenant follows' : `${tenants} tenants follow`
  return { later: `${templateSubject} being deleted: ${tenantSubject} by roll-out ${rollOut}.` }
}

/** `Metric template A successfully deleted.` */
export async function deletedNotices(
  deliver: Deliver,
  names: readonly string[],
  outcome: Done<Notices>,
): Promise<Notices> {
  if (outcome.saved.later !== undefined) return deletedOne(deliver, outcome)
  const noun = names.length === 1 ? 'Metric template' : 'Metric templates'
  return { info: `${noun} ${names.join(', ')} successfully deleted.`, ...(await deletedOne(deliver, outcome)) }
}

export async function deletedOne(deliver: Deliver, { saved, deliveries }: Done<Notices>): Promise<Notices> {
  const { warning } = warningOf(await deliver(deliveries), (schema, { key, reason }) => [
    `${schema}: Metrics not deleted from profile ${key}: ${reason} ${again}`,
  ])
  const lines = [saved.warning, warning].flatMap((text) => text ?? [])
  return lines.length > 0 ? { ...saved, warning: lines.join('\n') } : saved
}

const profiles = [metricProfiles, thresholdsProfiles]

const wordOf = (kind: string): string => profiles.find((profile) => profile.kind === kind)?.label.one ?? kind

const isProfile = ({ kind }: Undelivered) => profiles.some((profile) => profile.kind === kind)

/** One per line; undefined if everything was delivered. */
function warningOf(
  undelivered: readonly Undelivered[],
  lineOf: (schema: string, profile: Undelivered) => string[],
): { readonly warning?: string } {
  const lines = undelivered.flatMap((delivery) =>
    isProfile(delivery) ? lineOf(delivery.tenant.name.toUpperCase(), delivery) : [`${delivery.reason} ${again}`],
  )
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

/** A warning that names the templates that still refer to removed ones, line by line. */
export function danglingReferences(names: readonly string[], naming: readonly NamingTemplate[]): Notices {
  const lines = names.flatMap((name) => {
    const children = naming.filter(({ parent }) => parent === name)
    const dependants = naming.filter(({ dependency }) => dependency.some(({ key }) => key === name))
    return [...line(`${name} is still the parent of`, children), ...line(`${name} is still needed by`, dependants)]
  })
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

function line(says: string, templates: readonly NamingTemplate[]): string[] {
  if (templates.length === 0) return []
  const noun = templates.length === 1 ? 'metric template' : 'metric templates'
  return [`${says} the ${noun} ${listing(templates.map(({ name }) => name))}.`]
}
