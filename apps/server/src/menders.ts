import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { mendMetricProfile } from '#features/metric-profiles/metric-profiles.mender.ts'
import { tagSync } from '#features/metric-tags/metric-tags.effects.ts'
import { mendTagSync } from '#features/metric-tags/metric-tags.mender.ts'
import { type Mailing, mendCandidateMail } from '#features/probe-candidates/candidate-mailing.ts'
import { candidateMail } from '#features/probe-candidates/probe-candidates.reads.ts'
import type { Mender } from '#kit/mend.ts'
import type { WebApiAdministration } from '#request/web-api.ts'

/** Who mends the writes to two stores of each kind, and delivers what the Web API and submitters are still to be told. */
export const mendersWith = (
  administration: WebApiAdministration,
  mailing: Mailing,
): Readonly<Record<string, Mender>> => ({
  [metricProfiles.kind]: mendMetricProfile,
  [tagSync]: mendTagSync(administration),
  [candidateMail]: mendCandidateMail(mailing),
})
