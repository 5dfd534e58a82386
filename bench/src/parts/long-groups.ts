import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { Page } from '../browser/open.ts'
import type { Target } from '../http/ask.ts'
import type { Figure } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { measureOpening, typeIn } from './long-form.ts'
import { addProfile, groupsOfServices } from './profiles.ts'

/** An aggregation profile of 500 groups with 50 services each: opened, typed into. */
export async function measureLongGroups(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const { name: aggregated } = await addProfile(target, metricProfiles, 'SCREEN-AGGREGATED', { services: [] })
  const content = groupsOfServices(aggregated, 500, 50)
  const { name } = await addProfile(target, aggregationProfiles, 'SCREEN-500', content)
  const what = 'aggregation profile of 500 groups of 50 services'
  return [
    await measureOpening(page, what, {
      address: `${origin}/ui/aggregationprofiles/${name}`,
      data: `/internal/aggregations/${name}`,
      cell: 'Group 1: service 1',
    }),
    interactionFigure(`${what}: typing in a row`, await typeIn(page, 'Group 1: service 4')),
  ]
}
