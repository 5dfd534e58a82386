import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember, aServer } from './render-page.tsx'

export const api = resourceEndpoints(metricProfiles)

export const aProfile = (changes: Partial<MetricProfile> = {}): MetricProfile => ({
  apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a11',
  name: 'CORE',
  groupname: 'ops',
  description: 'All sites',
  services: [
    { service: 'web', metric: 'http' },
    { service: 'dns', metric: 'resolve' },
  ],
  ...changes,
})

export const rowOf = ({ services, ...fields }: MetricProfile) => ({ ...fields, pairs: services.length })

/** A tenant whose members can use three metrics, with one profile. */
export function aServerOf(profile: MetricProfile, user = aMember('ops')) {
  return aServer(user)
    .answer(resourceEndpoints(aggregationProfiles).list, [])
    .answer(api.list, [rowOf(profile)])
    .answer(api.get, profile, '"3"')
    .answer(
      availableMetricTemplates,
      ['http', 'ping', 'resolve'].map((name) => ({ name, mtype: 'Active' })),
    )
    .answer(gatewayServiceTypes, { status: { message: 'Success', code: '200' }, data: [] })
}

/** Confirms a write: the title of the dialog is also the label of the button. */
export const confirm = async (title: string) =>
  userEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: title }))
