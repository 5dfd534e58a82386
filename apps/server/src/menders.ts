import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { mendMetricProfile } from '#features/metric-profiles/metric-profiles.mender.ts'
import type { Mender } from '#kit/mend.ts'

/** Who mends the two-step writes of each kind of object. */
export const menders: Readonly<Record<string, Mender>> = {
  [metricProfiles.kind]: mendMetricProfile,
}
