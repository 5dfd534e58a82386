import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import {
  type WebApiThresholdsProfile,
  type WebApiThresholdsProfileInput,
  webApiThresholdsProfile,
} from '@quatrain/contract/web-api/thresholds-profiles.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { type Content, type StoredProfile, thresholdsProfileTable } from './thresholds-profiles.repository.ts'

/** Thresholds profiles in the Web API and in the console's database. */
export const thresholdsProfileStores: CollectionAdapter<
  Content,
  StoredProfile,
  WebApiThresholdsProfile,
  WebApiThresholdsProfileInput
> = {
  resource: thresholdsProfiles,
  remote: (webApi) => webApi.thresholdsProfiles,
  item: webApiThresholdsProfile,
  identities: { rules: ['metric', 'host', 'endpoint_group'] },
  toRemote: ({ name, rules }) => ({ name, rules }),
  find: thresholdsProfileTable.findIfThere,
  findAll: thresholdsProfileTable.findAll,
  dependents: async ({ profileUsers }, id) =>
    associations(thresholdsProfiles.label, { type: 'thresholds', id }, { 'report(s)': await profileUsers.reports() }),
}
