import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { recoverAggregationProfile } from '#features/aggregation-profiles/aggregation-profiles.service.ts'
import { recoverMetricProfile } from '#features/metric-profiles/metric-profiles.service.ts'
import { tagSync } from '#features/metric-tags/metric-tags.effects.ts'
import { recoverTagSync } from '#features/metric-tags/metric-tags.recovery.ts'
import { type Mailing, recoverCandidateMail } from '#features/probe-candidates/candidate-mailing.ts'
import { candidateMail } from '#features/probe-candidates/probe-candidates.reads.ts'
import { recoverThresholdsProfile } from '#features/thresholds-profiles/thresholds-profiles.service.ts'
import type { Recover } from '#kit/two-stores/recovery.ts'
import type { WebApiAdministration } from '#request/web-api.ts'

/** Recovery of two-store writes by kind, and deliveries to the Web API and to submitters of candidates. */
export const recoveriesWith = (
  administration: WebApiAdministration,
  mailing: Mailing,
): Readonly<Record<string, Recover>> => ({
  [metricProfiles.kind]: recoverMetricProfile,
  [aggregationProfiles.kind]: recoverAggregationProfile,
  [thresholdsProfiles.kind]: recoverThresholdsProfile,
  [tagSync]: recoverTagSync(administration),
  [candidateMail]: recoverCandidateMail(mailing),
})
