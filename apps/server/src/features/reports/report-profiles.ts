import type { ReportContent } from '@quatrain/contract/resources/report.ts'

/** The types of profiles that a report has by name, in the order in which they are sent. */
export const profileTypes = ['metric', 'aggregation', 'operations', 'thresholds'] as const
export type ProfileType = (typeof profileTypes)[number]

/** The ids in the Web API; empty for a profile that the report does not have. */
export type ProfileIds = Readonly<Record<ProfileType, string>>

export type ProfileNames = Pick<ReportContent, `${ProfileType}_profile`>

export const fieldOf = <Type extends ProfileType>(type: Type) => `${type}_profile` as const
