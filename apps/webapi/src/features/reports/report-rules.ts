import { collectionOfProfileType, reportTrends, type WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import { problemsOfName } from '#kit/names.ts'
import { brokenRules, type Problem } from '#kit/refusals.ts'

export type ProfileType = keyof typeof collectionOfProfileType

/** The names of the profiles that a report can refer to, by type and id. */
export type KnownProfiles = Readonly<Record<ProfileType, ReadonlyMap<string, string>>>

/** All violations of the report: its name first, then its profiles in order, then its trends. */
export function problemsOfReport(
  { info, profiles, computations }: WebApiReportInput,
  knownProfiles: KnownProfiles,
): Problem[] {
  return [
    ...brokenRules(problemsOfName(info.name)),
    ...profiles.flatMap(({ id, type }) => problemsOfProfile(id, type, knownProfiles)),
    ...(computations?.trends ?? []).filter((trend) => !trends.has(trend)).map(unknownTrend),
  ]
}

function problemsOfProfile(id: string, type: string, knownProfiles: KnownProfiles): Problem[] {
  if (!isProfileType(type)) return [{ title: 'Profile type invalid', details: `Profile type ${type} is invalid` }]
  if (knownProfiles[type].has(id)) return []
  const details = `No profile in ${collectionOfProfileType[type]} was found with id ${id}`
  return [{ title: 'Profile id not found', details }]
}

const trends: ReadonlySet<string> = new Set(reportTrends)

const unknownTrend = (name: string): Problem => ({
  title: 'Invalid Trend Name',
  details: `Trends with the name:${name} doesn't exist`,
})

export const isProfileType = (type: string): type is ProfileType => Object.hasOwn(collectionOfProfileType, type)
