import { inUse } from '@quatrain/platform/errors.ts'
import { byCodePoint } from '#kit/recording/by-code-point.ts'
import type { WebApi } from '#request/web-api.ts'

// Aggregation profiles and reports are the Web API's to keep: it is asked each time, and nothing of it is remembered.

/** Throws `in_use` with one line for each kind of object that uses the profile (decision D17). */
export async function assertUnused(webApi: WebApi, apiid: string): Promise<void> {
  const uses = await usesOf(webApi, apiid)
  if (uses.length > 0) throw inUse(uses.join('\n'))
}

/** What uses the profile, a sentence for each kind; none when nothing does. */
export async function usesOf({ aggregationProfiles, reports }: WebApi, apiid: string): Promise<string[]> {
  const isIt = (id: string) => id.toLowerCase() === apiid
  const [allAggregations, allReports] = await Promise.all([aggregationProfiles.list(), reports.list()])
  const users = {
    'aggregation profile(s)': allAggregations.filter(({ metric_profile }) => isIt(metric_profile.id)),
    'report(s)': allReports.filter(({ profiles }) => profiles.some(({ type, id }) => type === 'metric' && isIt(id))),
  }
  return Object.entries(users).flatMap(([what, found]) =>
    found.length === 0 ? [] : [`Metric profile is associated with ${what}: ${listed(found)}`],
  )
}

const listed = (found: readonly { readonly name: string }[]) =>
  found
    .map(({ name }) => name)
    .sort(byCodePoint)
    .join(', ')
