import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import type { Page } from '../browser/open.ts'
import { metricName } from '../data/catalogue.ts'
import { askSuccessfully, type Target } from '../http/ask.ts'
import type { Figure } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { openingFigure, openingTime, typeInRow } from './opened-form.ts'
import { tenant } from './places.ts'
import { addProfile } from './profiles.ts'

const api = resourceEndpoints(aggregationProfiles)
const name = 'SCREEN-500x50'
const what = 'aggregation profile of 500 groups of 50 services'

const groups = Array.from({ length: 500 }, (_, group) => ({
  name: `group-${group}`,
  operation: 'OR',
  services: Array.from({ length: 50 }, (_, service) => ({
    name: `org.service.type-${group}.${String(service).padStart(2, '0')}`,
    operation: 'OR',
  })),
}))

/** An aggregation profile of 500 groups of 50 services: opened, and typed into the name of a group and of a service. */
export async function measureGroupedForm(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const services = [{ service: 'org.service.type-0.00', metric: metricName(1) }]
  const { name: metric_profile } = await addProfile(target, 'SCREEN-SERVICES', services)
  await askSuccessfully(target, api.add.method, api.add.path, {
    body: {
      name,
      groupname: tenant,
      endpoint_group: 'sites',
      metric_operation: 'AND',
      profile_operation: 'AND',
      metric_profile,
      groups,
    },
  })
  return [
    openingFigure(what, await openingTime(page, `${origin}/ui/aggregationprofiles/${name}`, 'Group name 1')),
    interactionFigure(`${what}: typing the name of a service`, await typeInRow(page, 'Group 1: service 4')),
    interactionFigure(`${what}: typing the name of a group`, await typeInRow(page, 'Group name 1')),
  ]
}
