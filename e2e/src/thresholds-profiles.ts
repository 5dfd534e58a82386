import { type ThresholdsProfile, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { addObject } from './added-objects.ts'
import { aName } from './metric-profiles.ts'
import { originOf } from './visits.ts'

export const thresholdsList = '/ui/thresholdsprofiles'

export const thresholdsPath = (name: string): string => `${thresholdsList}/${encodeURIComponent(name)}`

/** Adds a thresholds profile of NORDIC for one test, as an administrator. */
export async function aThresholdsProfile(given: Partial<ThresholdsProfile> = {}): Promise<string> {
  const body = {
    name: aName(),
    groupname: 'NORDIC',
    rules: [
      { metric: 'generic.http.connect', thresholds: 'time=1s;3:10;10:;0;60 size=1KB;500:2000;2000:' },
      { metric: 'generic.http.connect', host: 'portal01.nordic-central.example.org', thresholds: 'time=5;3:10;10:' },
      { metric: 'org.bdii.Entries', endpoint_group: 'ARCTIC-OPERATIONS', thresholds: 'entries=100c;1:20;~:2' },
      { metric: 'no.such.metric', thresholds: 'my_size=1;10;@-2:2' },
    ],
    ...given,
  }
  return addObject(originOf('nordic'), thresholdsProfiles, body)
}
