import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type ThresholdsProfile, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { aName } from './metric-profiles.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

const api = resourceEndpoints(thresholdsProfiles)

export const thresholdsList = '/ui/thresholdsprofiles'

export const thresholdsPath = (name: string): string => `${thresholdsList}/${encodeURIComponent(name)}`

/** Adds a thresholds profile of NORDIC for one test, as an administrator. */
export async function aThresholdsProfile(given: Partial<ThresholdsProfile> = {}): Promise<string> {
  const origin = originOf('nordic')
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
  const { headers } = await sharedSession(origin, 'admin')
  const { status, body: answer } = await sendRequest(origin, api.add.path, { method: api.add.method, headers, body })
  if (status >= 400) throw new Error(`${body.name} could not be added: ${JSON.stringify(answer)}`)
  return body.name
}
