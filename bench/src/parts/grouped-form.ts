import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { Page } from '../browser/open.ts'
import type { Target } from '../http/ask.ts'
import type { Figure } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { openingFigure, openingTime, typeInRow } from './opened-form.ts'
import { addProfile, groupsOfServices } from './profiles.ts'

const what = 'aggregation profile of 500 groups of 50 services'

/** An aggregation profile of 500 groups of 50 services: opened, and typed into the name of a group and of a service. */
export async function measureGroupedForm(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const { name: services } = await addProfile(target, metricProfiles, 'SCREEN-SERVICES', { services: [] })
  const content = groupsOfServices(services, 500, 50)
  const { name } = await addProfile(target, aggregationProfiles, 'SCREEN-500x50', content)
  return [
    openingFigure(what, await openingTime(page, `${origin}/ui/aggregationprofiles/${name}`, 'Group name 1')),
    interactionFigure(`${what}: typing the name of a service`, await typeInRow(page, 'Group 1: service 4')),
    interactionFigure(`${what}: typing the name of a group`, await typeInRow(page, 'Group name 1')),
  ]
}
